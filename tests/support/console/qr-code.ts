import type { Locator, Page } from 'playwright-core'
import { encode } from 'uqr'
import { expect } from 'vitest'

/** Expects a drawn QR code to hold this text, module by module. */
export async function expectCode(code: Locator, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  expect(await modulesOf(code, size)).toEqual(data)
}

/** The modules of a drawn code, `true` for dark. Expects this many a side. */
async function modulesOf(code: Locator, size: number): Promise<boolean[][]> {
  await code.waitFor()
  expect(await code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const dark = new Set(path.split('M').map((part) => /^\d+ \d+(?=h1v1h-1z$)/.exec(part)?.[0]))
  const sides = Array.from({ length: size }, (_, at) => at)
  return sides.map((y) => sides.map((x) => dark.has(`${x} ${y}`)))
}

/**
 * Draws a QR code in the page, slightly turned as in a photo, and makes it the picture of the page's camera.
 *
 * @returns a picture of it, PNG
 */
export async function drawCode(page: Page, text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 4 })
  const picture = await page.evaluate(
    ({ data, size }) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = size * 6 + 80
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('nothing can be drawn')
      const draw = () => {
        context.fillStyle = '#eee'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.setTransform(6, 0.4, -0.4, 6, 50, 20)
        for (const [y, row] of data.entries()) {
          for (const [x, isDark] of row.entries()) {
            context.fillStyle = isDark ? '#222' : '#eee'
            context.fillRect(x, y, 1.05, 1.05)
          }
        }
        context.resetTransform()
      }
      draw()
      const picture = canvas.toDataURL()
      navigator.mediaDevices.getUserMedia = async () => {
        // A stream has frames only of what is drawn after it was opened.
        setInterval(draw, 100)
        return canvas.captureStream()
      }
      return picture
    },
    { data, size },
  )
  return Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
}

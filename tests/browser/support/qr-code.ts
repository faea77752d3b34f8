import type { Locator } from 'playwright-core'
import { encode } from 'uqr'
import { expect } from 'vitest'

/** Expects a code to be drawn, module by module, as the one that holds this text. */
export async function expectCode(code: Locator, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  expect(await modulesOf(code, size)).toEqual(data)
}

/** The modules of a code as they are drawn, `true` for dark, once it has this many a side. */
async function modulesOf(code: Locator, size: number): Promise<boolean[][]> {
  await code.waitFor()
  expect(await code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  const dark = new Set(path.split('M').map((part) => /^\d+ \d+(?=h1v1h-1z$)/.exec(part)?.[0]))
  const sides = Array.from({ length: size }, (_, at) => at)
  return sides.map((y) => sides.map((x) => dark.has(`${x} ${y}`)))
}

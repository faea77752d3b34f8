// Brings the decoder of QR codes with it: import this file lazily.

import { decodeQR } from 'qr/decode.js'

/** The longer side of a picture that is read, in pixels: more take time and show no more of a code. */
const SIDE_MAX = 1_600

/** How long a still picture may take. Milliseconds. */
const STILL_TIME = 1_500

/** The text of the QR code in these pixels; undefined when there is none that can be read. */
export function readPixels(image: ImageData, timeLimit?: number): string | undefined {
  try {
    return decodeQR(image, timeLimit === undefined ? {} : { timeLimit, effort: 3 })
  } catch {
    return undefined
  }
}

/** The text of the QR code in a picture; undefined when there is none that can be read. */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return undefined
  try {
    const image = pixelsOf(picture, picture)
    return image && readPixels(image, STILL_TIME)
  } finally {
    picture.close()
  }
}

/** The pixels of a picture or video, scaled down to `SIDE_MAX`; undefined where a browser keeps pixels from pages. */
export function pixelsOf(
  source: CanvasImageSource,
  { width, height }: { width: number; height: number },
): ImageData | undefined {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  if (w === 0 || h === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = w
  canvas.height = h
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, w, h)
  return context?.getImageData(0, 0, w, h)
}

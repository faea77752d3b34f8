import { getPublic, type Trust } from '#http-client/get.ts'
import { PICTURE_BYTES_MAX } from '../limits.ts'
import { imageTypeOf } from './image-type.ts'

export interface Picture {
  /** By its bytes, whatever the server says. */
  type: string
  bytes: Buffer
}

/**
 * The picture at an address that a stranger may have written: from public addresses only, at most
 * 512 KiB, and nothing but a picture. Never rejects.
 *
 * @returns null when there is none to be had
 */
export async function fetchPicture(
  address: string,
  options: { signal: AbortSignal } & Trust,
): Promise<Picture | null> {
  try {
    const { status, body } = await getPublic(address, {
      ...options,
      headers: { Accept: 'image/*' },
      bytesMax: PICTURE_BYTES_MAX,
    })
    const type = status === 200 ? imageTypeOf(body) : null
    return type === null ? null : { type, bytes: body }
  } catch {
    // Whoever wrote the address learns nothing of why.
    return null
  }
}

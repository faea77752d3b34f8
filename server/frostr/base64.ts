import { base64 } from '@scure/base'

/** The bytes of a base64 text (RFC 4648, section 4, with padding); null when it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}

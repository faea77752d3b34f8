/**
 * The bytes of a base64 text (RFC 4648, section 4, with padding); null when it is none. Node takes
 * nearly anything: only what it would write itself is one.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

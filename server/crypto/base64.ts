/**
 * The bytes of a base64 text (RFC 4648, section 4), with its padding or without; null for anything else.
 * Node accepts nearly anything: only what it would write itself counts.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  return written === text || unpadded(written) === text ? bytes : null
}

/** A base64 text without its padding. Only its end is looked at: a pattern would be tried all along it. */
export function unpadded(text: string): string {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return text.slice(0, text.length - padding)
}

/** Characters of so many bytes in base64, with its padding. */
export const base64Chars = (bytes: number): number => 4 * Math.ceil(bytes / 3)

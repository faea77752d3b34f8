import { bech32, bech32m } from '@scure/base'

/** The order of secp256k1 (SEC 2, section 2.4.1), hex. */
export const CURVE_ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'

/** Any bytes as bech32m: for credentials that our encoder would not write. */
export function asBech32m(prefix: string, bytes: Uint8Array): string {
  return bech32m.encode(prefix, bech32m.toWords(bytes), false)
}

/** Any bytes as bech32, with the older checksum. */
export function asBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes), false)
}

/** The bytes of a bech32m text of any length. */
export function bytesOf(text: string): Uint8Array {
  return bech32m.fromWords(bech32m.decode(text.toLowerCase(), false).words)
}

/** A copy with some bytes overwritten from `at` on. */
export function overwrite(bytes: Uint8Array, at: number, hex: string): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy.set(Buffer.from(hex, 'hex'), at)
  return copy
}

/** The text with one character replaced by another of the bech32m alphabet. */
export function mistype(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'q' ? 'p' : 'q') + text.slice(at + 1)
}

/** Whether eight or more characters in a row of `secret` are in `text`. */
export function holdsPartOf(text: string, secret: string): boolean {
  for (let at = 0; at + 8 <= secret.length; at += 1)
    if (text.includes(secret.slice(at, at + 8))) return true
  return false
}

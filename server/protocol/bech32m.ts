import { bech32, bech32m } from '@scure/base'
import { decoding } from '#contract/codes.ts'
import { BECH32_CHARS_MAX } from '#contract/limits.ts'

import { fail, ok, type Result } from '#lib/errors.ts'

const DATA_CHARS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** Whether the text is `prefix`, '1' and lower-case bech32m characters. Checks the alphabet only, not the checksum. */
export function hasBech32mAlphabet(text: string, prefix: string): boolean {
  return new RegExp(`^${prefix}1[${DATA_CHARS}]+$`).test(text)
}

/** Bytes to bech32m (BIP-350) with `prefix`, in lower case, of any length. */
export function encodeBech32m(prefix: string, bytes: Uint8Array): string {
  return bech32m.encode(prefix, bech32m.toWords(bytes), false)
}

/**
 * Reads bech32m (BIP-350) with `prefix`, in lower case, of at most `max` characters. The error is a reason from
 * `decoding` and never holds a part of the text: the text may be a secret, and the library's own errors quote it.
 */
export function decodeBech32m(
  text: string,
  prefix: string,
  max = BECH32_CHARS_MAX,
): Result<Uint8Array> {
  if (text.length > max) return fail(decoding.tooLong(max))
  if (text !== text.toLowerCase()) return fail(decoding.upperCase)
  if (text.slice(0, text.lastIndexOf('1')) !== prefix) return fail(decoding.prefix(prefix))
  if (!hasBech32mAlphabet(text, prefix)) return fail(decoding.alphabet)
  const decoded = bech32m.decodeUnsafe(text, max)
  if (decoded === undefined) {
    const isBech32 = bech32.decodeUnsafe(text, max) !== undefined
    return fail(isBech32 ? decoding.bech32 : decoding.checksum)
  }
  const bytes = bech32m.fromWordsUnsafe(decoded.words)
  return bytes ? ok(bytes) : fail(decoding.padding)
}

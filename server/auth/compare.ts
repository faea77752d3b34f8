import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const KEY = randomBytes(32)

/**
 * A tag of a text under a key that only this process has (HMAC-SHA-256, 32 bytes): two tags tell
 * whether two texts are the same, and reveal neither.
 */
export const tagOf = (text: string): Buffer => createHmac('sha256', KEY).update(text).digest()

/**
 * True if both texts are the same. The time depends on the length of each, never on whether the
 * lengths are equal or where the texts differ, because their tags are compared.
 */
export const equalSecrets = (one: string, other: string): boolean =>
  timingSafeEqual(tagOf(one), tagOf(other))

/** The same, against one secret many times: its length then shows in no timing at all. */
export function matcherOf(secret: string): (candidate: string) => boolean {
  const expected = tagOf(secret)
  return (candidate) => timingSafeEqual(tagOf(candidate), expected)
}

import { BACKUP_PASSPHRASE_CHARS_MAX, BACKUP_PASSPHRASE_CHARS_MIN } from './limits.ts'
import { backup } from './messages.ts'
import type { Translation } from './translation.ts'

/** Crockford's base 32 in lower case: no i, l, o and u, which are misread and misheard. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 5
const GROUP_CHARS = 4

/**
 * A password to write down or read aloud: five groups of four characters, such as
 * 7k3m-q9wx-02vd-hn5c-ya8t. Each character is 5 random bits, 100 in all: out of reach even for
 * someone who can guess for as long as they like.
 *
 * @param random returns this many random bytes
 */
export function readableSecret(random: (bytes: number) => Uint8Array): string {
  const characters = [...random(GROUPS * GROUP_CHARS)].map((byte) => CHARACTERS[byte & 31] ?? '')
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_CHARS, (at + 1) * GROUP_CHARS).join(''),
  )
  return groups.join('-')
}

/** What is wrong with a passphrase for a back-up; undefined if nothing is. */
export function passphraseProblem(
  passphrase: string,
  texts: Pick<Translation<typeof backup>, 'passphraseLength'> = backup,
): string | undefined {
  const { length } = [...passphrase]
  return length < BACKUP_PASSPHRASE_CHARS_MIN || length > BACKUP_PASSPHRASE_CHARS_MAX
    ? texts.passphraseLength(BACKUP_PASSPHRASE_CHARS_MIN, BACKUP_PASSPHRASE_CHARS_MAX)
    : undefined
}

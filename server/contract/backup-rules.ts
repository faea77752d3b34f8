import { BACKUP_PASSPHRASE_CHARS_MAX, BACKUP_PASSPHRASE_CHARS_MIN } from './limits.ts'
import { backup } from './messages.ts'
import type { Translation } from './translation.ts'

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

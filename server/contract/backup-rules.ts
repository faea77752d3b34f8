import { BACKUP_PASSPHRASE_CHARS_MAX, BACKUP_PASSPHRASE_CHARS_MIN } from './limits.ts'
import { backup as texts } from './messages.ts'

/** What is wrong with a passphrase for a back-up; undefined if nothing is. */
export function passphraseProblem(passphrase: string): string | undefined {
  const { length } = [...passphrase]
  return length < BACKUP_PASSPHRASE_CHARS_MIN || length > BACKUP_PASSPHRASE_CHARS_MAX
    ? texts.passphraseLength(BACKUP_PASSPHRASE_CHARS_MIN, BACKUP_PASSPHRASE_CHARS_MAX)
    : undefined
}

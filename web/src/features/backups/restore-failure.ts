import { backup as server } from '#contract/messages.ts'
import { ApiError } from '../../lib/api-client.ts'
import { messageOf, reasonOf } from '../../lib/query-client.ts'
import { backups } from '../../texts/texts.ts'

const texts = backups.restore

/** Why nothing was restored, and the field where that is shown. */
export interface RestoreFailure {
  at: 'file' | 'passphrase' | 'key' | 'form'
  text: string
}

const OF_KEY: readonly string[] = [server.wrongKey, server.oldKeyWrong]
const OF_PASSPHRASE: readonly string[] = [server.passphraseNeeded, server.passphraseWrong]

/** What the server says about a back-up that it refuses. */
const OF_FILE: readonly number[] = [400, 413]

/** @param wholeSent the whole file had been sent when it failed */
export function restoreFailureOf(error: unknown, wholeSent: boolean): RestoreFailure {
  const [said, text] = [messageOf(error), reasonOf(error)]
  const status = error instanceof ApiError ? error.status : null
  if (status === null) return { at: 'form', text: wholeSent ? texts.unsure : texts.brokeOff }
  if (OF_PASSPHRASE.includes(said)) return { at: 'passphrase', text }
  if (OF_KEY.includes(said)) return { at: 'key', text }
  return { at: OF_FILE.includes(status) ? 'file' : 'form', text }
}

import { useRef, useState } from 'react'
import type { BackupContents, RestoreAnswer } from '#contract/backup.ts'
import { backup as server } from '#contract/codes.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import { ApiError } from '../../lib/api-client.ts'
import { reasonOf, whyOf } from '../../lib/query-client.ts'
import { restoreEndsSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { upload } from '../../lib/upload.ts'
import { backups, backup as rules } from '../../texts/texts.ts'
import { toastDone, toastPartly } from '../../ui/toast.ts'
import { getAuthStatus } from '../auth/access.ts'

const texts = backups.restore
const MIB = 1_048_576

export type RestoreStage =
  | { at: 'choosing'; failure: RestoreFailure | null }
  /** Sent to be looked at: nothing is restored. */
  | { at: 'looking' }
  | { at: 'looked'; contents: BackupContents }
  /** Nothing has been sent yet, nor will be without confirmation. */
  | { at: 'asking'; file: File }
  /** `part`: from 0 to 1. */
  | { at: 'sending'; part: number }
  | { at: 'checking' }
  /** Decided: the server restarts. */
  | { at: 'restarting' }

interface Restore {
  stage: RestoreStage
  /** Asks whether the back-up should replace the current data; says at once what can't work. */
  ask(file: File | null): void
  /** Has the server say what a back-up is, without restoring it. */
  check(upload: Omit<BackupUpload, 'file'> & { file: File | null }): Promise<void>
  /** Back to choosing, until the server has the whole file. */
  stop(): void
  start(upload: BackupUpload): Promise<void>
}

/** A restore, from choosing a file until the server answers again. */
export function useRestore(onRestored: () => void): Restore {
  const [stage, go] = useState<RestoreStage>({ at: 'choosing', failure: null })
  const upload = useRef<AbortController>(null)
  const fail = (failure: RestoreFailure | null) => go({ at: 'choosing', failure })

  /** The file, if it can be sent. Else says why not. */
  function sendable(file: File | null): File | null {
    if (file !== null && file.size <= RESTORE_BYTES_MAX) return file
    const text = file === null ? texts.noFile : rules.tooLarge(RESTORE_BYTES_MAX / MIB)
    fail({ at: 'file', text })
    return null
  }

  /** Ends an upload under way, which then changes nothing here any more, for one with this signal. */
  function beginUpload(): AbortSignal {
    upload.current?.abort()
    upload.current = new AbortController()
    return upload.current.signal
  }

  return {
    stage,
    ask: (chosen) => {
      upload.current?.abort()
      const file = sendable(chosen)
      if (file !== null) go({ at: 'asking', file })
    },
    check: async ({ file: chosen, ...keys }) => {
      const signal = beginUpload()
      const file = sendable(chosen)
      if (file === null) return
      go({ at: 'looking' })
      try {
        const contents = await checkBackup({ file, ...keys }, signal)
        if (!signal.aborted) go({ at: 'looked', contents })
      } catch (error) {
        if (!signal.aborted) fail(restoreFailureOf(error, false))
      }
    },
    stop: () => {
      upload.current?.abort()
      fail(null)
    },
    start: async (chosen) => {
      const signal = beginUpload()
      let part = 0
      go({ at: 'sending', part })
      const onProgress = (next: number) => {
        part = next
        go(part === 1 ? { at: 'checking' } : { at: 'sending', part })
      }
      try {
        const { madeAt, lostShares } = await sendBackup(chosen, { signal, onProgress })
        go({ at: 'restarting' })
        restoreEndsSession()
        // The screen goes with the session, but toasts still appear, unless the page was loaded again.
        let isLeft = false
        addEventListener('pagehide', () => (isLeft = true), { once: true })
        await untilRestored()
        if (isLeft) return
        toastDone(texts.done(madeAt === null ? null : dayAndTime(madeAt)))
        if (lostShares.length > 0) toastPartly(texts.lost(lostShares))
        onRestored()
      } catch (error) {
        if (!signal.aborted) fail(restoreFailureOf(error, part === 1))
      }
    },
  }
}

interface BackupUpload {
  file: File
  /** Empty: there is none. */
  passphrase: string
  /** The content of the old machine's secret.key; empty: it is not given. */
  key: string
}

interface UploadCourse {
  signal: AbortSignal
  /** How much has been sent: from 0 to 1; the server then checks it. */
  onProgress(part: number): void
}

/** Milliseconds. */
const ASK_AGAIN = 1_500

const keysOf = ({ passphrase, key }: BackupUpload) => ({
  // Headers hold only Latin-1, but a passphrase can hold anything.
  ...(passphrase !== '' && { 'X-Backup-Passphrase': encodeURIComponent(passphrase) }),
  ...(key !== '' && { 'X-Backup-Key': encodeURIComponent(key) }),
})

/** Sends a back-up to be checked, and nothing else. Throws an ApiError. */
const checkBackup = (chosen: BackupUpload, signal: AbortSignal): Promise<BackupContents> =>
  upload('/api/backup/check', chosen.file, {
    signal,
    onProgress: () => {},
    headers: keysOf(chosen),
  })

/** Sends a back-up; the answer says that its restore is decided. Throws an ApiError. */
const sendBackup = (chosen: BackupUpload, course: UploadCourse): Promise<RestoreAnswer> =>
  upload('/api/restore', chosen.file, { ...course, headers: keysOf(chosen) })

/**
 * Resolves once the server answers with the restored data. The old process may answer one last time: where logins are
 * needed, it still knows this page's session, and the new one does not.
 */
async function untilRestored(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN))
    try {
      const { enabled, authenticated } = await getAuthStatus()
      if (!enabled || !authenticated) return
    } catch {
      // It is still away.
    }
  }
}

/** Why nothing was restored, and the field where that is shown. */
interface RestoreFailure {
  at: 'file' | 'passphrase' | 'key' | 'form'
  text: string
}

const OF_KEY: readonly (string | undefined)[] = [server.wrongKey.code, server.oldKeyWrong.code]
const OF_PASSPHRASE: readonly (string | undefined)[] = [
  server.passphraseNeeded.code,
  server.passphraseWrong.code,
]

/** Statuses of answers that refuse the file itself. */
const OF_FILE: readonly number[] = [400, 413]

/** @param wholeSent the whole file had been sent when it failed */
export function restoreFailureOf(error: unknown, wholeSent: boolean): RestoreFailure {
  const [{ code }, text] = [whyOf(error), reasonOf(error)]
  const status = error instanceof ApiError ? error.status : null
  if (status === null) return { at: 'form', text: wholeSent ? texts.unsure : texts.brokeOff }
  if (OF_PASSPHRASE.includes(code)) return { at: 'passphrase', text }
  if (OF_KEY.includes(code)) return { at: 'key', text }
  return { at: OF_FILE.includes(status) ? 'file' : 'form', text }
}

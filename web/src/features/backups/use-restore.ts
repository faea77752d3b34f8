import { useRef, useState } from 'react'
import type { BackupContents } from '#contract/backup.ts'
import { RESTORE_BYTES_MAX } from '#contract/limits.ts'
import { restoreEndsSession } from '../../lib/session.ts'
import { dayAndTime } from '../../lib/time.ts'
import { backups, backup as rules } from '../../texts/texts.ts'
import { toastDone } from '../../ui/toast.ts'
import { type BackupUpload, checkBackup, sendBackup, untilRestored } from './restore-backup.ts'
import { type RestoreFailure, restoreFailureOf } from './restore-failure.ts'

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

export interface Restore {
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

  const problemOf = (file: File | null): string | null => {
    if (file === null) return texts.noFile
    return file.size > RESTORE_BYTES_MAX ? rules.tooLarge(RESTORE_BYTES_MAX / MIB) : null
  }

  return {
    stage,
    ask: (file) => {
      const problem = problemOf(file)
      if (file === null || problem !== null) fail({ at: 'file', text: problem ?? texts.noFile })
      else go({ at: 'asking', file })
    },
    check: async ({ file, ...keys }) => {
      const problem = problemOf(file)
      if (file === null || problem !== null) {
        fail({ at: 'file', text: problem ?? texts.noFile })
        return
      }
      go({ at: 'looking' })
      try {
        go({ at: 'looked', contents: await checkBackup({ file, ...keys }) })
      } catch (error) {
        fail(restoreFailureOf(error, false))
      }
    },
    stop: () => {
      upload.current?.abort()
      fail(null)
    },
    start: async (chosen) => {
      const control = new AbortController()
      upload.current = control
      let part = 0
      go({ at: 'sending', part })
      const onProgress = (next: number) => {
        part = next
        go(part === 1 ? { at: 'checking' } : { at: 'sending', part })
      }
      try {
        const { madeAt } = await sendBackup(chosen, { signal: control.signal, onProgress })
        go({ at: 'restarting' })
        restoreEndsSession()
        // The screen goes with the session, but who waits is told all the same; not on a page begun anew.
        let isLeft = false
        addEventListener('pagehide', () => (isLeft = true), { once: true })
        await untilRestored()
        if (isLeft) return
        toastDone(texts.done(madeAt === null ? null : dayAndTime(madeAt)))
        onRestored()
      } catch (error) {
        if (!control.signal.aborted) fail(restoreFailureOf(error, part === 1))
      }
    },
  }
}

import { useRef, useState } from 'react'
import { RESTORE_BYTES_MAX } from '../../../../server/contract/limits.ts'
import { backup as server } from '../../../../server/contract/messages.ts'
import { backups } from '../../../../server/contract/texts/backups.ts'
import { dayAndTime } from '../../lib/time.ts'
import { toastDone } from '../../ui/toast.ts'
import { type BackupUpload, sendBackup, untilRestored } from './restore-backup.ts'
import { type RestoreFailure, restoreFailureOf } from './restore-failure.ts'

const texts = backups.restore
const MIB = 1_048_576

export type RestoreStage =
  | { at: 'choosing'; failure: RestoreFailure | null }
  /** Nothing has been sent yet, and nothing will be without a confirmation. */
  | { at: 'asking'; file: File }
  /** `part`: from 0 to 1. */
  | { at: 'sending'; part: number }
  | { at: 'checking' }
  /** Decided: the server starts anew. */
  | { at: 'restarting' }

export interface Restore {
  stage: RestoreStage
  /** Asks whether the back-up is to replace what there is; says at once what can not be. */
  ask(file: File | null): void
  /** Back to choosing, from before the server has all. */
  stop(): void
  start(upload: BackupUpload): Promise<void>
}

/** A restore from the choice of a file to a server that answers again. */
export function useRestore(onRestored: () => void): Restore {
  const [stage, go] = useState<RestoreStage>({ at: 'choosing', failure: null })
  const upload = useRef<AbortController>(null)

  const fail = (failure: RestoreFailure | null) => go({ at: 'choosing', failure })

  return {
    stage,
    ask: (file) => {
      if (file === null) fail({ at: 'file', text: texts.noFile })
      else if (file.size > RESTORE_BYTES_MAX)
        fail({ at: 'file', text: server.tooLarge(RESTORE_BYTES_MAX / MIB) })
      else go({ at: 'asking', file })
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
        await untilRestored()
        toastDone(texts.done(madeAt === null ? null : dayAndTime(madeAt)))
        onRestored()
      } catch (error) {
        if (!control.signal.aborted) fail(restoreFailureOf(error, part === 1))
      }
    },
  }
}

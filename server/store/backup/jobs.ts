import type { Worker } from 'node:worker_threads'
import type { Failure } from '#contract/message.ts'
import { startThread } from '#lib/thread.ts'
import type { StoreLog } from '../database.ts'
import { StoreError, type StoreErrorCode } from '../errors.ts'
import type { BackupContents } from './check.ts'
import type { BackupOptions } from './make.ts'
import type { ReceivedOptions } from './receive.ts'
import type { Restored, RestoreOptions } from './stage.ts'

/** Options that can be sent to the job's thread. */
type Sent<Options extends { log: StoreLog }> = Omit<Options, 'log' | 'passphrase'> & {
  passphrase: string | undefined
}

export type Job =
  | { kind: 'backup'; options: Sent<BackupOptions> }
  | { kind: 'restore'; options: Sent<RestoreOptions> }
  | { kind: 'check'; options: Sent<ReceivedOptions> }

/** What the worker reports. */
export type Report =
  | { kind: 'log'; level: keyof StoreLog; message: string }
  | { kind: 'done'; result: object }
  | { kind: 'failed'; code: StoreErrorCode; why: Failure }

/** Runs back-ups, checks and restores one at a time, each in a thread of its own. All throw a StoreError. */
export function createJobs(log: StoreLog) {
  let last: Promise<unknown> = Promise.resolve()
  let worker: Worker | undefined
  let stopped = false

  const runNow = (job: Job): Promise<object> => {
    const { promise, resolve, reject } = Promise.withResolvers<object>()
    if (stopped) throw new StoreError('IO', 'stopped')
    const started = startThread({ thread: 'backups', job })
    worker = started
    started.on('message', (report: Report) => {
      if (report.kind === 'log') log[report.level]({}, report.message)
      else if (report.kind === 'done') resolve(report.result)
      else reject(new StoreError(report.code, report.why))
    })
    started.on('error', reject)
    // No effect after a result; without one the job was aborted.
    started.on('exit', () => reject(new StoreError('IO', 'stopped')))
    return promise
  }

  const queue = (job: Job): Promise<object> => {
    const result = last.then(() => runNow(job))
    last = result.catch(() => {})
    return result
  }

  return {
    /** See makeBackup. */
    backUp: (options: Sent<BackupOptions>) =>
      queue({ kind: 'backup', options }) as Promise<{ bytes: number }>,
    /** See stageRestore. */
    stage: (options: Sent<RestoreOptions>) =>
      queue({ kind: 'restore', options }) as Promise<Restored>,
    /** See checkBackup. */
    check: (options: Sent<ReceivedOptions>) =>
      queue({ kind: 'check', options }) as Promise<BackupContents>,
    /** Aborts the running job; waiting jobs fail. */
    stop: async (): Promise<void> => {
      stopped = true
      await worker?.terminate()
    },
  }
}

import type { Worker } from 'node:worker_threads'
import type { Failure } from '#contract/message.ts'
import { startThread } from '#lib/thread.ts'
import type { StoreLog } from '../database.ts'
import { StoreError, type StoreErrorCode } from '../errors.ts'
import type { BackupContents } from './check.ts'
import type { BackupOptions } from './make.ts'
import type { Restored, RestoreOptions } from './stage.ts'

export type Job =
  | { kind: 'backup'; options: Omit<BackupOptions, 'log'> }
  | {
      kind: 'restore'
      options: Omit<RestoreOptions, 'log' | 'passphrase'>
      passphrase: string | undefined
    }
  | {
      kind: 'check'
      options: Omit<RestoreOptions, 'log' | 'passphrase' | 'actor' | 'now'>
      passphrase: string | undefined
    }

/** What the worker reports. */
export type Report =
  | { kind: 'log'; level: keyof StoreLog; message: string }
  | { kind: 'done'; result: object }
  | { kind: 'failed'; code: StoreErrorCode; why: Failure }

/** Runs back-ups, checks and restores one at a time, each in a thread of its own. */
export interface Jobs {
  /** See makeBackup. Throws a StoreError. */
  backUp(options: Omit<BackupOptions, 'log'>): Promise<{ bytes: number }>
  /** See stageRestore. Throws a StoreError. */
  stage(
    options: Omit<RestoreOptions, 'log' | 'passphrase'>,
    passphrase: string | undefined,
  ): Promise<Restored>
  /** See checkBackup. Throws a StoreError. */
  check(
    options: Extract<Job, { kind: 'check' }>['options'],
    passphrase: string | undefined,
  ): Promise<BackupContents>
  /** Aborts the running job; waiting jobs fail. */
  stop(): Promise<void>
}

export function createJobs(log: StoreLog): Jobs {
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
    // Neither message came: it was aborted.
    started.on('exit', () => reject(new StoreError('IO', 'stopped')))
    return promise
  }

  const queue = (job: Job): Promise<object> => {
    const result = last.then(() => runNow(job))
    last = result.catch(() => {})
    return result
  }

  return {
    backUp: (options) => queue({ kind: 'backup', options }) as Promise<{ bytes: number }>,
    stage: (options, passphrase) =>
      queue({ kind: 'restore', options, passphrase }) as Promise<Restored>,
    check: (options, passphrase) =>
      queue({ kind: 'check', options, passphrase }) as Promise<BackupContents>,
    stop: async () => {
      stopped = true
      await worker?.terminate()
    },
  }
}

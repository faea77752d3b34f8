import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData } from '#lib/thread.ts'
import type { StoreLog } from '../database.ts'
import { StoreError } from '../errors.ts'
import { checkBackup } from './check.ts'
import type { Job, Report } from './jobs.ts'
import { makeBackup } from './make.ts'
import { stageRestore } from './stage.ts'

/**
 * Runs one job of jobs.ts in a thread of its own, because copying and checking a large database would delay
 * signatures.
 */
const report = (message: Report): void => parentPort?.postMessage(message)

const level =
  (name: keyof StoreLog): StoreLog[keyof StoreLog] =>
  (_, message) =>
    report({ kind: 'log', level: name, message })
const log: StoreLog = { info: level('info'), warn: level('warn'), error: level('error') }

function resultOf(job: Job): Promise<object> {
  if (job.kind === 'backup') return makeBackup({ ...job.options, log })
  const passphrase = async () => job.options.passphrase
  return job.kind === 'check'
    ? checkBackup({ ...job.options, passphrase, log })
    : stageRestore({ ...job.options, passphrase, log })
}

async function run(job: Job): Promise<void> {
  try {
    report({ kind: 'done', result: await resultOf(job) })
  } catch (error) {
    const { code, why } =
      error instanceof StoreError ? error : { code: 'IO' as const, why: { error: String(error) } }
    report({ kind: 'failed', code, why })
  }
}

void run((workerData as ThreadData<Job>).job)

/** Runs in the worker thread: does the jobs of worker-thread.ts. Owners take turns here, too. */

import { parentPort } from 'node:worker_threads'
import { createJob, type JobKeys } from '#protocol/jobs.ts'
import { FairQueue } from './fair-queue.ts'
import { END, type ThreadJob, type ThreadReport } from './worker-thread.ts'

const queue = new FairQueue()
const report = (message: ThreadReport): void => parentPort?.postMessage(message)

parentPort?.once('message', (keys: JobKeys) => {
  parentPort?.on('message', (message: ThreadJob | typeof END) => {
    if (message === END) end()
    else void run(keys, message)
  })
  report({ kind: 'ready' })
})

function end(): void {
  queue.stop()
  parentPort?.close()
}

async function run(keys: JobKeys, { id, owner, kind, input }: ThreadJob): Promise<void> {
  try {
    const value = await queue.run(owner, createJob(kind, keys, input))
    if (value !== null) report({ kind: 'done', id, value })
  } catch {
    // The error may contain the input, which is secret.
    report({ kind: 'failed', id })
  }
}

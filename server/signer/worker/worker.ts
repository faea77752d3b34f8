import { parentPort } from 'node:worker_threads'
import { createJob, type JobKeys } from '#protocol/jobs.ts'
import { FairQueue, timed } from './fair-queue.ts'
import { END, type ThreadJob, type ThreadReport } from './worker-thread.ts'

/** Does the jobs of curve-thread.ts in its own thread; owners take turns there, too. */
const turns = new FairQueue()
const report = (message: ThreadReport): void => parentPort?.postMessage(message)

parentPort?.once('message', (keys: JobKeys) => {
  parentPort?.on('message', (message: ThreadJob | typeof END) => {
    if (message === END) end()
    else void run(keys, message)
  })
  report({ kind: 'ready' })
})

function end(): void {
  turns.stop()
  parentPort?.close()
}

async function run(keys: JobKeys, { id, owner, kind, input }: ThreadJob): Promise<void> {
  try {
    const done = await turns.run(owner, timed(createJob(kind, keys, input)))
    if (done !== null) report({ kind: 'done', id, ...done })
  } catch {
    // Its error may hold its input.
    report({ kind: 'failed', id })
  }
}

import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** What a thread is for: main.ts, where each thread starts, has a branch for each. */
export type ThreadPurpose = 'backups' | 'curve'

/** A thread's `workerData`. */
export interface ThreadData<Job = undefined> {
  thread: ThreadPurpose
  job: Job
}

/** The file that a thread starts with. In the build it is beside the file that this code is in. */
const ENTRY = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../main.ts' : 'main.js',
)

/** @throws when the machine has no more threads to give */
export function startThread<Job>(data: ThreadData<Job>, options: WorkerOptions = {}): Worker {
  return new Worker(ENTRY, { stdout: false, execArgv: [], ...options, workerData: data })
}

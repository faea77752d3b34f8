import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** What a thread of this program may do: each kind has its own branch in the entry, main.ts. */
export type ThreadPurpose = 'backups' | 'curve'

/** What a thread finds in its `workerData`. */
export interface ThreadData<Job = undefined> {
  thread: ThreadPurpose
  job: Job
}

/** In the build, the entry is the one file that starts by itself. */
const ENTRY = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../main.ts' : 'main.js',
)

/** @throws when the machine has no more threads to give */
export function startThread<Job>(data: ThreadData<Job>, options: WorkerOptions = {}): Worker {
  return new Worker(ENTRY, { stdout: false, execArgv: [], ...options, workerData: data })
}

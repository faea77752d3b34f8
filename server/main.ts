import { isMainThread, workerData } from 'node:worker_threads'
import { EXIT, processIo } from '#cli/command.ts'
import { runCommand } from '#cli/run.ts'
import { refuseInspector } from '#lib/core-dumps.ts'
import { nodeProblem } from '#lib/node-version.ts'
import type { ThreadData, ThreadPurpose } from '#lib/thread.ts'

const THREADS: Readonly<Record<ThreadPurpose, () => Promise<unknown>>> = {
  backups: () => import('#store/backup/job-worker.ts'),
  curve: () => import('#signer/worker/worker.ts'),
}

function main(): void {
  const problem = nodeProblem(process.versions.node)
  if (problem !== undefined) {
    process.stderr.write(`floe: ${problem}\n`)
    process.exitCode = EXIT.failed
    return
  }
  // For every command, not only the server: a back-up and a restore have the sealing key in memory too.
  refuseInspector()
  void runCommand(process.argv.slice(2), processIo()).then(end)
}

/** Sets the exit code. After a failure the process ends at once, even if a timer would keep it alive. */
function end(code: number): void {
  process.exitCode = code
  if (code !== EXIT.done) process.exit()
}

if (isMainThread) main()
else THREADS[(workerData as ThreadData).thread]()

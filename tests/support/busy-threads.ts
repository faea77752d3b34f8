import { subscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'

/** How many messages each thread that has not ended has been sent beyond those that it has answered. */
const unanswered = new Map<Worker, number>()

subscribe('worker_threads', (message) => {
  const { worker } = message as { worker: Worker }
  unanswered.set(worker, 0)
  const add = (count: number) => {
    const before = unanswered.get(worker)
    if (before !== undefined) unanswered.set(worker, before + count)
  }
  const post = worker.postMessage.bind(worker)
  worker.postMessage = (...message: Parameters<Worker['postMessage']>) => {
    add(1)
    post(...message)
  }
  worker.on('message', () => add(-1))
  worker.on('exit', () => unanswered.delete(worker))
})

/**
 * Whether a thread that this process has started since this module was loaded owes an answer: right for
 * those that answer each message, as signer/worker/worker.ts does.
 */
export const isThreadBusy = (): boolean => [...unanswered.values()].some((count) => count > 0)

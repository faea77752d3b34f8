import { auth as texts } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { UnavailableError } from '#lib/errors.ts'

export type WorkQueue = ReturnType<typeof createWorkQueue>

/** Runs at most `atOnce` pieces of work at a time; at most `waiting` more wait, in their order. */
export function createWorkQueue(limits: {
  atOnce: number
  waiting: number
  /** The error message when the queue is full. */
  busy?: Message
}) {
  const waiting: (() => void)[] = []
  let running = 0

  /** Passes the slot on to the next in the queue, so that a later caller can't take it first. */
  const next = () => {
    const start = waiting.shift()
    if (start === undefined) running -= 1
    else start()
  }

  return {
    /** Runs the work once a slot is free. @throws UnavailableError BUSY at once when the queue is full */
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (running < limits.atOnce) {
        running += 1
      } else {
        if (waiting.length >= limits.waiting) {
          throw new UnavailableError('BUSY', limits.busy ?? texts.busy)
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}

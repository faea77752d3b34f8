import { auth as texts } from '#contract/messages.ts'
import { UnavailableError } from '#lib/errors.ts'

export interface WorkQueue {
  /** Runs the work when its turn comes. @throws UnavailableError BUSY at once when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs at most `atOnce` pieces of work at a time; at most `waiting` more wait, in their order. */
export function createWorkQueue(limits: {
  atOnce: number
  waiting: number
  /** What a caller is told when the queue is full. */
  busy?: string
}): WorkQueue {
  const turns: (() => void)[] = []
  let running = 0

  /** While someone waits, a turn is handed on, never freed, so nobody can slip in between. */
  const next = () => {
    const turn = turns.shift()
    if (turn === undefined) running -= 1
    else turn()
  }

  return {
    run: async (work) => {
      if (running < limits.atOnce) {
        running += 1
      } else {
        if (turns.length >= limits.waiting) {
          throw new UnavailableError('BUSY', limits.busy ?? texts.busy)
        }
        await new Promise<void>((resolve) => turns.push(resolve))
      }
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}

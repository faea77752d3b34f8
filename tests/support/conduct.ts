import { setTimeout as sleep } from 'node:timers/promises'

/** Answers nothing, in either generation. */
export const silent = () => null

/** Answers honestly so many milliseconds late, in either generation. */
export const late =
  (ms: number) =>
  async <T>(_: unknown, honest: () => T): Promise<T> => {
    await sleep(ms)
    return honest()
  }

/** What an asker does with the requests that it gets, to be changed. `C` is of its generation. */
export const steering = <C>(
  rogue: { conduct: C | typeof silent | ReturnType<typeof late> },
  onlyPings: C,
) => ({
  fallSilent: () => {
    rogue.conduct = silent
  },
  answerPingsAlone: () => {
    rogue.conduct = onlyPings
  },
  answerLate: (ms: number) => {
    rogue.conduct = late(ms)
  },
})

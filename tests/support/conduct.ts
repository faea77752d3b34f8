/** Answers nothing, in either generation. */
export const silent = () => null

/** Answers honestly this many milliseconds late, in either generation. */
export const late =
  (ms: number) =>
  async <T>(_: unknown, honest: () => T): Promise<T> => {
    // Not Node's own promise of a time-out, which can't be simulated.
    await new Promise((resolve) => setTimeout(resolve, ms))
    return honest()
  }

/** What an asker does with the requests it gets; can be changed. `C` is its generation's. */
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

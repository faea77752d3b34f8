/** Answers nothing, in either protocol. */
export const silent = () => null

/** Answers honestly this many milliseconds late, in either protocol. */
export const late =
  (ms: number) =>
  async <T>(_: unknown, honest: () => T): Promise<T> => {
    // Node's own timers/promises can't be simulated.
    await new Promise((resolve) => setTimeout(resolve, ms))
    return honest()
  }

/** The calls that change how an asker answers. `C` is the conduct in its protocol. */
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

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

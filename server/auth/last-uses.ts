import type { StoreLog } from '#store/database.ts'

const WRITE_INTERVAL = 60_000

export type LastUses = ReturnType<typeof createLastUses>

/**
 * Collects times of last use and writes them once a minute. A request never waits for the write; a
 * crash loses at most a minute of them.
 */
export function createLastUses(write: (uses: ReadonlyMap<string, number>) => void, log: StoreLog) {
  let noted = new Map<string, number>()

  const flush = () => {
    if (noted.size === 0) return
    try {
      write(noted)
      noted = new Map()
    } catch (err) {
      log.warn({ err }, 'last uses could not be written; this is retried')
    }
  }

  const timer = setInterval(flush, WRITE_INTERVAL).unref()
  return {
    note: (key: string, at: number): void => {
      noted.set(key, at)
    },
    /** Writes what was noted and ends the timer. */
    stop: (): void => {
      clearInterval(timer)
      flush()
    },
  }
}

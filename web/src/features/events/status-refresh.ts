import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '../../../../server/contract/events.ts'
import { STATUS_REFRESH_INTERVAL } from '../../../../server/contract/limits.ts'
import { statusQuery } from '../status/get-status.ts'

export interface StatusRefresh {
  /** Asks for the status: now, or as soon as a second has passed since the last time. */
  ask(): void
  stop(): void
}

/** Has the status asked anew when something has happened, and at most once a second. */
export function createStatusRefresh(queries: QueryClient): StatusRefresh {
  const { queryKey } = statusQuery
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAt = -STATUS_REFRESH_INTERVAL

  const run = () => {
    timer = undefined
    // An answer that is under way may be older than what happened: it is waited for, not taken.
    if (queries.isFetching({ queryKey }) > 0) return wait(STATUS_REFRESH_INTERVAL)
    askedAt = performance.now()
    void queries.invalidateQueries({ queryKey })
  }
  const wait = (ms: number) => {
    timer = setTimeout(run, ms)
  }
  return {
    ask: () => {
      if (timer === undefined) {
        wait(Math.max(0, askedAt + STATUS_REFRESH_INTERVAL - performance.now()))
      }
    },
    stop: () => clearTimeout(timer),
  }
}

/** Entries that tell of another state of the signer or of a relay, and peers that come or go. */
export function changesStatus({ type }: EventFrame): boolean {
  return ['system', 'ready', 'disconnect', 'warning', 'peer-status-internal'].includes(type)
}

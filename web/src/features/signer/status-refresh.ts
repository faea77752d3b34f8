import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame } from '#contract/events.ts'
import { isObject } from '../../lib/is-object.ts'
import { STATUS_REFRESH_INTERVAL } from '../../lib/limits.ts'
import { statusQuery } from '../home/get-status.ts'

export interface StatusRefresh {
  /** Asks for the status: now, or once a second has passed since the last time. */
  ask(): void
  stop(): void
}

/** Asks for the status again when something has happened, at most once a second. */
export function createStatusRefresh(queries: QueryClient): StatusRefresh {
  const { queryKey } = statusQuery
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedAt = -STATUS_REFRESH_INTERVAL

  const run = () => {
    timer = undefined
    // An answer under way may be older than what happened: it is waited for, but not used.
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

const CHANGING: readonly string[] = [
  ...['system', 'ready', 'disconnect', 'warning', 'peer-status-internal', 'overview-internal'],
]

/** Whether a frame is about the state of the signer or a relay, a peer that comes or goes, or what a peer may do. */
export const changesStatus = (frame: EventFrame): boolean =>
  isPeerPolicy(frame) || CHANGING.includes(frame.type)

/** Whether a frame says that what a peer may do has changed. */
export const isPeerPolicy = ({ data }: EventFrame): boolean => isObject(data) && 'allowSend' in data

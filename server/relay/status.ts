import type { Failure } from '#contract/message.ts'
import type { SlowDown } from './slow-down.ts'

export type RelayState = 'connecting' | 'open' | 'waiting' | 'closed'

/** One relay's state for one session. Times are Unix milliseconds. */
export interface RelayStatus {
  url: string
  state: RelayState
  since: number
  /** The relay has confirmed every subscription on the open connection. */
  heard: boolean
  /** Round trip of the last WebSocket ping; null while not open. */
  latencyMs: number | null
  /** Why it is not heard; null when all is well. */
  error: Failure | null
  /** Why it refused an event last; null once it has accepted one of that kind. It may take one kind and not another. */
  rejection: Failure | null
  /** It asks us to send less; null when it does not. */
  slowDown: SlowDown | null
  nextAttemptAt: number | null
  eventsIn: number
  eventsOut: number
  reconnects: number
}

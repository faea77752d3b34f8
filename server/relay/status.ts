import type { SlowDown } from './slow-down.ts'

export type RelayState = 'connecting' | 'open' | 'waiting' | 'closed'

/** What one relay is to one line. Times are Unix milliseconds. */
export interface RelayStatus {
  url: string
  state: RelayState
  since: number
  /** The relay has confirmed every subscription on the open connection: we hear it. */
  heard: boolean
  /** Round trip of the last WebSocket ping; null while not open. */
  latencyMs: number | null
  /** Why it is not heard, or what it last refused; null when all is well. */
  error: string | null
  /**
   * Why it refused the last event it refused; null once it has accepted one of that kind.
   * It may take one kind and not another.
   */
  rejection: string | null
  notice: string | null
  /** It asks for less, and is spared; null when it does not. */
  slowDown: SlowDown | null
  nextAttemptAt: number | null
  eventsIn: number
  eventsOut: number
  reconnects: number
}

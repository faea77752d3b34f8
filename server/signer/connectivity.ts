import { SELF_ECHO_INTERVAL } from '../contract/limits.ts'
import type { RelayStatus } from '../relay/connection.ts'
import type { EchoOutcome } from './self-echo.ts'

export interface ConnectivityOptions {
  relays(): RelayStatus[]
  sendEcho(relay: string): Promise<EchoOutcome>
  /** The relay takes our events and does not bring them back. */
  onDeaf(relay: string): void
  now: () => number
  /** Milliseconds. */
  interval?: number
}

/**
 * Sends a message to ourselves through each relay every minute: an open subscription that
 * delivers nothing looks just like a quiet one, and only this tells them apart.
 */
export class Connectivity {
  readonly #options: ConnectivityOptions
  #timer: NodeJS.Timeout | undefined
  #lastCheck: number | null = null
  #failures = 0

  constructor(options: ConnectivityOptions) {
    this.#options = options
  }

  /** When a check last ended; Unix milliseconds. */
  get lastCheck(): number | null {
    return this.#lastCheck
  }

  /** Checks in a row in which no relay brought our message back. */
  get failures(): number {
    return this.#failures
  }

  start(): void {
    const { interval = SELF_ECHO_INTERVAL } = this.#options
    this.#timer ??= setInterval(() => void this.check(), interval)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async check(): Promise<void> {
    const { relays, sendEcho, onDeaf, now } = this.#options
    const before = relays().filter((relay) => relay.heard)
    const outcomes = await Promise.all(
      before.map(async (relay) => ({ relay, outcome: await sendEcho(relay.url) })),
    )
    this.#lastCheck = now()
    this.#failures = outcomes.some(({ outcome }) => outcome.ok) ? 0 : this.#failures + 1
    for (const { relay, outcome } of outcomes) {
      // A refusal is the relay's word, and shows with it; one that reconnected has had its cure.
      const rejected = !outcome.ok && outcome.reason !== undefined
      const after = relays().find((status) => status.url === relay.url)
      const sameConnection = after?.reconnects === relay.reconnects && after.state === 'open'
      if (!outcome.ok && !rejected && sameConnection) onDeaf(relay.url)
    }
  }
}

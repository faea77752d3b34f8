import type { RelayStatus } from '#relay/status.ts'
import { SELF_ECHO_INTERVAL } from './limits.ts'
import type { EchoOutcome } from './self-echo.ts'

/** How often it is looked which relay lacks a proof, as a part of the interval. */
const LOOKS = 60

export interface ConnectivityOptions {
  relays(): RelayStatus[]
  sendEcho(relay: string): Promise<EchoOutcome>
  /** Whether a relay that must not be sent an event answers at all. */
  probe(relay: string): Promise<boolean>
  /** The relay takes our events and does not bring them back; or answers nothing. */
  onDeaf(relay: string): void
  now: () => number
  /** Milliseconds. */
  interval?: number
}

/**
 * Makes sure each minute that each relay brings us what is sent to us: an open subscription that
 * delivers nothing looks just like a quiet one. Whatever we send comes back over a sound one; only a
 * relay over which nothing has for a minute is sent a message to ourselves.
 */
export class Connectivity {
  readonly #options: Required<ConnectivityOptions>
  /** When an event of ours last came back, by relay. Unix milliseconds. */
  readonly #proofs = new Map<string, number>()
  readonly #underWay = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #lastCheck: number | null = null
  #failures = 0

  constructor(options: ConnectivityOptions) {
    this.#options = { interval: SELF_ECHO_INTERVAL, ...options }
  }

  /** When it was last known whether a relay brings us our own; Unix milliseconds. */
  get lastCheck(): number | null {
    return this.#lastCheck
  }

  /** Checks in a row in which no relay brought our message back. */
  get failures(): number {
    return this.#failures
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), this.#options.interval / LOOKS)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** An event of ours has come back. */
  returned(relay: string): void {
    const now = this.#options.now()
    this.#proofs.set(relay, now)
    this.#lastCheck = now
    this.#failures = 0
  }

  /** A relay is none of ours any more. */
  left(relay: string): void {
    this.#proofs.delete(relay)
  }

  /** Sends a message to ourselves through each relay that is heard. */
  check(): Promise<void> {
    return this.#check(this.#options.relays().filter((relay) => relay.heard))
  }

  /** Checks the relays over which nothing of ours has come back for an interval, or ever. */
  async look(): Promise<void> {
    const { relays, now, interval } = this.#options
    const from = now() - interval
    const heard = relays().filter((relay) => relay.heard)
    const unproven = heard.filter(({ url, since }) => {
      const proof = this.#proofs.get(url)
      return !this.#underWay.has(url) && (proof === undefined || Math.max(proof, since) <= from)
    })
    const isDeaf = heard.length === 0 && (this.#lastCheck ?? 0) <= from
    if (unproven.length > 0 || isDeaf) await this.#check(unproven)
  }

  async #check(before: readonly RelayStatus[]): Promise<void> {
    const { relays, now, onDeaf } = this.#options
    for (const { url } of before) this.#underWay.add(url)
    const tried = await Promise.all(
      before.map(async (relay) => ({ relay, ...(await this.#try(relay)) })),
    )
    for (const { url } of before) this.#underWay.delete(url)
    const there = new Map(relays().map((status) => [status.url, status]))
    // What came of one that was taken away meanwhile says nothing of the others.
    const outcomes = tried.filter(({ relay }) => there.has(relay.url))
    if (outcomes.length === 0 && tried.length > 0) return
    const time = now()
    this.#lastCheck = time
    this.#failures = outcomes.some(({ isWell }) => isWell) ? 0 : this.#failures + 1
    for (const { relay, isDeaf } of outcomes) {
      // Whatever came of it, the next one is an interval away.
      this.#proofs.set(relay.url, time)
      // One that reconnected has had its cure.
      const after = there.get(relay.url)
      const sameConnection = after?.reconnects === relay.reconnects && after.state === 'open'
      if (isDeaf && sameConnection) onDeaf(relay.url)
    }
  }

  async #try({ url, slowDown }: RelayStatus): Promise<{ isWell: boolean; isDeaf: boolean }> {
    if (slowDown !== null) {
      const isWell = await this.#options.probe(url)
      return { isWell, isDeaf: !isWell }
    }
    const outcome = await this.#options.sendEcho(url)
    // A refusal is the relay's word, and shows with it.
    const isRejected = !outcome.ok && outcome.reason !== undefined
    return { isWell: outcome.ok, isDeaf: !outcome.ok && !isRejected }
  }
}

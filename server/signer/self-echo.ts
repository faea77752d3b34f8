import { ECHO_SEND_TIMEOUT } from '#contract/limits.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { ErrorFamily } from '#lib/errors.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { within } from './failure.ts'

/** `reason`: the relays' reason, if one rejected the event. */
export type EchoOutcome =
  | { ok: true; latency: number }
  | { ok: false; code: ErrorFamily; error: string; reason?: string }

export interface SendEchoOptions {
  /** Use only this relay, in both directions. */
  relay?: string
  /** Milliseconds. */
  timeout?: number
}

/** A message to ourselves, encrypted and signed. */
export interface SealedEcho {
  /** The message's id, not the event's. */
  id: string
  event: NostrEvent
}

export interface SelfEchoOptions {
  /** May throw. */
  seal(): SealedEcho
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
}

interface Waiting {
  relay: string | undefined
  /** The message id, which another device with this share would answer. */
  id: string
  /** The message has come back. */
  back(): void
  fail(failure: EchoOutcome): void
}

/** Messages to ourselves, which show that a relay accepts and delivers our events. */
export class SelfEcho {
  readonly #options: SelfEchoOptions
  readonly #waiting = new Map<string, Waiting>()
  #stopped = false

  constructor(options: SelfEchoOptions) {
    this.#options = options
  }

  /** Sends a message, through all relays or one, and waits for it to come back. Never rejects. */
  async send({ relay, timeout = ECHO_SEND_TIMEOUT }: SendEchoOptions = {}): Promise<EchoOutcome> {
    if (this.#stopped) return echoFailed(protocolTexts.echoConnectionClosed)
    const startedAt = performance.now()
    let sealed: SealedEcho
    try {
      sealed = this.#options.seal()
    } catch {
      return echoFailed(protocolTexts.nodeError)
    }
    const { id, event } = sealed
    const { promise, resolve } = Promise.withResolvers<EchoOutcome>()
    const back = () =>
      resolve({ ok: true, latency: Math.max(1, Math.round(performance.now() - startedAt)) })
    this.#waiting.set(event.id, { relay, id, back, fail: resolve })
    void this.#options.publish(event, { relay }).then((result) => {
      if (result.ok) return
      const refusals = result.failures.filter(({ answered }) => answered)
      const reason = refusals.map(({ why }) => why.error).join(', ')
      resolve(echoFailed(protocolTexts.echoRejected, reason === '' ? undefined : reason))
    })
    const outcome = await within(promise, timeout)
    this.#waiting.delete(event.id)
    return outcome ?? echoFailed(protocolTexts.echoResponseTimeout(timeout / 1000))
  }

  /** An event of ours came back. */
  returned(eventId: string, relay: string): void {
    const waiting = this.#waiting.get(eventId)
    if (!waiting || (waiting.relay !== undefined && waiting.relay !== relay)) return
    waiting.back()
  }

  /** Another device with our share has answered a message, by its id. */
  answered(id: string): void {
    for (const waiting of this.#waiting.values()) {
      if (waiting.id === id && waiting.relay === undefined) waiting.back()
    }
  }

  stop(): void {
    this.#stopped = true
    const closed = echoFailed(protocolTexts.echoConnectionClosed)
    for (const waiting of this.#waiting.values()) waiting.fail(closed)
  }
}

export const echoFailed = (error: string, reason?: string): EchoOutcome => ({
  ok: false,
  code: 'ECHO_ERROR',
  error,
  ...(reason === undefined ? {} : { reason }),
})

/** How many times in an interval we look for unproven relays. */
const LOOKS = 60

export interface ConnectivityOptions {
  relays(): RelayStatus[]
  sendEcho(relay: string): Promise<EchoOutcome>
  /** Whether a relay answers at all; for relays that we must not send events to now. */
  probe(relay: string): Promise<boolean>
  /** The relay does not return our events, or does not answer. */
  onBroken(relay: string): void
  now: () => number
  /** How long a relay may return no event of ours. Milliseconds. */
  interval: number
}

/**
 * Checks every minute that each relay still delivers events: a broken subscription looks like a quiet one.
 * Our own events come back over a working relay, so only a relay that has returned none for a minute gets a
 * message to ourselves.
 */
export class Connectivity {
  readonly #options: ConnectivityOptions
  /** When an event of ours last came back, by relay. Unix milliseconds. */
  readonly #proofs = new Map<string, number>()
  readonly #underWay = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #lastCheck: number | null = null
  #failures = 0

  constructor(options: ConnectivityOptions) {
    this.#options = options
  }

  /** When a relay was last found working or broken; Unix milliseconds. */
  get lastCheck(): number | null {
    return this.#lastCheck
  }

  /** Checks in a row in which no relay returned our message. */
  get failures(): number {
    return this.#failures
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.check(), this.#options.interval / LOOKS)
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

  /** The owner has removed a relay. */
  removed(relay: string): void {
    this.#proofs.delete(relay)
  }

  /** Checks the relays that have not returned an event of ours for an interval, or ever. */
  async check(): Promise<void> {
    const { relays, now, interval } = this.#options
    const from = now() - interval
    const heard = relays().filter((relay) => relay.heard)
    const unproven = heard.filter(({ url, since }) => {
      const proof = this.#proofs.get(url)
      return !this.#underWay.has(url) && (proof === undefined || Math.max(proof, since) <= from)
    })
    const isBroken = heard.length === 0 && (this.#lastCheck ?? 0) <= from
    if (unproven.length > 0 || isBroken) await this.#checkRelays(unproven)
  }

  async #checkRelays(before: readonly RelayStatus[]): Promise<void> {
    const { relays, now, onBroken } = this.#options
    for (const { url } of before) this.#underWay.add(url)
    const tried = await Promise.all(
      before.map(async (relay) => ({ relay, ...(await this.#try(relay)) })),
    )
    for (const { url } of before) this.#underWay.delete(url)
    const there = new Map(relays().map((status) => [status.url, status]))
    // Relays that were removed meanwhile do not count.
    const outcomes = tried.filter(({ relay }) => there.has(relay.url))
    if (outcomes.length === 0 && tried.length > 0) return
    const time = now()
    this.#lastCheck = time
    this.#failures = outcomes.some(({ isWorking }) => isWorking) ? 0 : this.#failures + 1
    for (const { relay, isBroken } of outcomes) {
      this.#proofs.set(relay.url, time)
      // A relay that has reconnected meanwhile needs no other reconnect.
      const after = there.get(relay.url)
      const sameConnection = after?.reconnects === relay.reconnects && after.state === 'open'
      if (isBroken && sameConnection) onBroken(relay.url)
    }
  }

  async #try({ url, slowDown }: RelayStatus): Promise<{ isWorking: boolean; isBroken: boolean }> {
    if (slowDown !== null) {
      const isWorking = await this.#options.probe(url)
      return { isWorking, isBroken: !isWorking }
    }
    const outcome = await this.#options.sendEcho(url)
    // A relay that rejects the event works; the relay's status shows the rejection.
    const isRejected = !outcome.ok && outcome.reason !== undefined
    return { isWorking: outcome.ok, isBroken: !outcome.ok && !isRejected }
  }
}

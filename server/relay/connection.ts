import type { IncomingHttpHeaders } from 'node:http'
import { relay as texts } from '#contract/relay-messages.ts'
import type { Company } from './authentication.ts'
import type { RelayClient } from './client.ts'
import { Clients } from './clients.ts'
import { hostOf } from './dial-policy.ts'
import type { ClientFrame } from './frames.ts'
import { Keepalive } from './keepalive.ts'
import { PrivateHostError } from './private-hosts.ts'
import { Reading } from './reading.ts'
import type { Forged } from './reading-budget.ts'
import { Redial } from './redial.ts'
import { retryAfterOf } from './retry-after.ts'
import { noticesRateLimit, type SlowDown, Sparing } from './slow-down.ts'
import { describeSocketError } from './socket-error.ts'
import type { RelayState } from './status.ts'
import type { RelayTimings } from './timings.ts'
import { Wire } from './wire.ts'

export interface RelayConnectionOptions {
  url: string
  timings: RelayTimings
  /** For intervals, and for stamps: Unix milliseconds. */
  now(): number
  wall(): number
  random(): number
  /** What the clock of a relay that the owner has set says: Unix milliseconds. */
  onTime(host: string, theirs: number): void
  /** It takes no client but its first. */
  isApart: boolean
  /** The last client has left. */
  onEnd(): void
}

/** A relay that leaves more than this unread is dropped rather than buffered for. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
/** Between two notices passed on; the latest is there for whoever looks. Milliseconds. */
const NOTICE_INTERVAL = 1_000

/**
 * One WebSocket to one relay, for every client that is on it: dials when the first comes, hands each
 * what is theirs, notices when the relay goes silent, redials for as long as there is a client, and ends
 * when the last has left.
 */
export class RelayConnection {
  readonly url: string
  readonly #options: RelayConnectionOptions
  readonly #clients = new Clients()
  readonly #keepalive: Keepalive
  readonly #sparing: Sparing
  readonly #redial: Redial
  readonly #reading: Reading

  #wire: Wire | null = null
  #state: RelayState = 'closed'
  #since: number
  #error: string | null = null
  #unquotedError: string | null = null
  #notice: string | null = null
  #noticedAt = Number.NEGATIVE_INFINITY
  #isPrivate = true
  #nextAttemptAt: number | null = null
  /** It has turned us away, and is left alone. */
  #isAvoided = false
  #openedAt = 0
  #dialTimer: NodeJS.Timeout | undefined
  #connectTimer: NodeJS.Timeout | undefined

  constructor(options: RelayConnectionOptions) {
    const { url, timings, now, random } = options
    this.url = url
    this.#options = options
    this.#since = now()
    this.#redial = new Redial(timings, random)
    this.#reading = new Reading({
      onFrame: (frame) => {
        if (frame.type === 'NOTICE') this.#onNotice(frame.reason)
        else this.#clients.receive(frame)
      },
      onSpent: () => {
        if (this.#state === 'open') this.drop(texts.overload)
      },
    })
    const onChange = () => this.#tell()
    this.#sparing = new Sparing({ base: timings.spareBase, max: timings.spareMax, now, onChange })
    this.#keepalive = new Keepalive({
      pingInterval: timings.pingInterval,
      pongTimeout: timings.pongTimeout,
      now,
      onPing: () => this.#clients.each((client) => client.refill()),
      onMeasured: onChange,
      onSilent: (reason) => this.drop(reason),
    })
  }

  get state(): RelayState {
    return this.#state
  }

  get since(): number {
    return this.#since
  }

  /** Why it is not open, with the relay's own words or without them. */
  error({ isQuoted }: { isQuoted: boolean }): string | null {
    return isQuoted ? this.#error : this.#unquotedError
  }

  get latencyMs(): number | null {
    return this.#keepalive.latencyMs
  }

  get nextAttemptAt(): number | null {
    return this.#nextAttemptAt
  }

  get notice(): string | null {
    return this.#notice
  }

  get slowDown(): SlowDown | null {
    return this.#sparing.current
  }

  /** It led to a private address, or nobody knows yet where it leads. */
  get isPrivate(): boolean {
    return this.#isPrivate
  }

  get isShared(): boolean {
    return this.#clients.size > 1
  }

  /** Whether a client may join it: none may that is more cautious than how it is dialled. */
  isFor({ url, dialPolicy }: RelayClient): boolean {
    if (this.url !== url || this.#options.isApart || this.#state === 'closed') return false
    if (this.#state === 'open' && !this.#isPrivate) return true
    const dialled = this.#clients.dialPolicy
    return (
      (dialPolicy?.publicOnly ?? false) === (dialled?.publicOnly ?? false) &&
      (!dialPolicy?.publicOnly || dialPolicy.resolve === dialled?.resolve)
    )
  }

  /** @param after waits as if it had just ended for this reason, instead of dialling at once */
  join(client: RelayClient, after?: string): void {
    this.#clients.add(client)
    if (this.#state === 'open') client.opened(this.#clients.challenge)
    else if (after !== undefined) this.#retryLater(after)
    else if (this.#state === 'closed') this.#dial()
    else if (this.#state === 'waiting' && this.#mayDialSoon) this.#dial()
  }

  /** Resolves when the socket is closed, if this was the last client. */
  async leave(client: RelayClient): Promise<void> {
    if (!this.#clients.delete(client)) return
    if (this.#clients.size > 0) return
    clearTimeout(this.#dialTimer)
    this.#sparing.stop()
    const wire = this.#wire
    this.#release()
    this.#setState('closed', null)
    this.#options.onEnd()
    await wire?.hangUp()
  }

  send(frame: ClientFrame): void {
    if (!this.#wire?.isOpen) return
    if (this.#wire.unsent > MAX_BUFFERED_BYTES) this.drop(texts.unread)
    else this.#wire.send(JSON.stringify(frame))
  }

  /** Resolves when the relay has read what it was sent by now, or when the connection was cut for that. */
  async flush(timeout: number): Promise<void> {
    const wire = this.#wire
    if (!wire?.isOpen || (await wire.isRead(timeout))) return
    if (this.#wire === wire) this.drop(texts.unread)
  }

  /** The relay has accepted a client's identity. */
  identified(client: RelayClient): void {
    this.#clients.identified(client)
  }

  companyOf(client: RelayClient): Company {
    return this.#clients.companyOf(client)
  }

  /** The relay asks for less, of all of us. */
  spare(reason: string): void {
    this.#sparing.asked(reason)
  }

  /** The machine's clock was set. @param by milliseconds forward */
  clockSet(by: number): void {
    this.#clients.each((client) => client.clockSet(by))
  }

  /** An event turned out to be forged (`Reading`). */
  chargeForged(forged: Forged): void {
    this.#reading.forged(forged)
  }

  /**
   * Cuts it, and redials with backoff.
   *
   * @param unquoted the reason without any words of the relay's
   */
  drop(reason: string, unquoted = reason): void {
    if (this.#state === 'closed' || this.#state === 'waiting') return
    const wire = this.#wire
    const lasted = this.#state === 'open' ? this.#options.now() - this.#openedAt : null
    this.#release()
    wire?.cut()
    this.#retryLater(reason, { unquoted, lasted })
  }

  #dial(): void {
    const { timings } = this.#options
    clearTimeout(this.#dialTimer)
    this.#isAvoided = false
    this.#setState('connecting', this.#error, { unquoted: this.#unquotedError })
    try {
      this.#wire = new Wire(this.url, {
        dialPolicy: this.#clients.dialPolicy,
        onAddress: (isPrivate) => {
          this.#isPrivate = isPrivate
        },
        onDate: (theirs) => {
          if (this.#clients.isTrusted) this.#options.onTime(hostOf(this.url), theirs)
        },
        onOpen: () => this.#onOpen(),
        onMessage: (bytes, isBinary) => this.#reading.message(bytes, isBinary),
        onPing: (bytes) => this.#reading.control(bytes),
        onPong: (bytes) => {
          this.#keepalive.onPong()
          this.#reading.control(bytes)
        },
        onTurnedAway: (status, headers) => this.#onTurnedAway(status, headers),
        onEnd: (reason, unquoted) => this.#leftBy(reason, unquoted),
      })
    } catch (error) {
      this.#retryLater(describeSocketError(error))
      return
    }
    this.#connectTimer = setTimeout(
      () => this.drop(texts.notWithin(timings.connectTimeout)),
      timings.connectTimeout,
    )
  }

  #onOpen(): void {
    clearTimeout(this.#connectTimer)
    this.#openedAt = this.#options.now()
    this.#reading.reset()
    this.#setState('open', null)
    this.#clients.each((client) => {
      // It joined when the host was public, or before that was known.
      if (client.dialPolicy?.publicOnly && this.#isPrivate) {
        client.moveApart(describeSocketError(new PrivateHostError()))
      } else if (this.#state === 'open') client.opened(null)
    })
    if (this.#wire?.isOpen) this.#keepalive.start(this.#wire)
  }

  /** Too many requests, or out of service (RFC 9110 and 6585): perhaps for as long as it says. */
  #onTurnedAway(status: number, headers: IncomingHttpHeaders): void {
    const reason = texts.http(String(status))
    const isBusy = status === 429 || status === 503
    const span = isBusy ? retryAfterOf(headers, this.#options.wall()) : undefined
    if (status === 429 || span !== undefined) this.#sparing.asked(`rate-limited: ${reason}`, span)
    this.#isAvoided = this.slowDown !== null
    this.drop(reason)
  }

  get #mayDialSoon(): boolean {
    return !this.#isAvoided && this.#error !== texts.overload
  }

  #leftBy(reason: string, unquoted: string): void {
    const { unwelcome } = this.#clients
    this.drop(reason, unquoted)
    for (const client of unwelcome) client.moveApart(reason)
  }

  #onNotice(reason: string): void {
    this.#notice = reason
    if (noticesRateLimit(reason)) {
      const spared = this.#clients.spared(reason) ?? [this]
      for (const one of spared) one.spare(reason)
    }
    this.#clients.each((client) => client.onNotice(reason))
    const now = this.#options.now()
    if (now - this.#noticedAt < NOTICE_INTERVAL) return
    this.#noticedAt = now
    this.#tell()
  }

  /** Lets go of the socket and of every timer that belongs to it. */
  #release(): void {
    this.#wire = null
    clearTimeout(this.#connectTimer)
    this.#keepalive.stop()
    this.#clients.closed()
  }

  #retryLater(
    reason: string,
    { unquoted = reason, lasted = null }: { unquoted?: string; lasted?: number | null } = {},
  ): void {
    const now = this.#options.now()
    const spared = this.#isAvoided ? (this.slowDown?.until ?? now) - now : 0
    const delay = Math.max(spared, this.#redial.ended(reason, lasted))
    this.#nextAttemptAt = now + delay
    this.#dialTimer = setTimeout(() => this.#dial(), delay)
    this.#setState('waiting', reason, { unquoted, now })
  }

  #setState(
    state: RelayState,
    error: string | null,
    {
      unquoted = error,
      now = this.#options.now(),
    }: { unquoted?: string | null; now?: number } = {},
  ): void {
    if (this.#state !== state) this.#since = now
    this.#state = state
    this.#error = error
    this.#unquotedError = unquoted
    if (state !== 'waiting') this.#nextAttemptAt = null
    this.#tell()
  }

  #tell(): void {
    this.#clients.each((client) => client.changed())
  }
}

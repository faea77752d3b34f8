import type { IncomingHttpHeaders } from 'node:http'
import { relay as texts } from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import { type ConnectionUser, ConnectionUsers } from './connection-users.ts'
import { hostOf } from './dial-policy.ts'
import type { ClientFrame } from './frames.ts'
import type { RelayClock } from './limits.ts'
import type { Forged } from './reading-budget.ts'
import { Redial, retryAfterOf } from './redial.ts'
import { isRateLimitNotice, type SlowDown, Throttle } from './slow-down.ts'
import { describeSocketError, RelaySocket } from './socket.ts'
import type { RelayState } from './status.ts'

export interface RelayConnectionOptions extends RelayClock {
  url: string
  /** The clock of a relay that the owner has set: Unix milliseconds. */
  onTime(host: string, theirs: number): void
  /** It takes no user but its first. */
  isApart: boolean
  /** The last user has left. */
  onEnd(): void
}

/** A relay that leaves more than this unread is dropped rather than buffered for. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024

/**
 * The connection to one relay, shared by its users: dials when the first joins, redials with backoff when
 * it breaks, and ends when the last has left.
 */
export class RelayConnection {
  readonly url: string
  readonly users = new ConnectionUsers()
  readonly #options: RelayConnectionOptions
  readonly #throttle: Throttle
  readonly #redial: Redial

  #socket: RelaySocket | null = null
  #state: RelayState = 'closed'
  #since: number
  #error: Failure | null = null
  #unquotedError: Failure | null = null
  #isPrivate = true
  #nextAttemptAt: number | null = null
  /** The relay has turned us away over HTTP, and is not dialled until the slow-down ends. */
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
    this.#throttle = new Throttle({
      ...{ base: timings.slowDownBase, max: timings.slowDownMax, now },
      onChange: () => this.#reportChange(),
    })
  }

  get state(): RelayState {
    return this.#state
  }

  get since(): number {
    return this.#since
  }

  /** Why the connection is not open, with the relay's own text or without it. */
  error({ isQuoted }: { isQuoted: boolean }): Failure | null {
    return isQuoted ? this.#error : this.#unquotedError
  }

  get latencyMs(): number | null {
    return this.#socket?.latencyMs ?? null
  }

  get nextAttemptAt(): number | null {
    return this.#nextAttemptAt
  }

  get slowDown(): SlowDown | null {
    return this.#throttle.current
  }

  /** The URL led to a private address, or it is not known yet where it leads. */
  get isPrivate(): boolean {
    return this.#isPrivate
  }

  get isShared(): boolean {
    return this.users.size > 1
  }

  /** Whether a user may join: if this is open at a public address, or dialled by an equally strict policy. */
  isFor({ url, dialPolicy }: ConnectionUser): boolean {
    if (this.url !== url || this.#options.isApart || this.#state === 'closed') return false
    if (this.#state === 'open' && !this.#isPrivate) return true
    const dialled = this.users.dialPolicy
    return (
      (dialPolicy?.publicOnly ?? false) === (dialled?.publicOnly ?? false) &&
      (!dialPolicy?.publicOnly || dialPolicy.resolve === dialled?.resolve)
    )
  }

  /** @param after waits as if it had just ended for this reason, instead of dialling at once */
  join(user: ConnectionUser, after?: Failure): void {
    this.users.add(user)
    if (this.#state === 'open') user.opened(this.users.challenge)
    else if (after !== undefined) this.#retryLater(after)
    else if (this.#state === 'closed') this.#dial()
    else if (this.#state === 'waiting' && this.#mayDialSoon) this.#dial()
  }

  /** Resolves when the socket is closed, if this was the last user. */
  async leave(user: ConnectionUser): Promise<void> {
    if (!this.users.delete(user)) return
    if (this.users.size > 0) return
    clearTimeout(this.#dialTimer)
    this.#throttle.stop()
    const socket = this.#socket
    this.#release()
    this.#setState('closed', null)
    this.#options.onEnd()
    await socket?.close()
  }

  send(frame: ClientFrame): void {
    if (!this.#socket?.isOpen) return
    if (this.#socket.unsent > MAX_BUFFERED_BYTES) this.drop(texts.unread)
    else this.#socket.send(JSON.stringify(frame))
  }

  /** Resolves when the relay has read all that was sent by now; cuts the connection if that takes `timeout` ms. */
  async flush(timeout: number): Promise<void> {
    const socket = this.#socket
    if (!socket?.isOpen || (await socket.isRead(timeout))) return
    if (this.#socket === socket) this.drop(texts.unread)
  }

  /** The relay asks all users to send less. */
  throttle(reason: string): void {
    this.#throttle.request(reason)
  }

  /** Charges the relay for a forged event (`RelaySocket.chargeForged`). */
  chargeForged(forged: Forged): void {
    this.#socket?.chargeForged(forged)
  }

  /**
   * Cuts the connection, and redials with backoff.
   *
   * @param unquoted the reason without any text of the relay
   */
  drop(reason: Failure, unquoted = reason): void {
    if (this.#state === 'closed' || this.#state === 'waiting') return
    const socket = this.#socket
    const lasted = this.#state === 'open' ? this.#options.now() - this.#openedAt : null
    this.#release()
    socket?.cut()
    this.#retryLater(reason, unquoted, lasted)
  }

  #dial(): void {
    const { timings, now } = this.#options
    clearTimeout(this.#dialTimer)
    this.#isAvoided = false
    this.#setState('connecting', this.#error, this.#unquotedError)
    try {
      this.#socket = new RelaySocket(this.url, {
        ...{ dialPolicy: this.users.dialPolicy, timings, now },
        onAddress: (isPrivate) => {
          this.#isPrivate = isPrivate
        },
        onDate: (theirs) => {
          if (this.users.isTrusted) this.#options.onTime(hostOf(this.url), theirs)
        },
        onOpen: () => this.#onOpen(),
        onFrame: (frame) => {
          if (frame.type === 'NOTICE') this.#onNotice(frame.reason)
          else this.users.receive(frame)
        },
        onPing: () => this.users.each((user) => user.resetAnswerLimit()),
        onLatency: () => this.#reportChange(),
        onHttpStatus: (status, headers) => this.#onHttpStatus(status, headers),
        onFault: (reason) => this.drop(reason),
        onEnd: (reason, unquoted) => this.#onEnd(reason, unquoted),
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
    this.#setState('open', null)
    this.users.each((user) => {
      // The user joined while the host was public, or before its address was known.
      if (user.dialPolicy?.publicOnly && this.#isPrivate) {
        user.moveApart(texts.privateNetwork)
      } else if (this.#state === 'open') user.opened(null)
    })
    if (this.#socket?.isOpen) this.#socket.startPings()
  }

  /** The answers 429 (RFC 6585) and 503 (RFC 9110) may say when to dial again. */
  #onHttpStatus(status: number, headers: IncomingHttpHeaders): void {
    const reason = texts.http(String(status))
    const isBusy = status === 429 || status === 503
    const duration = isBusy ? retryAfterOf(headers, this.#options.wall()) : undefined
    if (status === 429 || duration !== undefined) {
      this.#throttle.request(`rate-limited: ${reason.error}`, duration)
    }
    this.#isAvoided = this.slowDown !== null
    this.drop(reason)
  }

  get #mayDialSoon(): boolean {
    return !this.#isAvoided && this.#error?.code !== texts.overload.code
  }

  #onEnd(reason: Failure, unquoted: Failure): void {
    const { unwelcome } = this.users
    this.drop(reason, unquoted)
    for (const user of unwelcome) user.moveApart(reason)
  }

  #onNotice(reason: string): void {
    if (isRateLimitNotice(reason)) {
      const slowed = this.users.slowedBy(reason)
      if (slowed === null) this.throttle(reason)
      else for (const user of slowed) user.slowDown(reason)
    }
    this.users.each((user) => user.onNotice(reason))
  }

  /** Forgets the socket and every timer that belongs to it. */
  #release(): void {
    this.#socket = null
    clearTimeout(this.#connectTimer)
    this.users.closed()
  }

  #retryLater(reason: Failure, unquoted = reason, lasted: number | null = null): void {
    const now = this.#options.now()
    const avoided = this.#isAvoided ? (this.slowDown?.until ?? now) - now : 0
    const delay = Math.max(avoided, this.#redial.ended(reason, lasted))
    this.#nextAttemptAt = now + delay
    this.#dialTimer = setTimeout(() => this.#dial(), delay)
    this.#setState('waiting', reason, unquoted)
  }

  #setState(state: RelayState, error: Failure | null, unquoted = error): void {
    if (this.#state !== state) this.#since = this.#options.now()
    this.#state = state
    this.#error = error
    this.#unquotedError = unquoted
    if (state !== 'waiting') this.#nextAttemptAt = null
    this.#reportChange()
  }

  #reportChange(): void {
    this.users.each((user) => user.changed())
  }
}

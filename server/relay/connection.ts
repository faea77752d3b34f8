import { WebSocket } from 'ws'
import type { Filter, NostrEvent } from '../contract/nostr.ts'
import { Authentication } from './authentication.ts'
import { backoffDelay } from './backoff.ts'
import { type Caution, unquoted } from './caution.ts'
import { type ClientFrame, parseRelayFrame, type RelayFrame, relayText } from './frames.ts'
import { Keepalive } from './keepalive.ts'
import {
  isPrivateAddress,
  namesPrivateHost,
  PrivateHostError,
  publicLookup,
} from './private-hosts.ts'
import { Publications, type PublishOutcome, unanswered } from './publications.ts'
import { cpuTime, type Forged, ReadingBudget } from './reading-budget.ts'
import { isRateLimit, noticesRateLimit, type SlowDown, Sparing } from './slow-down.ts'
import { describeSocketError } from './socket-error.ts'
import { type LiveFilter, Subscriptions } from './subscriptions.ts'
import type { RelayTimings } from './timings.ts'

/** Why a relay is left that takes more of our time than it may have. */
export const OVERLOAD = 'sends more than can be read'

export type RelayState = 'connecting' | 'open' | 'waiting' | 'closed'

/** What one relay reports of itself. Times are Unix milliseconds. */
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
   * Why it refused the last event that it refused; null once it has accepted one of that kind since.
   * It may take one kind and not another.
   */
  rejection: string | null
  notice: string | null
  /** It asks to be sent less, and is spared; null when it does not. */
  slowDown: SlowDown | null
  nextAttemptAt: number | null
  eventsIn: number
  eventsOut: number
  reconnects: number
}

export interface RelayConnectionOptions {
  url: string
  timings: RelayTimings
  now(): number
  random(): number
  /** Answers a relay's challenge (NIP-42) with a signed event of kind 22242. */
  authenticate?: ((challenge: string, url: string) => NostrEvent) | undefined
  /** For a relay that its owner has not set. */
  caution?: Caution | undefined
  onEvent(subscription: string, event: { id: string }): void
  onChange(): void
}

/**
 * A larger frame ends the connection. It is four times what is read (MAX_FRAME_BYTES), and more than
 * relays let their authors send: else one member with one large event could part all others from an
 * honest relay.
 */
const MAX_PAYLOAD_BYTES = 1024 * 1024
/** Of one message: servers write parts of 4 kB at least. */
const MAX_FRAGMENTS = 256
/** Of one frame, as it came in: an honest one of 256 KiB takes some 200 over the worst of networks. */
const MAX_CHUNKS = 1_024
/** A relay that leaves more than this unread is dropped rather than buffered for. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
const CLOSE_TIMEOUT = 1_000
/** What a probe asks under, and for: an event that there is none of. */
const PROBE = 'floe-probe'
const NOTHING: Filter = { ids: ['0'.repeat(64)], limit: 1 }
/** From one notice that is told to the next; the latest is there for whoever looks. Milliseconds. */
const NOTICE_INTERVAL = 1_000

/**
 * One relay: dials, subscribes, publishes, authenticates, notices when the relay goes silent, and
 * dials again for as long as it is started.
 */
export class RelayConnection {
  readonly url: string
  readonly #options: RelayConnectionOptions
  readonly #subscriptions: Subscriptions
  readonly #publications: Publications
  readonly #authentication: Authentication
  readonly #keepalive: Keepalive
  readonly #sparing: Sparing
  readonly #probes = new Set<(answered: boolean) => void>()
  readonly #counts = new Map<string, (count: number | null) => void>()

  #socket: WebSocket | null = null
  /** What it says is kept out of every word of ours. */
  #isUnquoted: boolean
  #state: RelayState = 'closed'
  #since: number
  #error: string | null = null
  /** By the kind of the event, the latest last. */
  readonly #rejections = new Map<number, string>()
  #notice: string | null = null
  #noticedAt = Number.NEGATIVE_INFINITY
  #budget = new ReadingBudget()
  /** How often in a row it has sent more than can be read. */
  #overloads = 0
  #nextAttemptAt: number | null = null
  #eventsIn = 0
  #eventsOut = 0
  #connections = 0
  #attempt = 0
  #openedAt = 0
  #dialTimer: NodeJS.Timeout | undefined
  #connectTimer: NodeJS.Timeout | undefined

  constructor(options: RelayConnectionOptions) {
    this.url = options.url
    this.#options = options
    this.#since = options.now()
    this.#isUnquoted = options.caution !== undefined
    const send = (frame: ClientFrame) => this.#send(frame)
    this.#publications = new Publications(send)
    const { authenticate } = options
    this.#authentication = new Authentication({
      sign: authenticate && ((challenge) => authenticate(challenge, options.url)),
      send,
    })
    this.#sparing = new Sparing({
      base: options.timings.spareBase,
      max: options.timings.spareMax,
      now: options.now,
      onChange: options.onChange,
    })
    this.#keepalive = new Keepalive({
      pingInterval: options.timings.pingInterval,
      pongTimeout: options.timings.pongTimeout,
      now: options.now,
      onPing: () => this.#authentication.refill(),
      onMeasured: options.onChange,
      onSilent: (reason) => this.#drop(reason),
    })
    this.#subscriptions = new Subscriptions({
      send,
      timings: options.timings,
      now: options.now,
      random: options.random,
      onChange: (problem) => {
        this.#error = problem
        options.onChange()
      },
      onSuspect: (reason) => this.#drop(reason),
    })
  }

  get status(): RelayStatus {
    return {
      url: this.url,
      state: this.#state,
      since: this.#since,
      heard: this.heard,
      latencyMs: this.#keepalive.latencyMs,
      error: this.#error,
      rejection: this.#rejection,
      notice: this.#notice,
      slowDown: this.#sparing.current,
      nextAttemptAt: this.#nextAttemptAt,
      eventsIn: this.#eventsIn,
      eventsOut: this.#eventsOut,
      reconnects: Math.max(0, this.#connections - 1),
    }
  }

  get heard(): boolean {
    return this.#state === 'open' && this.#subscriptions.confirmed
  }

  start(): void {
    if (this.#state === 'closed') this.#dial()
  }

  /** Ends the connection for good; resolves when its socket is closed. */
  async stop(): Promise<void> {
    clearTimeout(this.#dialTimer)
    this.#sparing.stop()
    const socket = this.#socket
    this.#release()
    this.#publications.failAll('connection closed')
    this.#setState('closed', null)
    if (socket) await closeSocket(socket)
  }

  subscribe(id: string, filters: LiveFilter[]): void {
    this.#subscriptions.add(id, filters)
  }

  unsubscribe(id: string): void {
    this.#subscriptions.remove(id)
  }

  publish(event: NostrEvent): Promise<PublishOutcome> {
    if (this.#state === 'closed') {
      return Promise.resolve(unanswered('connection closed'))
    }
    return this.#publications.publish(event, this.#options.timings.publishTimeout)
  }

  /** The relay's count of matching events (NIP-45); null when it does not say in time. */
  count(id: string, filters: Filter[]): Promise<number | null> {
    if (this.#state !== 'open') return Promise.resolve(null)
    return new Promise((resolve) => {
      const settle = (count: number | null) => {
        clearTimeout(timer)
        this.#counts.delete(id)
        resolve(count)
      }
      const timer = setTimeout(() => settle(null), this.#options.timings.eoseTimeout)
      this.#counts.set(id, settle)
      this.#send(['COUNT', id, ...filters])
    })
  }

  /**
   * Whether the relay answers a question about nothing, which costs no event: for when it must not be
   * sent any. False also when it does not in time, or the connection ends.
   */
  probe(): Promise<boolean> {
    if (this.#state !== 'open') return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (answered: boolean) => {
        clearTimeout(timer)
        this.#probes.delete(settle)
        if (answered) this.#send(['CLOSE', PROBE])
        resolve(answered)
      }
      const timer = setTimeout(() => settle(false), this.#options.timings.eoseTimeout)
      this.#probes.add(settle)
      this.#send(['REQ', PROBE, NOTHING])
    })
  }

  /** Gives up a connection that looks open but does not work, and dials anew with backoff. */
  reconnect(reason: string): void {
    this.#drop(reason)
  }

  /**
   * Takes from what the relay may have of our CPU time, and gives the connection up when it has had
   * too much.
   *
   * @param ms spent on what it has sent
   */
  charge(ms: number): void {
    this.#budget.spend(ms)
    if (this.#budget.isSpent && this.#state === 'open') this.#drop(OVERLOAD)
  }

  /**
   * Takes what an event has cost that its author never signed. Its bytes count as those of what can't
   * be read: a relay that checks what it is sent has none to bring.
   */
  chargeForged({ bytes, ms }: Forged): void {
    this.#budget.receive(bytes, false)
    this.charge(ms)
  }

  #dial(): void {
    const { timings, caution } = this.#options
    this.#setState('connecting', this.#error)
    let socket: WebSocket
    try {
      if (caution?.publicOnly && namesPrivateHost(this.url)) throw new PrivateHostError()
      socket = new WebSocket(this.url, {
        ...(caution?.publicOnly && { lookup: publicLookup(caution.resolve) }),
        maxPayload: MAX_PAYLOAD_BYTES,
        maxFragments: MAX_FRAGMENTS,
        maxBufferedChunks: MAX_CHUNKS,
        perMessageDeflate: false,
        // A frame at a time: between two of them it is everybody else's turn.
        allowSynchronousEvents: false,
      })
    } catch (error) {
      this.#retryLater(describeSocketError(error))
      return
    }
    this.#socket = socket
    this.#connectTimer = setTimeout(
      () => this.#drop(`no connection within ${timings.connectTimeout} ms`),
      timings.connectTimeout,
    )
    // A socket that was let go of may still have something to say, which is nobody's business then.
    const isCurrent = () => socket === this.#socket
    if (caution !== undefined) {
      socket.on('upgrade', ({ socket: { remoteAddress = '' } }) => {
        this.#isUnquoted = isPrivateAddress(remoteAddress)
      })
    }
    socket.on('open', () => {
      if (isCurrent()) this.#onOpen(socket)
    })
    socket.on('message', (data, isBinary) => {
      if (isCurrent()) this.#onMessage(data as Buffer, isBinary)
    })
    socket.on('ping', (data) => {
      if (isCurrent()) this.#onControl(data)
    })
    socket.on('pong', (data) => {
      if (!isCurrent()) return
      this.#keepalive.onPong()
      this.#onControl(data)
    })
    socket.on('error', (error) => {
      if (isCurrent()) this.#drop(describeSocketError(error))
    })
    socket.on('close', (code, reason) => {
      const words = this.#isUnquoted ? '' : reason.toString()
      if (isCurrent()) this.#drop(closeReason(code, words))
    })
  }

  #onOpen(socket: WebSocket): void {
    clearTimeout(this.#connectTimer)
    this.#connections += 1
    this.#openedAt = this.#options.now()
    this.#budget = new ReadingBudget()
    this.#authentication.reset()
    this.#setState('open', null)
    this.#subscriptions.opened()
    this.#publications.opened()
    this.#keepalive.start(socket)
  }

  #onControl(bytes: Buffer): void {
    this.#budget.receive(bytes.length, true)
    this.charge(0)
  }

  #onMessage(bytes: Buffer, isBinary: boolean): void {
    const begun = cpuTime()
    const frame = isBinary ? null : parseRelayFrame(bytes)
    if (frame) this.#handle(this.#isUnquoted ? unquoted(frame) : frame)
    this.#budget.receive(bytes.length, frame !== null)
    this.charge(cpuTime() - begun)
  }

  #handle(frame: RelayFrame): void {
    switch (frame.type) {
      case 'EVENT':
        if (!this.#subscriptions.has(frame.subscription)) return
        this.#eventsIn += 1
        if (this.#subscriptions.onEvent(frame.subscription, createdAtOf(frame.event))) {
          this.#options.onEvent(frame.subscription, frame.event)
        }
        return
      case 'EOSE':
        if (frame.subscription === PROBE) this.#probed(true)
        else this.#subscriptions.onEose(frame.subscription)
        return
      case 'CLOSED':
        this.#onClosed(frame.subscription, frame.reason)
        return
      case 'OK':
        this.#onOk(frame.id, frame.accepted, frame.reason)
        return
      case 'AUTH':
        this.#authentication.challenged(frame.challenge)
        return
      case 'NOTICE':
        this.#onNotice(frame.reason)
        return
      case 'COUNT':
        this.#counts.get(frame.subscription)?.(frame.count)
        return
    }
  }

  #onNotice(reason: string): void {
    this.#notice = reason
    if (noticesRateLimit(reason)) this.#sparing.asked(reason)
    this.#subscriptions.onNotice(reason)
    const now = this.#options.now()
    if (now - this.#noticedAt < NOTICE_INTERVAL) return
    this.#noticedAt = now
    this.#options.onChange()
  }

  #onClosed(subscription: string, reason: string): void {
    if (subscription === PROBE) {
      this.#probed(true)
      return
    }
    if (isRateLimit(reason)) this.#sparing.asked(reason)
    this.#counts.get(subscription)?.(null)
    const deferred = wantsAuth(reason) && this.#authentication.answer()
    const words = wantsAuth(reason) ? (this.#authentication.refusal ?? reason) : reason
    this.#subscriptions.onClosed(subscription, words, deferred)
  }

  #onOk(id: string, accepted: boolean, reason: string): void {
    if (this.#authentication.onOk(id, accepted, reason)) {
      if (!accepted) {
        this.#error = this.#authentication.refusal
        this.#options.onChange()
      }
      // After a refusal too: the relay then refuses each of them, in so many words.
      this.#subscriptions.retryNow()
      this.#publications.resend()
      return
    }
    if (!accepted && wantsAuth(reason) && this.#publications.has(id)) {
      if (this.#authentication.answer()) return
    }
    if (accepted || reason.startsWith('duplicate:')) {
      const event = this.#publications.onOk(id, { accepted: true })
      if (event === null) return
      this.#eventsOut += 1
      if (this.#rejections.delete(event.kind)) this.#options.onChange()
      return
    }
    const words = reason === '' ? 'no reason given' : reason
    const event = this.#publications.onOk(id, { accepted: false, answered: true, reason: words })
    if (event === null) return
    if (isRateLimit(words)) {
      this.#sparing.asked(words)
      return
    }
    const before = this.#rejection
    this.#rejections.delete(event.kind)
    this.#rejections.set(event.kind, words)
    if (before !== words) this.#options.onChange()
  }

  #probed(answered: boolean): void {
    for (const settle of [...this.#probes]) settle(answered)
  }

  get #rejection(): string | null {
    return [...this.#rejections.values()].at(-1) ?? null
  }

  #send(frame: ClientFrame): void {
    const socket = this.#socket
    if (!socket || socket.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#drop('relay does not read what it is sent')
      return
    }
    socket.send(JSON.stringify(frame))
  }

  #drop(reason: string): void {
    if (this.#state === 'closed' || this.#state === 'waiting') return
    const socket = this.#socket
    if (this.#state === 'open') {
      const { stableAfter, overloadMax } = this.#options.timings
      const lasted = this.#options.now() - this.#openedAt
      if (lasted >= stableAfter) this.#attempt = 0
      if (lasted >= overloadMax) this.#overloads = 0
    }
    if (reason === OVERLOAD) this.#overloads += 1
    this.#release()
    socket?.terminate()
    this.#retryLater(reason)
  }

  /** Lets go of the socket and of every timer that belongs to it. */
  #release(): void {
    this.#socket = null
    clearTimeout(this.#connectTimer)
    this.#keepalive.stop()
    this.#subscriptions.closed()
    this.#publications.closed()
    this.#probed(false)
    for (const settle of [...this.#counts.values()]) settle(null)
  }

  #retryLater(reason: string): void {
    const { timings, random, now } = this.#options
    const usual = backoffDelay(
      this.#attempt,
      { base: timings.backoffBase, max: timings.backoffMax, floor: timings.backoffFloor },
      random,
    )
    const { overloadBase, overloadMax } = timings
    const delay =
      reason === OVERLOAD
        ? Math.max(usual, Math.min(overloadMax, overloadBase * 2 ** (this.#overloads - 1)))
        : usual
    this.#attempt += 1
    this.#nextAttemptAt = now() + delay
    this.#dialTimer = setTimeout(() => this.#dial(), delay)
    this.#setState('waiting', reason)
  }

  #setState(state: RelayState, error: string | null): void {
    if (this.#state !== state) this.#since = this.#options.now()
    this.#state = state
    this.#error = error
    if (state !== 'waiting') this.#nextAttemptAt = null
    this.#options.onChange()
  }
}

/** Fields are not checked here: what has no date is not held against it. */
const createdAtOf = (event: { created_at?: unknown }): number =>
  typeof event.created_at === 'number' ? event.created_at : Number.POSITIVE_INFINITY

const wantsAuth = (reason: string): boolean => reason.startsWith('auth-required:')

const closeReason = (code: number, reason: string): string =>
  `relay closed the connection${reason === '' ? ` (${code})` : `: ${relayText(reason)}`}`

function closeSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) {
      resolve()
      return
    }
    const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
    else socket.close(1000)
  })
}

import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import { relay as texts } from '#contract/codes.ts'
import type { Failure, Message } from '#contract/message.ts'
import {
  type DialPolicy,
  isPrivateAddress,
  namesPrivateHost,
  PrivateHostError,
  publicLookup,
} from './dial-policy.ts'
import { parseRelayFrame, type RelayFrame, relayText } from './frames.ts'
import type { RelayTimings } from './limits.ts'
import { cpuTime, type Forged, ReadingBudget } from './reading-budget.ts'

/**
 * A larger frame ends the connection. This is about twice what is read (MAX_FRAME_BYTES), and more than relays let
 * authors send: otherwise one peer with one large event could cut all others off from an honest relay.
 */
const MAX_PAYLOAD_BYTES = 1024 * 1024
/** Per message: servers write fragments of at least 4 kB. */
const MAX_FRAGMENTS = 256
/** Chunks in which a frame arrives: one of 528 KiB takes some 400 over the worst of networks. */
const MAX_CHUNKS = 1_024
const CLOSE_TIMEOUT = 1_000

export interface RelaySocketOptions {
  /** How it is dialled; undefined for a relay that the owner has set. */
  dialPolicy: DialPolicy | undefined
  timings: Pick<RelayTimings, 'pingInterval' | 'pongTimeout'>
  /** For intervals: Unix milliseconds. */
  now(): number
  /** Whether the URL leads to a private address. Called before the socket is open. */
  onAddress(isPrivate: boolean): void
  /** The relay's clock, from its HTTP answer: Unix milliseconds. */
  onDate(theirs: number): void
  onOpen(): void
  onFrame(frame: RelayFrame): void
  /** We are about to ping the relay. */
  onPing(): void
  /** The first round trip was measured. */
  onLatency(): void
  /** The relay has answered the upgrade with this HTTP status instead, such as 503. */
  onHttpStatus(status: number, headers: IncomingHttpHeaders): void
  /** The socket should be cut: it costs too much CPU time, or the relay is silent. */
  onFault(reason: Failure): void
  /** The relay has closed the socket, or it failed. @param unquoted the reason without any text of the relay */
  onEnd(reason: Failure, unquoted: Failure): void
}

/**
 * One dialled WebSocket: parses frames within a CPU budget, and pings the relay, which finds half-open
 * connections and measures the round trip. Calls nothing back once it was cut or closed by us.
 */
export class RelaySocket {
  readonly #options: RelaySocketOptions
  readonly #socket: WebSocket
  readonly #budget = new ReadingBudget()
  #isReleased = false
  #latencyMs: number | null = null
  #pingedAt = 0
  #pingTimer: NodeJS.Timeout | undefined
  #pongTimer: NodeJS.Timeout | undefined

  /** @throws an error that says why the URL can't be dialled */
  constructor(url: string, options: RelaySocketOptions) {
    const { dialPolicy } = options
    this.#options = options
    if (dialPolicy?.publicOnly && namesPrivateHost(url)) throw new PrivateHostError()
    this.#socket = new WebSocket(url, {
      ...(dialPolicy?.publicOnly && { lookup: publicLookup(dialPolicy.resolve) }),
      maxPayload: MAX_PAYLOAD_BYTES,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_CHUNKS,
      perMessageDeflate: false,
      // One frame per turn of the event loop, so that a flood does not block everything else.
      allowSynchronousEvents: false,
    })
    this.#listen()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Bytes written that have not left yet. */
  get unsent(): number {
    return this.#socket.bufferedAmount
  }

  /** Round trip of the last answered ping; null while there is none. */
  get latencyMs(): number | null {
    return this.#latencyMs
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  /** Pings at once, then on an interval. */
  startPings(): void {
    this.#pingTimer = setInterval(() => this.#ping(), this.#options.timings.pingInterval)
    this.#ping()
  }

  /**
   * An event turned out to be forged. Its bytes are charged like unreadable ones: a relay that checks
   * signatures sends no such event.
   */
  chargeForged({ bytes, ms }: Forged): void {
    this.#budget.receive(bytes, false)
    this.#charge(ms)
  }

  /**
   * Whether the relay has read all that was sent by now: then it answers the ping that follows. `#ping` sends no
   * such bytes.
   *
   * @param timeout ms
   */
  isRead(timeout: number): Promise<boolean> {
    const socket = this.#socket
    const mark = randomBytes(8)
    return new Promise((resolve) => {
      const settle = (isRead: boolean) => {
        clearTimeout(timer)
        socket.off('pong', onPong)
        socket.off('close', onClose)
        resolve(isRead)
      }
      const onPong = (bytes: Buffer) => {
        if (mark.equals(bytes)) settle(true)
      }
      // A closed socket sends nothing any more.
      const onClose = () => settle(true)
      const timer = setTimeout(() => settle(false), timeout)
      socket.on('pong', onPong)
      socket.on('close', onClose)
      socket.ping(mark)
    })
  }

  /** Ends it at once. */
  cut(): void {
    this.#release()
    this.#socket.terminate()
  }

  /** Ends it after what was sent; resolves when it is closed. */
  close(): Promise<void> {
    this.#release()
    const socket = this.#socket
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

  #release(): void {
    this.#isReleased = true
    clearInterval(this.#pingTimer)
    clearTimeout(this.#pongTimer)
  }

  #listen(): void {
    const { onAddress, onOpen, onDate, onHttpStatus, onEnd } = this.#options
    const socket = this.#socket
    const unlessReleased = (act: () => void): void => {
      if (!this.#isReleased) act()
    }
    const reportDate = ({ date = '' }: IncomingHttpHeaders): void => {
      const theirs = Date.parse(date)
      // The header cuts off to a whole second.
      if (!Number.isNaN(theirs)) onDate(theirs + 500)
    }
    socket.on('upgrade', ({ headers, socket: { remoteAddress = '' } }) =>
      unlessReleased(() => {
        onAddress(isPrivateAddress(remoteAddress))
        reportDate(headers)
      }),
    )
    socket.on('unexpected-response', (_, { statusCode = 0, headers }) =>
      unlessReleased(() => {
        reportDate(headers)
        onHttpStatus(statusCode, headers)
      }),
    )
    socket.on('open', () => unlessReleased(onOpen))
    socket.on('message', (data, isBinary) =>
      unlessReleased(() => this.#onMessage(data as Buffer, isBinary)),
    )
    socket.on('ping', (data) => unlessReleased(() => this.#onControl(data)))
    socket.on('pong', (data) =>
      unlessReleased(() => {
        this.#onPong()
        this.#onControl(data)
      }),
    )
    socket.on('error', (error) =>
      unlessReleased(() => onEnd(describeSocketError(error), describeSocketError(error))),
    )
    socket.on('close', (code, reason) =>
      unlessReleased(() => onEnd(closeReason(code, reason.toString()), closeReason(code, ''))),
    )
  }

  #onMessage(bytes: Buffer, isBinary: boolean): void {
    const startedAt = cpuTime()
    const frame = isBinary ? null : parseRelayFrame(bytes)
    if (frame) this.#options.onFrame(frame)
    this.#budget.receive(bytes.length, frame !== null)
    this.#charge(cpuTime() - startedAt)
  }

  #onControl(bytes: Buffer): void {
    this.#budget.receive(bytes.length, true)
    this.#charge(0)
  }

  #charge(ms: number): void {
    this.#budget.spend(ms)
    if (this.#budget.isSpent && !this.#isReleased) this.#options.onFault(texts.overload)
  }

  #ping(): void {
    const { timings, now, onPing, onFault } = this.#options
    onPing()
    if (this.#pongTimer !== undefined) return
    this.#pingedAt = now()
    this.#pongTimer = setTimeout(
      () => onFault(texts.silent(timings.pongTimeout)),
      timings.pongTimeout,
    )
    this.#socket.ping()
  }

  #onPong(): void {
    if (this.#pongTimer === undefined) return
    clearTimeout(this.#pongTimer)
    this.#pongTimer = undefined
    const isFirst = this.#latencyMs === null
    this.#latencyMs = Math.max(0, this.#options.now() - this.#pingedAt)
    if (isFirst) this.#options.onLatency()
  }
}

const closeReason = (code: number, reason: string): Message =>
  reason === '' ? texts.closedBy(code) : texts.closedSaying(relayText(reason))

const MESSAGES: Record<string, Message> = {
  ECONNREFUSED: texts.refused,
  ECONNRESET: texts.reset,
  EPIPE: texts.reset,
  EHOSTUNREACH: texts.hostUnreachable,
  ENETUNREACH: texts.networkUnreachable,
  ENOTFOUND: texts.notFound,
  EAI_AGAIN: texts.lookUp,
  ETIMEDOUT: texts.timedOut,
  EPROTO: texts.handshake,
  CERT_HAS_EXPIRED: texts.expired,
  DEPTH_ZERO_SELF_SIGNED_CERT: texts.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: texts.selfSigned,
  ERR_TLS_CERT_ALTNAME_INVALID: texts.otherHost,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: texts.unverified,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: texts.unverified,
  ERR_PRIVATE_HOST: texts.privateNetwork,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: texts.largeFrame,
}

/** A socket's error as a message for the owner; its code if there is none. Never the error's own text. */
export function describeSocketError(error: unknown): Message {
  if (!(error instanceof Error)) return texts.failed
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return MESSAGES[code] ?? texts.failedBy(code)
  return texts.failed
}

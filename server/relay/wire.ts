import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'
import { relay as texts } from '#contract/relay-messages.ts'
import type { DialPolicy } from './dial-policy.ts'
import { relayText } from './frames.ts'
import {
  isPrivateAddress,
  namesPrivateHost,
  PrivateHostError,
  publicLookup,
} from './private-hosts.ts'
import { describeSocketError } from './socket-error.ts'

/**
 * A larger frame ends the connection. This is about twice what is read (MAX_FRAME_BYTES), and more than
 * relays let authors send: otherwise one member with one large event could cut all others off from an
 * honest relay.
 */
const MAX_PAYLOAD_BYTES = 1024 * 1024
/** Per message: servers write fragments of at least 4 kB. */
const MAX_FRAGMENTS = 256
/** Per frame, as it came in: an honest one of 528 KiB takes some 400 over the worst of networks. */
const MAX_CHUNKS = 1_024
const CLOSE_TIMEOUT = 1_000

export interface WireOptions {
  /** How it is dialled; undefined for a relay that the owner has set. */
  dialPolicy: DialPolicy | undefined
  /** Whether it leads to a private address: known before it is open. */
  onAddress(isPrivate: boolean): void
  /** What its clock says, if it says that: Unix milliseconds. */
  onDate(theirs: number): void
  onOpen(): void
  onMessage(bytes: Buffer, isBinary: boolean): void
  onPing(bytes: Buffer): void
  onPong(bytes: Buffer): void
  /** The relay has answered the upgrade with this status instead, such as 503. */
  onTurnedAway(status: number, headers: IncomingHttpHeaders): void
  /** The relay has ended it, or it failed. @param unquoted why, without any words of the relay's */
  onEnd(reason: string, unquoted: string): void
}

/** One dialled WebSocket, which says nothing more once it was dropped. */
export class Wire {
  readonly #socket: WebSocket
  #isLetGo = false

  /** @throws an error that says why it can't even be dialled */
  constructor(url: string, options: WireOptions) {
    const { dialPolicy } = options
    if (dialPolicy?.publicOnly && namesPrivateHost(url)) throw new PrivateHostError()
    this.#socket = new WebSocket(url, {
      ...(dialPolicy?.publicOnly && { lookup: publicLookup(dialPolicy.resolve) }),
      maxPayload: MAX_PAYLOAD_BYTES,
      maxFragments: MAX_FRAGMENTS,
      maxBufferedChunks: MAX_CHUNKS,
      perMessageDeflate: false,
      // A frame at a time: between two of them it is everybody else's turn.
      allowSynchronousEvents: false,
    })
    this.#listen(options)
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Bytes given to be sent that are not gone yet. */
  get unsent(): number {
    return this.#socket.bufferedAmount
  }

  send(text: string): void {
    this.#socket.send(text)
  }

  ping(): void {
    this.#socket.ping()
  }

  /**
   * Whether the relay has read all that was sent by now. It answers a ping after that; one that the
   * relay sends of itself has other bytes.
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
      // Nothing of it leaves any more.
      const onClose = () => settle(true)
      const timer = setTimeout(() => settle(false), timeout)
      socket.on('pong', onPong)
      socket.on('close', onClose)
      socket.ping(mark)
    })
  }

  /** Ends it at once. */
  cut(): void {
    this.#isLetGo = true
    this.#socket.terminate()
  }

  /** Ends it after what was sent; resolves when it is closed. */
  hangUp(): Promise<void> {
    this.#isLetGo = true
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

  #listen(options: WireOptions): void {
    const { onAddress, onOpen, onMessage, onPing, onPong, onTurnedAway, onEnd } = options
    const socket = this.#socket
    // A dropped socket may still have something to say, which is nobody's business then.
    const unlessLetGo = (tell: () => void): void => {
      if (!this.#isLetGo) tell()
    }
    const tellDate = ({ date = '' }: IncomingHttpHeaders): void => {
      const theirs = Date.parse(date)
      // To a whole second, cut off.
      if (!Number.isNaN(theirs)) options.onDate(theirs + 500)
    }
    socket.on('upgrade', ({ headers, socket: { remoteAddress = '' } }) =>
      unlessLetGo(() => {
        onAddress(isPrivateAddress(remoteAddress))
        tellDate(headers)
      }),
    )
    socket.on('unexpected-response', (_, { statusCode = 0, headers }) =>
      unlessLetGo(() => {
        tellDate(headers)
        onTurnedAway(statusCode, headers)
      }),
    )
    socket.on('open', () => unlessLetGo(onOpen))
    socket.on('message', (data, isBinary) => unlessLetGo(() => onMessage(data as Buffer, isBinary)))
    socket.on('ping', (data) => unlessLetGo(() => onPing(data)))
    socket.on('pong', (data) => unlessLetGo(() => onPong(data)))
    socket.on('error', (error) =>
      unlessLetGo(() => onEnd(describeSocketError(error), describeSocketError(error))),
    )
    socket.on('close', (code, reason) =>
      unlessLetGo(() => onEnd(closeReason(code, reason.toString()), closeReason(code, ''))),
    )
  }
}

const closeReason = (code: number, reason: string): string =>
  reason === '' ? texts.closedBy(code) : texts.closedSaying(relayText(reason))

import type { EventFrame, SentFrame } from '../../../../server/contract/events.ts'
import { NORMAL_CLOSE, POLICY_CLOSE } from '../../../../server/contract/limits.ts'
import { fromSent } from '../../../../server/contract/sent-frames.ts'
import { reconnectDelay } from '../../lib/backoff.ts'

export interface EventStreamOptions {
  /** Where to connect now: it names the last entry seen, so that nothing is missed. */
  url(): string
  /** The subprotocols to offer, among them the one that says who connects. */
  protocols?(): string[]
  /** The first frame of each connection, which is no entry of the log. */
  onGreeting(frame: EventFrame): void
  onFrame(frame: EventFrame): void
  /** Also hears that the first attempt has failed, and not that it was stopped. */
  onOpenChange(open: boolean): void
  /** The server has closed it by a rule: who was signed in may no longer be. */
  onPolicyClose?(): void
  /** Milliseconds, from the failures in a row. */
  delay?: (failures: number) => number
}

/**
 * The event stream for as long as it is started: connects again whenever the server has closed it
 * or it broke, with whatever code: a page that is open is there to watch.
 */
export class EventStream {
  readonly #options: EventStreamOptions
  readonly #delay: (failures: number) => number
  #socket: WebSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #started = false
  /** null: not known yet. */
  #open: boolean | null = null

  constructor(options: EventStreamOptions) {
    this.#options = options
    this.#delay = options.delay ?? reconnectDelay
  }

  start(): void {
    if (this.#started) return
    this.#started = true
    this.#connect()
  }

  stop(): void {
    this.#started = false
    this.#drop()
    this.#open = null
  }

  /** Connects anew at once: for when a connection may be dead without anybody having said so. */
  renew(): void {
    if (!this.#started) return
    this.#drop()
    this.#setOpen(false)
    this.#failures = 0
    this.#connect()
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url(), this.#options.protocols?.())
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return
      const frame = fromSent(JSON.parse(String(data)) as SentFrame)
      if (this.#open) {
        this.#options.onFrame(frame)
        return
      }
      this.#failures = 0
      this.#setOpen(true)
      this.#options.onGreeting(frame)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#setOpen(false)
      if (code === POLICY_CLOSE) this.#options.onPolicyClose?.()
      // Whoever heard of it may have stopped it, or begun anew.
      if (!this.#started || this.#socket !== null) return
      this.#timer = setTimeout(() => this.#connect(), this.#delay(this.#failures))
      this.#failures += 1
    }
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    socket?.close(NORMAL_CLOSE)
  }

  #setOpen(open: boolean): void {
    if (open === this.#open) return
    this.#open = open
    this.#options.onOpenChange(open)
  }
}

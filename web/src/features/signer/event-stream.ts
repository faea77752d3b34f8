import type { EventFrame, SentFrame } from '#contract/events.ts'
import { POLICY_CLOSE } from '#contract/limits.ts'
import { fromSent } from '#contract/sent-frames.ts'
import { reconnectDelay } from '../../lib/backoff.ts'
import { NORMAL_CLOSE } from '../../lib/limits.ts'
import { sessionId } from '../../lib/session.ts'

interface EventStreamOptions {
  /** Where to connect: the address names the last entry seen, so that nothing is missed. */
  url(): string
  /** The first frame of each connection, which is not a log entry. */
  onGreeting(frame: EventFrame): void
  onFrame(frame: EventFrame): void
  /** Called also when the first attempt fails, but not when the stream is stopped. */
  onOpenChange(open: boolean): void
  /** Called when the server has closed it with `POLICY_CLOSE`: the session may have ended. */
  onPolicyClose(): void
  /** The delay in milliseconds, by the number of failures in a row. */
  delay?: (failures: number) => number
}

/**
 * The event stream while it is started. It reconnects whenever the server closed it or it broke,
 * whatever the code, because an open page is there to watch.
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

  /** Reconnects at once, for when a connection may have died silently. */
  renew(): void {
    if (!this.#started) return
    this.#drop()
    this.#setOpen(false)
    this.#failures = 0
    this.#connect()
  }

  #connect(): void {
    const socket = new WebSocket(this.#options.url(), streamProtocols())
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
      if (code === POLICY_CLOSE) this.#options.onPolicyClose()
      // The listener may have stopped or restarted it.
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

/**
 * The event stream's address. @param since the id of the last entry seen: what was missed comes
 * first
 */
export function streamUrl(since?: number): string {
  const path = since === undefined ? './api/events' : `./api/events?since=${since}`
  const url = new URL(path, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/**
 * The subprotocols to offer, one of which carries the session: a page can't set headers of a WebSocket, and addresses
 * end up in logs.
 */
function streamProtocols(): string[] {
  const id = sessionId()
  return id === null ? ['floe'] : ['floe', `session.${id}`]
}

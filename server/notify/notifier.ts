import type { Delivery } from '#contract/notify.ts'
import type { Channel, Notification } from './notification.ts'
import { type Delivered, deliver } from './webhook.ts'

/** Notices that wait for a dead sink; of more the oldest are dropped. */
const WAITING_MAX = 100
/** Before a notice is tried again: at first, and at most. Milliseconds. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 5 * 60_000

export interface NotifierOptions {
  /** Null: nobody is told. Asked anew for each notice. */
  channel(): Channel | null
  deliver?: (
    channel: Channel,
    notification: Notification,
    signal: AbortSignal,
  ) => Promise<Delivered>
  /** Unix milliseconds. */
  now?: () => number
  /** Milliseconds. Tests shorten it; nothing else does. */
  firstRetry?: number
}

/**
 * Tells the owner, one notice after another and each once, without anyone waiting for it. What could
 * not be delivered is tried again, ever more rarely; what is over by then is left out.
 */
export class Notifier {
  readonly #options: Required<NotifierOptions>
  readonly #waiting: Notification[] = []
  /** Causes that the owner was told of, and not yet of their end. */
  readonly #told = new Set<string>()
  readonly #end = new AbortController()
  #retry: NodeJS.Timeout | undefined
  #pause: number
  #isBusy = false
  #last: Delivery | null = null

  constructor(options: NotifierOptions) {
    this.#options = { deliver, now: Date.now, firstRetry: FIRST_RETRY, ...options }
    this.#pause = this.#options.firstRetry
  }

  get last(): Delivery | null {
    return this.#last
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Never throws, and returns at once. */
  tell(notification: Notification): void {
    if (this.#end.signal.aborted || this.#options.channel() === null) return
    const { cause, state } = notification
    const isNews = this.#told.has(cause) || this.#waiting.some((other) => other.cause === cause)
    if (state === 'over' && !isNews) return
    this.#waiting.push(notification)
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
    void this.#deliverAll()
  }

  /** One try, whose outcome is the caller's to show. */
  try(channel: Channel, notification: Notification): Promise<Delivered> {
    return this.#options.deliver(channel, notification, this.#end.signal)
  }

  /** The sink has changed: what waits is tried with the new one at once. */
  sinkChanged(): void {
    this.#pause = this.#options.firstRetry
    this.#last = null
    if (this.#options.channel() === null) this.#waiting.length = 0
    clearTimeout(this.#retry)
    void this.#deliverAll()
  }

  /** What waits is lost. */
  stop(): void {
    this.#end.abort()
    clearTimeout(this.#retry)
    this.#waiting.length = 0
  }

  /** The next one to tell. What is over before anyone was told of it is left out. */
  #next(): Notification | undefined {
    const [notification] = this.#waiting
    if (notification?.state !== 'open') return notification
    const isOver = ({ cause, state }: Notification) =>
      cause === notification.cause && state === 'over'
    if (!this.#waiting.some(isOver)) return notification
    this.#remove(({ cause }) => cause === notification.cause)
    return this.#next()
  }

  #remove(which: (notification: Notification) => boolean): void {
    const left = this.#waiting.filter((notification) => !which(notification))
    this.#waiting.splice(0, this.#waiting.length, ...left)
  }

  async #deliverAll(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    clearTimeout(this.#retry)
    try {
      for (
        let notification = this.#next();
        notification !== undefined;
        notification = this.#next()
      ) {
        const done = notification
        if (!(await this.#deliver(done))) return this.#later()
        this.#remove((other) => other === done)
      }
    } finally {
      this.#isBusy = false
    }
  }

  async #deliver(notification: Notification): Promise<boolean> {
    const channel = this.#options.channel()
    if (channel === null) return true
    const { deliver: send, now } = this.#options
    const outcome = await send(channel, notification, this.#end.signal)
    if (this.#end.signal.aborted) return false
    this.#last = { at: new Date(now()).toISOString(), ...outcome }
    if (!outcome.ok) return false
    this.#pause = this.#options.firstRetry
    if (notification.state === 'open') this.#told.add(notification.cause)
    else this.#told.delete(notification.cause)
    return true
  }

  #later(): void {
    if (this.#end.signal.aborted) return
    this.#retry = setTimeout(() => void this.#deliverAll(), this.#pause)
    this.#retry.unref()
    this.#pause = Math.min(this.#pause * 2, LAST_RETRY)
  }
}

import type { Delivery } from '#contract/notify.ts'
import type { Notification } from './notification.ts'
import { type Channel, type Delivered, deliver } from './webhook.ts'

/** Notifications that wait while the channel fails; beyond that the oldest are dropped. */
const WAITING_MAX = 100
/** Wait before a retry: at first, and at most. Milliseconds. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 5 * 60_000

/** Stores the notifications that were sent of needs that have not ended since. They outlast a restart. */
export interface NotifiedNeeds {
  /** May throw. */
  get(): Notification[]
  /** May throw. */
  set(sent: readonly Notification[]): void
}

export interface NotifierOptions {
  /** Called for each notification; null: none is sent. */
  channel(): Channel | null
  kept: NotifiedNeeds
  /** Called when `kept` throws. */
  onError(error: unknown): void
  deliver?: (
    channel: Channel,
    notification: Notification,
    signal: AbortSignal,
  ) => Promise<Delivered>
  /** Milliseconds. Tests shorten it; nothing else does. */
  firstRetry?: number
}

/**
 * Sends notifications to the owner in the background, one after another and each once. Failed ones are
 * retried with backoff; those that are over by then are left out.
 */
export class Notifier {
  readonly #options: Required<NotifierOptions>
  readonly #waiting: Notification[] = []
  /** Notifications that were sent, and whose end was not, by cause. */
  readonly #notified: Map<string, Notification>
  readonly #end = new AbortController()
  #retry: NodeJS.Timeout | undefined
  #pause: number
  #isBusy = false
  #last: Delivery | null = null

  constructor(options: NotifierOptions) {
    this.#options = { deliver, firstRetry: FIRST_RETRY, ...options }
    this.#pause = this.#options.firstRetry
    this.#notified = new Map(this.#read().map((sent) => [sent.cause, sent]))
  }

  /** If it can't be read, the owner is notified of open needs once more. */
  #read(): Notification[] {
    try {
      return this.#options.kept.get()
    } catch (error) {
      this.#options.onError(error)
      return []
    }
  }

  get last(): Delivery | null {
    return this.#last
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Notifications of what is open, sent or waiting, unless the end waits too. */
  get open(): Notification[] {
    const isOver = new Set(
      this.#waiting.flatMap(({ state, cause }) => (state === 'over' ? [cause] : [])),
    )
    const openings = [
      ...this.#notified.values(),
      ...this.#waiting.filter(({ state }) => state === 'open'),
    ]
    return openings.filter(({ cause }) => !isOver.has(cause))
  }

  /** Never throws, and returns at once. */
  notify(notification: Notification): void {
    if (this.#end.signal.aborted) return
    const { cause, state } = notification
    const isNotified = this.#notified.has(cause)
    if (this.#options.channel() === null) {
      // This end is not sent, now or later.
      if (state === 'over' && isNotified) this.#note(notification)
      return
    }
    const isKnown = isNotified || this.#waiting.some((other) => other.cause === cause)
    if (state === 'over' && !isKnown) return
    this.#waiting.push(notification)
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
    void this.#deliverAll()
  }

  /** Sends one notification at once, without a retry. */
  test(channel: Channel, notification: Notification): Promise<Delivered> {
    return this.#options.deliver(channel, notification, this.#end.signal)
  }

  /** The channel has changed: waiting notifications are sent over the new one at once. */
  channelChanged(): void {
    this.#pause = this.#options.firstRetry
    this.#last = null
    if (this.#options.channel() === null) this.#waiting.length = 0
    clearTimeout(this.#retry)
    void this.#deliverAll()
  }

  /** Drops waiting notifications. */
  stop(): void {
    this.#end.abort()
    clearTimeout(this.#retry)
    this.#waiting.length = 0
  }

  /** The next notification to send. Removes those whose end waits too. */
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
        if (!(await this.#deliver(done))) return this.#retryLater()
        this.#remove((other) => other === done)
      }
    } finally {
      this.#isBusy = false
    }
  }

  async #deliver(notification: Notification): Promise<boolean> {
    const channel = this.#options.channel()
    if (channel === null) return true
    const outcome = await this.#options.deliver(channel, notification, this.#end.signal)
    if (this.#end.signal.aborted) return false
    this.#last = { at: new Date().toISOString(), ...outcome }
    if (!outcome.ok) return false
    this.#pause = this.#options.firstRetry
    this.#note(notification)
    return true
  }

  /** Records that a notification was sent, or never will be. */
  #note(notification: Notification): void {
    const { cause, state, kind } = notification
    if (state === 'open') this.#notified.set(cause, notification)
    else this.#notified.delete(cause)
    if (kind !== 'need') return
    const { kept, onError } = this.#options
    try {
      kept.set([...this.#notified.values()].filter((sent) => sent.kind === 'need'))
    } catch (error) {
      onError(error)
    }
  }

  #retryLater(): void {
    if (this.#end.signal.aborted) return
    this.#retry = setTimeout(() => void this.#deliverAll(), this.#pause)
    this.#retry.unref()
    this.#pause = Math.min(this.#pause * 2, LAST_RETRY)
  }
}

/** In the settings of the process. @param keyset its id */
export function createNotifiedNeeds(
  settings: { get(name: string): string | undefined; set(name: string, value: string): void },
  keyset: number,
): NotifiedNeeds {
  const name = `notified-needs-${keyset}`
  return {
    // As written by `set`.
    get: () => JSON.parse(settings.get(name) ?? '[]'),
    set: (sent) => settings.set(name, JSON.stringify(sent)),
  }
}

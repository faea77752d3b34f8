import type { Delivery } from '#contract/notify.ts'
import type { Notice, Sink } from './notice.ts'
import { type Delivered, deliver } from './webhook.ts'

/** Notices that wait for a dead sink; of more the oldest are dropped. */
const WAITING_MAX = 100
/** Before a notice is tried again: at first, and at most. Milliseconds. */
const FIRST_RETRY = 1_000
const LAST_RETRY = 5 * 60_000

export interface NotifierOptions {
  /** Null: nobody is told. Asked anew for each notice. */
  sink(): Sink | null
  deliver?: (sink: Sink, notice: Notice, signal: AbortSignal) => Promise<Delivered>
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
  readonly #waiting: Notice[] = []
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
  tell(notice: Notice): void {
    if (this.#end.signal.aborted || this.#options.sink() === null) return
    const { cause, state } = notice
    const isNews = this.#told.has(cause) || this.#waiting.some((other) => other.cause === cause)
    if (state === 'over' && !isNews) return
    this.#waiting.push(notice)
    if (this.#waiting.length > WAITING_MAX) this.#waiting.shift()
    void this.#deliverAll()
  }

  /** One try, whose outcome is the caller's to show. */
  try(sink: Sink, notice: Notice): Promise<Delivered> {
    return this.#options.deliver(sink, notice, this.#end.signal)
  }

  /** The sink has changed: what waits is tried with the new one at once. */
  sinkChanged(): void {
    this.#pause = this.#options.firstRetry
    this.#last = null
    if (this.#options.sink() === null) this.#waiting.length = 0
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
  #next(): Notice | undefined {
    const [notice] = this.#waiting
    if (notice?.state !== 'open') return notice
    const isOver = ({ cause, state }: Notice) => cause === notice.cause && state === 'over'
    if (!this.#waiting.some(isOver)) return notice
    this.#remove(({ cause }) => cause === notice.cause)
    return this.#next()
  }

  #remove(which: (notice: Notice) => boolean): void {
    const left = this.#waiting.filter((notice) => !which(notice))
    this.#waiting.splice(0, this.#waiting.length, ...left)
  }

  async #deliverAll(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    clearTimeout(this.#retry)
    try {
      for (let notice = this.#next(); notice !== undefined; notice = this.#next()) {
        const done = notice
        if (!(await this.#deliver(done))) return this.#later()
        this.#remove((other) => other === done)
      }
    } finally {
      this.#isBusy = false
    }
  }

  async #deliver(notice: Notice): Promise<boolean> {
    const sink = this.#options.sink()
    if (sink === null) return true
    const { deliver: send, now } = this.#options
    const outcome = await send(sink, notice, this.#end.signal)
    if (this.#end.signal.aborted) return false
    this.#last = { at: new Date(now()).toISOString(), ...outcome }
    if (!outcome.ok) return false
    this.#pause = this.#options.firstRetry
    if (notice.state === 'open') this.#told.add(notice.cause)
    else this.#told.delete(notice.cause)
    return true
  }

  #later(): void {
    if (this.#end.signal.aborted) return
    this.#retry = setTimeout(() => void this.#deliverAll(), this.#pause)
    this.#retry.unref()
    this.#pause = Math.min(this.#pause * 2, LAST_RETRY)
  }
}

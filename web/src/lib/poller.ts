export interface PollerOptions {
  /** Reads once and hands on what came; must not throw. */
  read(): Promise<void>
  /** From the end of one read to the start of the next. Milliseconds. */
  interval: number
  /** The least time from the start of one read to the start of the next. Milliseconds. */
  gap?: number
}

const GAP = 500

/** Reads at once, then again and again, and sooner when asked; never two reads at a time. */
export class Poller {
  readonly #read: () => Promise<void>
  readonly #interval: number
  readonly #gap: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #running = false
  #wanted = false
  #startedAt = Number.NEGATIVE_INFINITY
  #stopped = false

  constructor({ read, interval, gap = GAP }: PollerOptions) {
    this.#read = read
    this.#interval = interval
    this.#gap = gap
  }

  start(): void {
    this.#stopped = false
    this.#schedule(0)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** What is read after this call is shown; calls that come close together share one read. */
  refresh(): void {
    if (this.#running) this.#wanted = true
    else this.#schedule(this.#startedAt + this.#gap - performance.now())
  }

  #schedule(wait: number): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, wait))
  }

  async #run(): Promise<void> {
    this.#running = true
    this.#wanted = false
    this.#startedAt = performance.now()
    try {
      await this.#read()
    } finally {
      this.#running = false
      const soon = this.#startedAt + this.#gap - performance.now()
      this.#schedule(this.#wanted ? soon : this.#interval)
    }
  }
}

import { parseRelayFrame, type RelayFrame } from './frames.ts'
import { cpuTime, type Forged, ReadingBudget } from './reading-budget.ts'

export interface ReadingOptions {
  onFrame(frame: RelayFrame): void
  /** It has taken more of our time than it may have. */
  onSpent(): void
}

/** Reads what comes over one connection, and keeps account of what that costs. */
export class Reading {
  readonly #options: ReadingOptions
  #budget = new ReadingBudget()

  constructor(options: ReadingOptions) {
    this.#options = options
  }

  /** A new connection starts with a full budget. */
  reset(): void {
    this.#budget = new ReadingBudget()
  }

  message(bytes: Buffer, isBinary: boolean): void {
    const begun = cpuTime()
    const frame = isBinary ? null : parseRelayFrame(bytes)
    if (frame) this.#options.onFrame(frame)
    this.#budget.receive(bytes.length, frame !== null)
    this.#charge(cpuTime() - begun)
  }

  /** A ping or a pong. */
  control(bytes: Buffer): void {
    this.#budget.receive(bytes.length, true)
    this.#charge(0)
  }

  /**
   * An event turned out to be forged. Its bytes are charged like those of what can't be read: a relay that
   * checks what it is sent brings no such event.
   */
  forged({ bytes, ms }: Forged): void {
    this.#budget.receive(bytes, false)
    this.#charge(ms)
  }

  #charge(ms: number): void {
    this.#budget.spend(ms)
    if (this.#budget.isSpent) this.#options.onSpent()
  }
}

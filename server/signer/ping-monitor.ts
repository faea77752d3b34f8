import { PING_INTERVAL } from '../contract/limits.ts'
import type { EventLog } from './events.ts'

export interface PingMonitorOptions {
  pingAll(): Promise<unknown>
  log: EventLog
  /** Milliseconds. */
  interval?: number
}

/**
 * Pings every peer at once when started, then on an interval. Starting it twice only warns; once
 * stopped, it stays so until it is started.
 */
export class PingMonitor {
  readonly #options: Required<PingMonitorOptions>
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: PingMonitorOptions) {
    this.#options = { interval: PING_INTERVAL, ...options }
  }

  get isRunning(): boolean {
    return this.#timer !== undefined
  }

  start(): void {
    const { pingAll, log, interval } = this.#options
    if (this.#timer !== undefined) {
      log.add('warning', 'Ping monitor is already running')
      return
    }
    this.#stopped = false
    this.#timer = setInterval(() => void pingAll(), interval)
    void pingAll()
  }

  /** Starts it, unless it runs or someone has stopped it. */
  resume(): void {
    if (!this.isRunning && !this.#stopped) this.start()
  }

  stop(): void {
    this.#stopped = true
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** @returns whether it runs now */
  toggle(): boolean {
    if (this.isRunning) this.stop()
    else this.start()
    return this.isRunning
  }
}

import type { KeysetLog } from '#events/event-log.ts'

/** What the owner should know and act on, each announced once for as long as it lasts. */
export class Warnings {
  readonly #active = new Map<string, string>()
  readonly #log: KeysetLog

  constructor(log: KeysetLog) {
    this.#log = log
  }

  get list(): string[] {
    return [...this.#active.values()]
  }

  has(key: string): boolean {
    return this.#active.has(key)
  }

  raise(key: string, message: string, data?: Record<string, unknown>): void {
    if (this.#active.has(key)) return
    this.#active.set(key, message)
    this.#log.add('warning', message, data)
  }

  clear(key: string): void {
    this.#active.delete(key)
  }
}

import type { Filter } from '#contract/nostr.ts'
import type { ClientFrame } from './frames.ts'

/** The id of an event that does not exist. */
const NOTHING: Filter = { ids: ['0'.repeat(64)], limit: 1 }

export interface LivenessOptions {
  send(frame: ClientFrame): void
  /** Milliseconds. */
  timeout: number
  /** A name for a subscription. */
  newId(): string
}

/**
 * Whether a relay answers a question about nothing, which costs no event: for when it must not be sent
 * any.
 */
export class Liveness {
  readonly #options: LivenessOptions
  readonly #underWay = new Map<string, (isAnswered: boolean) => void>()

  constructor(options: LivenessOptions) {
    this.#options = options
  }

  /** False when it does not answer in time, or the connection ends. */
  ask(): Promise<boolean> {
    const { send, timeout, newId } = this.#options
    const id = newId()
    return new Promise((resolve) => {
      const settle = (isAnswered: boolean) => {
        clearTimeout(timer)
        this.#underWay.delete(id)
        if (isAnswered) send(['CLOSE', id])
        resolve(isAnswered)
      }
      const timer = setTimeout(() => settle(false), timeout)
      this.#underWay.set(id, settle)
      send(['REQ', id, NOTHING])
    })
  }

  has(id: string): boolean {
    return this.#underWay.has(id)
  }

  answered(id: string): void {
    this.#underWay.get(id)?.(true)
  }

  failAll(): void {
    for (const settle of [...this.#underWay.values()]) settle(false)
  }
}

import { randomUUID } from 'node:crypto'
import type { Recipient, Answers } from './answers.ts'
import { ACK_SENT_FOR } from './limits.ts'
import { success } from './message.ts'
import type { RegisteredApp, Registry } from './registry.ts'

export interface ConnectAcksOptions {
  registry: Pick<Registry, 'all' | 'get' | 'set'>
  answers: Pick<Answers, 'send'>
  recipientOf(app: RegisteredApp, client: string): Recipient
  /** An app knows who answers it from now on. */
  onAcknowledged(app: RegisteredApp): void
  onError(error: unknown): void
  /** Unix milliseconds. */
  now: () => number
}

/**
 * The first answer to apps that came with a link of their own: its secret, by which they learn who answers
 * them. It is kept with the app until a relay has taken it, so that no restart loses it.
 */
export class ConnectAcks {
  readonly #options: ConnectAcksOptions
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(options: ConnectAcksOptions) {
    this.#options = options
  }

  /** Sends all that are yet to be sent, without waiting for it. */
  sendAll(): void {
    for (const { id } of this.#options.registry.all) void this.send(id)
  }

  /** Resolves once a relay has taken it, or it is given up for now. Never rejects. */
  send(id: string): Promise<void> {
    const underWay =
      this.#underWay.get(id) ?? this.#send(id).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, underWay)
    return underWay
  }

  async #send(id: string): Promise<void> {
    const { registry, answers, recipientOf, onAcknowledged, onError, now } = this.#options
    const app = registry.get(id)
    if (app === undefined || app.client === null || app.greeting === null) return
    const { client, greeting } = app
    try {
      const isLate = now() - (app.pairedAt ?? 0) > ACK_SENT_FOR
      const isTaken =
        !isLate &&
        (await answers.send(recipientOf(app, client), {
          ...{ id: randomUUID(), answer: success(greeting) },
          ...{ cipher: 'nip44', askedAt: 0 },
        }))
      const current = registry.get(id)
      if (!(isTaken || isLate) || current?.client !== client || current.greeting !== greeting)
        return
      const acknowledged = registry.set({ ...current, greeting: null })
      if (isTaken) onAcknowledged(acknowledged)
    } catch (error) {
      onError(error)
    }
  }
}

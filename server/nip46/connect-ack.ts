import { randomUUID } from 'node:crypto'
import type { Addressee, Answers } from './answers.ts'
import { GREETED_FOR } from './limits.ts'
import { success } from './message.ts'
import type { RegisteredApp, Registry } from './registry.ts'

export interface GreetingsOptions {
  registry: Pick<Registry, 'all' | 'get' | 'set'>
  answers: Pick<Answers, 'send'>
  addresseeOf(app: RegisteredApp, client: string): Addressee
  /** An app knows who answers it from now on. */
  onGreeted(app: RegisteredApp): void
  onError(error: unknown): void
  /** Unix milliseconds. */
  now: () => number
}

/**
 * The first answer to apps that came with a link of their own: its secret, by which they learn who answers
 * them. It is kept with the app until a relay has taken it, so that no restart loses it.
 */
export class Greetings {
  readonly #options: GreetingsOptions
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(options: GreetingsOptions) {
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
    const { registry, answers, addresseeOf, onGreeted, onError, now } = this.#options
    const app = registry.get(id)
    if (app === undefined || app.client === null || app.greeting === null) return
    const { client, greeting } = app
    try {
      const isLate = now() - (app.pairedAt ?? 0) > GREETED_FOR
      const isTaken =
        !isLate &&
        (await answers.send(addresseeOf(app, client), {
          ...{ id: randomUUID(), answer: success(greeting) },
          ...{ cipher: 'nip44', askedAt: 0 },
        }))
      const current = registry.get(id)
      if (!(isTaken || isLate) || current?.client !== client || current.greeting !== greeting)
        return
      const greeted = registry.set({ ...current, greeting: null })
      if (isTaken) onGreeted(greeted)
    } catch (error) {
      onError(error)
    }
  }
}

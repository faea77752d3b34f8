import type { RuleSet } from '#policy/rule-set.ts'
import type { Stop } from '#policy/stop.ts'
import { type AnswerKey, createAnswerKey } from './message.ts'
import { callerOf } from './registration.ts'
import type { RegisteredApp, Registry } from './registry.ts'

/** A client, for as long as it is paired with its app and not blocked. */
interface Session {
  client: string
  controller: AbortController
  /** Aborts with the session, or with the owner's stop that `stopped` stands for. */
  results: { stopped: AbortSignal; signal: AbortSignal } | null
}

export interface AppSessionsOptions {
  registry: Pick<Registry, 'get'>
  ruleSet: Pick<RuleSet, 'isSuspended'>
  stop: Pick<Stop, 'signal'>
  /** A client is gone or suspended. Must forget the results that the key has made for apps. */
  onBlocked(): void
}

/** The signals that end what is sent to apps' clients, and the keys that encrypt it. */
export class AppSessions {
  readonly #options: AppSessionsOptions
  /** By app. */
  readonly #sessions = new Map<string, Session>()
  readonly #answerKeys = new Map<string, { client: string; key: AnswerKey }>()

  constructor(options: AppSessionsOptions) {
    this.#options = options
  }

  /**
   * A signal that aborts when nothing may be sent to an app's client any more. For a client that is not paired,
   * it is aborted from the beginning if the app is blocked, or else never.
   */
  signalOf(id: string, client: string): AbortSignal {
    if (this.#isBlocked(id)) return AbortSignal.abort()
    if (this.#options.registry.get(id)?.client !== client) return new AbortController().signal
    const known = this.#sessions.get(id)
    if (known?.client === client) return known.controller.signal
    const controller = new AbortController()
    this.#sessions.set(id, { client, controller, results: null })
    return controller.signal
  }

  /** As `signalOf`, for results: aborts when the owner stops everything, too. */
  resultSignalOf(id: string, client: string): AbortSignal {
    const { signal: stopped } = this.#options.stop
    const signal = this.signalOf(id, client)
    const session = this.#sessions.get(id)
    if (session?.controller.signal !== signal) return AbortSignal.any([signal, stopped])
    if (session.results?.stopped !== stopped) {
      session.results = { stopped, signal: AbortSignal.any([signal, stopped]) }
    }
    return session.results.signal
  }

  /** The key that answers a client of an app; null when the client's key is invalid. */
  answerKeyOf(app: RegisteredApp, client: string): AnswerKey | null {
    const known = this.#answerKeys.get(app.id)
    if (known?.client === client) return known.key
    try {
      const key = createAnswerKey(app.seckey, app.signer, client)
      if (client === app.client) this.#answerKeys.set(app.id, { client, key })
      return key
    } catch {
      return null
    }
  }

  /** Call when an app has another client or none, or is gone. */
  changed(id: string): void {
    const session = this.#sessions.get(id)
    const client = this.#options.registry.get(id)?.client ?? null
    if (session !== undefined && session.client !== client) this.end(id)
    this.#answerKeys.delete(id)
  }

  /** Ends the sessions of apps that are suspended. */
  review(): void {
    for (const id of this.#sessions.keys()) if (this.#isBlocked(id)) this.end(id)
  }

  /** Ends an app's session: its earlier requests are not answered any more, even if the client is paired again. */
  end(id: string): void {
    this.#sessions.get(id)?.controller.abort()
    this.#sessions.delete(id)
    this.#options.onBlocked()
  }

  stop(): void {
    for (const { controller } of this.#sessions.values()) controller.abort()
  }

  #isBlocked(id: string): boolean {
    const { ruleSet, registry } = this.#options
    const app = registry.get(id)
    return app === undefined || ruleSet.isSuspended(callerOf(app))
  }
}

import { randomUUID, timingSafeEqual } from 'node:crypto'
import { appEvent as texts } from '#contract/app-messages.ts'
import type { Claims } from '#contract/apps.ts'
import { jsonObject } from '#contract/json-object.ts'
import type { Clock } from '#lib/clock.ts'
import type { Answers, Recipient } from './answers.ts'
import { ACK_SENT_FOR } from './limits.ts'
import { readClaims } from './link.ts'
import { success } from './message.ts'
import { isOpen, type RegisteredApp, type Registry } from './registry.ts'
import type { Usage } from './usage.ts'

/** An event of an app, for the event log and the audit. */
export interface AppEvent {
  action: 'app.pair' | 'app.sign-out' | 'app.wrong-secret'
  app: string
  type: 'info' | 'warning'
  /** For the event log, given the app's name. */
  message(name: string): string
}

export interface PairingOptions {
  registry: Pick<Registry, 'set' | 'get'>
  usage: Pick<Usage, 'add'>
  /** Another client is paired, or none. */
  onChange(app: string): void
  record(event: AppEvent): void
  clock: Pick<Clock, 'latest'>
}

/** Pairs clients with apps and signs them out. Throws when that can't be stored; then nothing has changed. */
export class Pairing {
  readonly #options: PairingOptions
  readonly #wrongSecrets = new Map<string, number>()

  constructor(options: PairingOptions) {
    this.#options = options
  }

  /** Whether this is the secret of the app's open link. */
  fits({ invitation }: RegisteredApp, secret: string): boolean {
    if (invitation === null || !isOpen(invitation, this.#options.clock)) return false
    return isSame(secret, invitation.secret)
  }

  /** Uses up the link, and replaces any client from before, in one write. */
  pair(app: RegisteredApp, client: string, metadata: string): void {
    const { registry, usage, onChange, record, clock } = this.#options
    const claims = { ...app.claims, ...claimsOf(metadata) }
    const pairedAt = clock.latest.now()
    registry.set({ ...app, client, claims, invitation: null, greeting: null, pairedAt })
    this.#wrongSecrets.delete(app.id)
    onChange(app.id)
    usage.add(app.id, 'connect')
    const isOther = app.client !== null && app.client !== client
    const message = isOther ? texts.replaced : texts.paired
    record({ action: 'app.pair', app: app.id, type: 'info', message })
  }

  /**
   * The app's client connects again. Its metadata only adds what is still missing: otherwise an app could
   * cause a write each time by sending something else.
   */
  reconnected(app: RegisteredApp, metadata: string): void {
    const { registry, usage, onChange } = this.#options
    usage.add(app.id, 'connect')
    const claims = { ...claimsOf(metadata), ...app.claims }
    if (Object.keys(claims).length === Object.keys(app.claims).length) return
    registry.set({ ...app, claims })
    onChange(app.id)
  }

  /** Ends the pairing, unless another client was paired meanwhile. */
  signOut(id: string, client: string): void {
    const { registry, onChange, record } = this.#options
    const app = registry.get(id)
    if (app?.client !== client) return
    registry.set({ ...app, client: null, greeting: null, formerRelays: [] })
    onChange(id)
    record({ action: 'app.sign-out', app: id, type: 'info', message: texts.signedOut })
  }

  noteWrongSecret({ id }: RegisteredApp): void {
    const times = this.wrongSecretsOf(id) + 1
    this.#wrongSecrets.set(id, times)
    // Once: many attempts would fill the log and the audit.
    if (times > 1) return
    const message = texts.wrongSecret
    this.#options.record({ action: 'app.wrong-secret', app: id, type: 'warning', message })
  }

  /** How many wrong secrets were sent since the last pairing, or the start. */
  wrongSecretsOf(app: string): number {
    return this.#wrongSecrets.get(app) ?? 0
  }
}

export interface ConnectAcksOptions {
  registry: Pick<Registry, 'all' | 'get' | 'set'>
  answers: Pick<Answers, 'send'>
  recipientOf(app: RegisteredApp, client: string): Recipient
  /** A relay has taken the app's acknowledgement. */
  onAcknowledged(app: RegisteredApp): void
  onError(error: unknown): void
  /** Unix milliseconds. */
  now: () => number
}

/**
 * The first answer to apps with a nostrconnect link: the link's secret, which shows them who answers. It is
 * stored with the app until a relay has taken it, so that a restart does not lose it.
 */
export class ConnectAcks {
  readonly #options: ConnectAcksOptions
  readonly #underWay = new Map<string, Promise<void>>()

  constructor(options: ConnectAcksOptions) {
    this.#options = options
  }

  /** Sends all that are due, without waiting. */
  sendAll(): void {
    for (const { id } of this.#options.registry.all) void this.send(id)
  }

  /** Resolves once a relay has taken it, or we give up for now. Never rejects. */
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

const claimsOf = (metadata: string): Claims => readClaims(jsonObject(metadata) ?? {})

/** Compares two secrets in constant time. */
function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

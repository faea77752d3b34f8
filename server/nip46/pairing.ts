import { randomUUID, timingSafeEqual } from 'node:crypto'
import { apps as texts } from '#contract/app-messages.ts'
import type { Claims } from '#contract/apps.ts'
import type { Clock } from '#lib/clock.ts'
import type { Answers, Recipient } from './answers.ts'
import { ACK_SENT_FOR } from './limits.ts'
import { readClaims } from './link.ts'
import { success } from './message.ts'
import { isOpen, type RegisteredApp, type Registry } from './registry.ts'
import type { Usage } from './usage.ts'

/** What happened to an app, for the log and the audit. */
export interface AppEvent {
  action: 'app.pair' | 'app.sign-out' | 'app.wrong-secret'
  app: string
  /** For the log. */
  type: 'info' | 'warning'
  say(name: string): string
}

export interface PairingOptions {
  registry: Pick<Registry, 'set' | 'get'>
  usage: Pick<Usage, 'add'>
  /** Another client is paired, or none. */
  onChange(app: string): void
  tell(event: AppEvent): void
  clock: Pick<Clock, 'latest'>
}

/** How clients become apps, and cease to be. What can't be kept throws, and has not happened. */
export class Pairing {
  readonly #options: PairingOptions
  readonly #wrongSecrets = new Map<string, number>()

  constructor(options: PairingOptions) {
    this.#options = options
  }

  /** Whether a secret is that of an app's open link. */
  fits({ invitation }: RegisteredApp, secret: string): boolean {
    if (invitation === null || !isOpen(invitation, this.#options.clock)) return false
    return isSame(secret, invitation.secret)
  }

  /** The link is used up, and the client takes the place of any before it, in one write. */
  pair(app: RegisteredApp, client: string, metadata: string): void {
    const { registry, usage, onChange, tell, clock } = this.#options
    const claims = { ...app.claims, ...claimsOf(metadata) }
    const pairedAt = clock.latest.now()
    registry.set({ ...app, client, claims, invitation: null, greeting: null, pairedAt })
    this.#wrongSecrets.delete(app.id)
    onChange(app.id)
    usage.add(app.id, 'connect')
    const isOther = app.client !== null && app.client !== client
    const say = isOther ? texts.replaced : texts.paired
    tell({ action: 'app.pair', app: app.id, type: 'info', say })
  }

  /**
   * Its client connects again. What it says of itself only fills in what it has not said before: an app
   * that said something else each time would have us write as often as it likes.
   */
  again(app: RegisteredApp, metadata: string): void {
    const { registry, usage, onChange } = this.#options
    usage.add(app.id, 'connect')
    const claims = { ...claimsOf(metadata), ...app.claims }
    if (Object.keys(claims).length === Object.keys(app.claims).length) return
    registry.set({ ...app, claims })
    onChange(app.id)
  }

  /** Nobody is this app any more. One that another client has become meanwhile stays. */
  signOut(id: string, client: string): void {
    const { registry, onChange, tell } = this.#options
    const app = registry.get(id)
    if (app?.client !== client) return
    registry.set({ ...app, client: null, greeting: null, formerRelays: [] })
    onChange(id)
    tell({ action: 'app.sign-out', app: id, type: 'info', say: texts.signedOut })
  }

  noteWrongSecret({ id }: RegisteredApp): void {
    const times = this.wrongSecretsOf(id) + 1
    this.#wrongSecrets.set(id, times)
    // Once: whoever tries often would fill log and audit.
    if (times > 1) return
    const say = texts.wrongSecret
    this.#options.tell({ action: 'app.wrong-secret', app: id, type: 'warning', say })
  }

  /** Since the last pairing, or the start. */
  wrongSecretsOf(app: string): number {
    return this.#wrongSecrets.get(app) ?? 0
  }
}

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

function claimsOf(metadata: string): Claims {
  try {
    const value: unknown = JSON.parse(metadata)
    return typeof value === 'object' && value !== null ? readClaims({ ...value }) : {}
  } catch {
    return {}
  }
}

/** Whether two secrets are the same, in a time that tells nothing of them. */
function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

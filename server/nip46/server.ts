import type { NostrEvent } from '#contract/nostr.ts'
import { Changes } from '#lib/changes.ts'
import type { Clock } from '#lib/clock.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { AppTable } from '#store/apps.ts'
import { Answers, type Recipient } from './answers.ts'
import { Inbox } from './inbox.ts'
import { KeyRequests, type KeyRequestsOptions } from './key-requests.ts'
import { HEARD_WAIT } from './limits.ts'
import { createAnswerKey } from './message.ts'
import type { Pairing } from './pairing.ts'
import { isExpired, isOpen, type RegisteredApp, type Registry } from './registry.ts'
import { type Heard, RequestHandler, type RequestHandlerOptions } from './request-handler.ts'
import { RequestLog } from './request-log.ts'
import { AppSessions, type AppSessionsOptions } from './sessions.ts'
import { Transport, type TransportOptions } from './transport.ts'
import type { Usage } from './usage.ts'

export interface RemoteSignerOptions
  extends Pick<KeyRequestsOptions, 'key' | 'absent' | 'console' | 'onError'>,
    Pick<RequestHandlerOptions, 'groupKey' | 'ownClock'>,
    Pick<AppSessionsOptions, 'onBlocked'>,
    Pick<TransportOptions, 'relayPool' | 'resolve'> {
  store: AppTable
  registry: Registry
  pairing: Pairing
  usage: Usage
  rules: Pick<Policy, 'ruleSet' | 'approvals' | 'review'>
  stop: Pick<Stop, 'isStopped' | 'signal'>
  clock: Clock
}

/** Listens for requests of the registered apps and answers them (NIP-46). */
export class RemoteSigner {
  readonly answers: Answers
  readonly #options: RemoteSignerOptions
  readonly #requestLog: RequestLog
  readonly #sessions: AppSessions
  readonly #transport: Transport
  readonly #inbox: Inbox
  readonly #requestHandler: RequestHandler
  readonly #nip04Users = new Set<string>()
  readonly #relayChanges = new Changes()
  /** Apps whose client was sent the new relays. */
  readonly #announcedRelays = new Set<string>()
  #isStarted = false

  constructor(options: RemoteSignerOptions) {
    const { store, registry, usage, rules, relayPool, stop, clock, onError, resolve } = options
    const { absent, console, groupKey, key, ownClock, pairing, onBlocked } = options
    const { wall: now } = clock
    this.#options = options
    this.#requestLog = new RequestLog(store, now, onError)
    this.#sessions = new AppSessions({ registry, ruleSet: rules.ruleSet, stop, onBlocked })
    this.#transport = new Transport({
      ...{ relayPool, now, resolve },
      onEvent: (event, relay) => this.#inbox.receive(event, relay),
      onChange: () => this.#relayChanges.notify(),
    })
    this.answers = new Answers({ transport: this.#transport, now })
    const keyRequests = new KeyRequests({
      ...{ key, requestLog: this.#requestLog, absent, console, onError },
      onUsed: (app, use) => registry.get(app) && usage.add(app, use),
      onCapacity: () => this.#inbox.pump(),
    })
    this.#requestHandler = new RequestHandler({
      ...{ registry, sessions: this.#sessions, pairing, keyRequests, answers: this.answers, stop },
      ...{ requestLog: this.#requestLog, approvals: rules.approvals, groupKey, ownClock, now },
      isExpired: (app) => isExpired(app, usage.lastOf(app.id), clock),
      onRelaysAnnounced: ({ id }) => this.#announcedRelays.add(id),
      onHeard: (app, heard) => this.#onHeard(app, heard),
      onError,
    })
    this.#inbox = new Inbox({
      registry,
      hasCapacity: (id) => keyRequests.hasCapacity(id),
      onArrival: (arrival) => this.#requestHandler.handle(arrival),
      onSeen: (id) => this.#transport.seen(id),
    })
  }

  /** Begins to listen, and resumes requests that wait for the owner. */
  start(): void {
    this.#isStarted = true
    this.review()
    this.arrange()
    this.#options.rules.review()
    for (const { app: id, event: text, question } of this.#requestLog.waiting) {
      const app = this.#options.registry.get(id)
      const event = JSON.parse(text) as NostrEvent
      if (app === undefined || app.client !== event.pubkey) continue
      this.#requestHandler.resume({ app, event, isClient: true }, question)
    }
  }

  async stop(): Promise<void> {
    this.#sessions.stop()
    await this.#transport.stop()
    this.#requestLog.stop()
  }

  /** Listens for the apps that are paired or invited, on their relays; the others are left alone. */
  arrange(): void {
    if (!this.#isStarted) return
    const { registry, clock } = this.#options
    const open = registry.all.filter(
      ({ client, invitation }) =>
        client !== null || (invitation !== null && isOpen(invitation, clock)),
    )
    this.#transport.set(
      open.map(({ signer, seckey, relays, formerRelays, areRelaysItsOwn }) => ({
        ...{ pubkey: signer, seckey, isUntrusted: areRelaysItsOwn },
        relays: [...new Set([...relays, ...formerRelays])],
      })),
    )
  }

  /** Ends the sessions of apps that are suspended. */
  review(): void {
    this.#sessions.review()
  }

  /** Call when an app's client, relays or end have changed. */
  changed(id: string): void {
    this.#sessions.changed(id)
    this.arrange()
    this.#options.rules.review()
  }

  /** Call when an app has new relays, which its client does not know yet. */
  moved(id: string): void {
    this.#announcedRelays.delete(id)
  }

  /** Call when an app is gone: nothing is sent to it any more. */
  end(id: string): void {
    this.#sessions.end(id)
    this.#nip04Users.delete(id)
    this.changed(id)
  }

  /** Forgets requests that are too old to be accepted anyway, and looks for apps that have expired. */
  tidy(): void {
    this.#requestLog.tidy()
    this.arrange()
    this.#options.rules.review()
  }

  /** A relay's state for an app; undefined when we don't listen there. */
  status({ signer }: RegisteredApp, url: string): RelayStatus | undefined {
    return this.#transport.status(signer, url)
  }

  /** Whether an app's client has used NIP-04 since the start. */
  usesNip04(id: string): boolean {
    return this.#nip04Users.has(id)
  }

  /** @throws when the client's key is not a point of the curve */
  recipientOf({ id, signer, seckey, relays }: RegisteredApp, client: string): Recipient {
    const signal = this.#sessions.resultSignalOf(id, client)
    return { key: createAnswerKey(seckey, signer, client), client, relays, signal }
  }

  /** Waits until one of an app's relays has confirmed our subscription. False: that takes too long, or the app is gone. */
  async isHeard(app: RegisteredApp): Promise<boolean> {
    const end = performance.now() + HEARD_WAIT
    while (this.#options.registry.get(app.id) !== undefined) {
      if (app.relays.some((url) => this.status(app, url)?.heard)) return true
      const left = end - performance.now()
      if (left <= 0) return false
      await this.#relayChanges.next(left)
    }
    return false
  }

  /** Stops listening on an app's former relays once its client has come to the new ones. */
  #onHeard(app: RegisteredApp, { cipher, relay }: Heard): void {
    if (cipher === 'nip04') this.#nip04Users.add(app.id)
    const { formerRelays, relays } = app
    if (relay === undefined || formerRelays.length === 0 || !relays.includes(relay)) return
    // On a relay of both lists, the client may still use the old list.
    if (formerRelays.includes(relay) && !this.#announcedRelays.has(app.id)) return
    this.#announcedRelays.delete(app.id)
    try {
      this.#options.registry.set({ ...app, formerRelays: [] })
      this.arrange()
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

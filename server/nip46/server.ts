import type { NostrEvent } from '#contract/nostr.ts'
import { Changes } from '#lib/changes.ts'
import type { Clock } from '#lib/clock.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { Resolve } from '#relay/private-hosts.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { GroupKey } from '#signer/use/key.ts'
import { type Addressee, Answers } from './answers.ts'
import { callerOf } from './authorise-sender.ts'
import { type Channel, type CipherName, createChannel } from './channel.ts'
import { isExpired, isOpen } from './expiry.ts'
import { Inbox } from './inbox.ts'
import { KeyUses } from './key-requests.ts'
import { HEARD_WITHIN } from './limits.ts'
import type { Pairing } from './pairing.ts'
import type { AppStore } from './ports.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { RequestHandler } from './request-handler.ts'
import { RequestLog } from './request-log.ts'
import { Transport } from './transport.ts'
import type { Usage } from './usage.ts'

export interface RemoteSignerOptions {
  store: AppStore
  registry: Registry
  pairing: Pairing
  usage: Usage
  rules: Pick<Policy, 'book' | 'questions' | 'review'>
  key: Pick<GroupKey, 'carryOut'>
  relayPool: RelayPool
  stop: Pick<Stop, 'isStopped' | 'signal'>
  /** What lasts is measured by it. */
  clock: Clock
  /** Whether our clock is the one that is wrong. */
  ownClock: Pick<ClockWitnesses, 'aheadBy'>
  /** The group's x-only key; null while there is none. */
  groupKey(): string | null
  /** How many share holders are offline; null: enough are there. */
  absent(): { offline: number; all: number; need: number } | null
  /** Where the console is; null: that is not known. */
  console(): string | null
  /** A client is gone, or suspended: what the key has made for apps is to be forgotten. */
  onBarred(): void
  onError(error: unknown): void
  /** Looks names up. Tests give their own. */
  resolve?: Resolve | undefined
}

/** A client for as long as something may leave for it. */
interface Session {
  client: string
  controller: AbortController
  /** What aborts with it, or with the stop that there was when it was made. */
  results: { stopped: AbortSignal; signal: AbortSignal } | null
}

/** What hears apps and answers them (NIP-46), for as long as they are registered and not barred. */
export class RemoteSigner {
  readonly answers: Answers
  readonly #options: RemoteSignerOptions
  readonly #requestLog: RequestLog
  readonly #transport: Transport
  readonly #inbox: Inbox
  readonly #requestHandler: RequestHandler
  readonly #channels = new Map<string, { client: string; channel: Channel }>()
  /** By app. */
  readonly #sessions = new Map<string, Session>()
  readonly #nip04Users = new Set<string>()
  readonly #relayChanges = new Changes()
  /** Those that know of their new relays. */
  readonly #toldRelays = new Set<string>()
  #isStarted = false

  constructor(options: RemoteSignerOptions) {
    const { store, registry, pairing, usage, rules, key, relayPool, stop, onError, resolve } =
      options
    this.#options = options
    const { clock } = options
    const now = clock.wall
    this.#requestLog = new RequestLog(store, now, onError)
    this.#transport = new Transport({
      ...{ relayPool, now, resolve },
      onEvent: (event, relay) => this.#inbox.receive(event, relay),
      onChange: () => this.#relayChanges.notify(),
    })
    this.answers = new Answers({ transport: this.#transport, now })
    const keyUses = new KeyUses({
      ...{ key, requestLog: this.#requestLog, onError },
      isAsked: (question) => rules.questions.get(question) !== undefined,
      used: (app, use) => registry.get(app) && usage.add(app, use),
      absent: () => options.absent(),
      console: () => options.console(),
      onRoom: () => this.#inbox.pump(),
    })
    this.#requestHandler = new RequestHandler({
      ...{ pairing, keyUses, requestLog: this.#requestLog, answers: this.answers, now, onError },
      ownClock: options.ownClock,
      groupKey: () => options.groupKey(),
      channelOf: (app, client) => this.#channelOf(app, client),
      sharersOf: ({ signer }) => registry.bySigner(signer),
      isStopped: () => stop.isStopped,
      signalOf: (id, client) => this.#signalOf(id, client),
      resultSignalOf: (id, client) => this.#resultSignalOf(id, client),
      current: (id) => registry.get(id),
      isExpired: (app) => isExpired(app, usage.lastOf(app.id), clock),
      onToldRelays: ({ id }) => this.#toldRelays.add(id),
      onHeard: (app, how) => this.#heard(app, how),
    })
    this.#inbox = new Inbox({
      registry,
      hasRoom: (id) => keyUses.hasRoom(id),
      onArrival: (arrival) => this.#requestHandler.take(arrival),
      onSeen: (id) => this.#transport.seen(id),
    })
  }

  /** Begins to hear apps, and goes on with what waited for the owner. */
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
    for (const { controller } of this.#sessions.values()) controller.abort()
    await this.#transport.stop()
    this.#requestLog.flush()
  }

  /** Hears those that are paired or invited, on their relays; what stays is not disturbed. */
  arrange(): void {
    if (!this.#isStarted) return
    const { registry, clock } = this.#options
    const open = registry.all.filter(
      ({ client, invitation }) =>
        client !== null || (invitation !== null && isOpen(invitation, clock)),
    )
    this.#transport.set(
      open.map(({ signer, seckey, relays, formerRelays, areRelaysItsOwn }) => ({
        ...{ pubkey: signer, seckey, isCautious: areRelaysItsOwn },
        relays: [...new Set([...relays, ...formerRelays])],
      })),
    )
  }

  /** Nothing leaves for those that are suspended. */
  review(): void {
    for (const id of this.#sessions.keys()) if (this.#isBarred(id)) this.#endSession(id)
  }

  /** Another client is paired with an app, or none, or its relays or its time are others. */
  changed(id: string): void {
    const { registry, rules } = this.#options
    const session = this.#sessions.get(id)
    if (session !== undefined && session.client !== (registry.get(id)?.client ?? null)) {
      this.#endSession(id)
    }
    this.#channels.delete(id)
    this.arrange()
    rules.review()
  }

  /** Its client has yet to learn of its new relays. */
  moved(id: string): void {
    this.#toldRelays.delete(id)
  }

  /** Nothing leaves any more for one that is gone. */
  end(id: string): void {
    this.#endSession(id)
    this.#nip04Users.delete(id)
    this.changed(id)
  }

  /** Forgets requests that are too old to be accepted anyway. */
  tidy(): void {
    this.#requestLog.tidy()
    this.arrange()
    // The time of some may be over.
    this.#options.rules.review()
  }

  /** What a relay is to an app; undefined: it is not heard there now. */
  status({ signer }: RegisteredApp, url: string): RelayStatus | undefined {
    return this.#transport.status(signer, url)
  }

  /** Whether its client has written in the older cipher, since the start. */
  usesNip04(id: string): boolean {
    return this.#nip04Users.has(id)
  }

  addressee({ id, signer, seckey, relays }: RegisteredApp, client: string): Addressee {
    const channel = createChannel(seckey, client)
    return { signer, seckey, client, channel, relays, signal: this.#resultSignalOf(id, client) }
  }

  /** True as soon as an app is heard on one of its relays; false when that takes too long. */
  async isHeard(app: RegisteredApp): Promise<boolean> {
    const end = performance.now() + HEARD_WITHIN
    const isHeard = () => app.relays.some((url) => this.status(app, url)?.heard)
    while (!isHeard()) {
      const left = end - performance.now()
      if (left <= 0) return false
      await this.#relayChanges.next(left)
    }
    return true
  }

  /** Nothing more leaves for the client that is paired with an app: also not once it may be answered again. */
  #endSession(id: string): void {
    this.#sessions.get(id)?.controller.abort()
    this.#sessions.delete(id)
    this.#options.onBarred()
  }

  #isBarred(id: string): boolean {
    const { rules, registry } = this.#options
    const app = registry.get(id)
    return app === undefined || rules.book.isSuspended(callerOf(app))
  }

  /** Whoever is not paired is answered with what it did wrong at most. */
  #signalOf(id: string, client: string): AbortSignal {
    if (this.#isBarred(id)) return AbortSignal.abort()
    if (this.#options.registry.get(id)?.client !== client) return new AbortController().signal
    const known = this.#sessions.get(id)
    if (known?.client === client) return known.controller.signal
    const controller = new AbortController()
    this.#sessions.set(id, { client, controller, results: null })
    return controller.signal
  }

  /** As `#signalOf`; what comes of a request does not leave either once everything is stopped. */
  #resultSignalOf(id: string, client: string): AbortSignal {
    const { signal: stopped } = this.#options.stop
    const signal = this.#signalOf(id, client)
    const session = this.#sessions.get(id)
    if (session?.controller.signal !== signal) return AbortSignal.any([signal, stopped])
    if (session.results?.stopped !== stopped) {
      session.results = { stopped, signal: AbortSignal.any([signal, stopped]) }
    }
    return session.results.signal
  }

  #channelOf(app: RegisteredApp, client: string): Channel | null {
    const known = this.#channels.get(app.id)
    if (known?.client === client) return known.channel
    try {
      const channel = createChannel(app.seckey, client)
      if (client === app.client) this.#channels.set(app.id, { client, channel })
      return channel
    } catch {
      return null
    }
  }

  #heard(
    app: RegisteredApp,
    { cipher, relay }: { cipher: CipherName; relay: string | undefined },
  ): void {
    if (cipher === 'nip04') this.#nip04Users.add(app.id)
    const { formerRelays, relays } = app
    if (relay === undefined || formerRelays.length === 0 || !relays.includes(relay)) return
    // On a relay that is in both lists it may be by the old one.
    if (formerRelays.includes(relay) && !this.#toldRelays.has(app.id)) return
    this.#toldRelays.delete(app.id)
    try {
      this.#options.registry.set({ ...app, formerRelays: [] })
      this.arrange()
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

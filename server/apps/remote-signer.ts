import { Changes } from '../changes.ts'
import type { Clock } from '../clock.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import type { GroupKey } from '../key/key.ts'
import type { ClockWitnesses } from '../own-clock.ts'
import type { RelayHub } from '../relay/hub.ts'
import type { Resolve } from '../relay/private-hosts.ts'
import type { RelayStatus } from '../relay/status.ts'
import type { KeysetRules } from '../rules/keyset-rules.ts'
import type { Stop } from '../rules/stop.ts'
import { callerOf } from './admission.ts'
import { type Addressee, Answers } from './answers.ts'
import { type Channel, type CipherName, createChannel } from './channel.ts'
import { Desk } from './desk.ts'
import { isExpired, isOpen } from './expiry.ts'
import { Intake } from './intake.ts'
import { KeyUses } from './key-uses.ts'
import { Ledger } from './ledger.ts'
import { HEARD_WITHIN } from './limits.ts'
import type { Pairing } from './pairing.ts'
import type { AppStore } from './ports.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { Transport } from './transport.ts'
import type { Usage } from './usage.ts'

export interface RemoteSignerOptions {
  store: AppStore
  registry: Registry
  pairing: Pairing
  usage: Usage
  rules: Pick<KeysetRules, 'book' | 'questions'>
  key: Pick<GroupKey, 'carryOut'>
  hub: RelayHub
  stop: Pick<Stop, 'isStopped'>
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
  /** An app is removed or suspended: what the key has made for apps is to be forgotten. */
  onBarred(): void
  onError(error: unknown): void
  /** Looks names up. Tests give their own. */
  resolve?: Resolve | undefined
}

/** What hears apps and answers them (NIP-46), for as long as they are registered and not barred. */
export class RemoteSigner {
  readonly answers: Answers
  readonly #options: RemoteSignerOptions
  readonly #ledger: Ledger
  readonly #transport: Transport
  readonly #intake: Intake
  readonly #desk: Desk
  readonly #channels = new Map<string, { client: string; channel: Channel }>()
  /** By app. Aborted while nothing may leave for it. */
  readonly #controllers = new Map<string, AbortController>()
  readonly #nip04Users = new Set<string>()
  readonly #relayChanges = new Changes()
  /** Those that know of their new relays. */
  readonly #toldRelays = new Set<string>()
  #isStarted = false

  constructor(options: RemoteSignerOptions) {
    const { store, registry, pairing, usage, rules, key, hub, onError, resolve } = options
    this.#options = options
    const { clock } = options
    const now = clock.wall
    this.#ledger = new Ledger(store, now, onError)
    this.#transport = new Transport({
      ...{ hub, now, resolve },
      onEvent: (event, relay) => this.#intake.receive(event, relay),
      onChange: () => this.#relayChanges.tell(),
    })
    this.answers = new Answers({ transport: this.#transport, now })
    const keyUses = new KeyUses({
      ...{ key, ledger: this.#ledger, onError },
      isAsked: (question) => rules.questions.get(question) !== undefined,
      used: (app, use) => registry.get(app) && usage.add(app, use),
      absent: () => options.absent(),
      console: () => options.console(),
      onRoom: () => this.#intake.pump(),
    })
    this.#desk = new Desk({
      ...{ pairing, keyUses, ledger: this.#ledger, answers: this.answers, now, onError },
      ownClock: options.ownClock,
      groupKey: () => options.groupKey(),
      channelOf: (app, client) => this.#channelOf(app, client),
      sharersOf: ({ signer }) => registry.bySigner(signer),
      signalOf: (id) => this.#controllerOf(id).signal,
      isExpired: (app) => isExpired(app, usage.lastOf(app.id), clock),
      onToldRelays: ({ id }) => this.#toldRelays.add(id),
      onHeard: (app, how) => this.#heard(app, how),
    })
    this.#intake = new Intake({
      registry,
      hasRoom: (id) => keyUses.hasRoom(id),
      onArrival: (arrival) => this.#desk.take(arrival),
      onSeen: (id) => this.#transport.seen(id),
    })
  }

  /** Begins to hear apps, and goes on with what waited for the owner. */
  start(): void {
    this.#isStarted = true
    this.review()
    this.arrange()
    for (const { app: id, event: text, question } of this.#ledger.waiting) {
      const app = this.#options.registry.get(id)
      const event = JSON.parse(text) as NostrEvent
      if (app === undefined || app.client !== event.pubkey) continue
      this.#desk.resume({ app, event, isClient: true }, question)
    }
  }

  async stop(): Promise<void> {
    for (const controller of this.#controllers.values()) controller.abort()
    await this.#transport.stop()
    this.#ledger.flush()
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

  /** Nothing leaves for those that are suspended, or while everything is stopped. */
  review(): void {
    const { rules, stop, registry } = this.#options
    for (const app of registry.all) {
      const isBarred = stop.isStopped || rules.book.bar(callerOf(app), 'sign') === 'suspended'
      const controller = this.#controllerOf(app.id)
      if (isBarred) this.#bar(controller)
      else if (controller.signal.aborted) this.#controllers.set(app.id, new AbortController())
    }
  }

  /** Another client is paired with an app, or its relays are others. */
  changed(id: string): void {
    this.#channels.delete(id)
    this.arrange()
  }

  /** Its client has yet to learn of its new relays. */
  moved(id: string): void {
    this.#toldRelays.delete(id)
  }

  /** Nothing leaves any more for one that is gone. */
  end(id: string): void {
    this.#bar(this.#controllerOf(id))
    this.#controllers.delete(id)
    this.#nip04Users.delete(id)
    this.changed(id)
  }

  /** Forgets requests that are too old to be accepted anyway. */
  tidy(): void {
    this.#ledger.tidy()
    this.arrange()
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
    return { signer, seckey, client, channel, relays, signal: this.#controllerOf(id).signal }
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

  #bar(controller: AbortController): void {
    if (controller.signal.aborted) return
    controller.abort()
    this.#options.onBarred()
  }

  #controllerOf(id: string): AbortController {
    const { stop, registry } = this.#options
    let controller = this.#controllers.get(id)
    if (controller === undefined) {
      controller = new AbortController()
      if (stop.isStopped || registry.get(id) === undefined) controller.abort()
      this.#controllers.set(id, controller)
    }
    return controller
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

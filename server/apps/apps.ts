import { apps as texts } from '../contract/app-messages.ts'
import type {
  AcceptRequest,
  AppUpdate,
  AppView,
  Invitation,
  InviteAnswer,
  InviteRequest,
} from '../contract/apps.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import type { GroupKey } from '../key/key.ts'
import type { RelayHub } from '../relay/hub.ts'
import type { Resolve } from '../relay/private-hosts.ts'
import type { Clock } from '../rules/clock.ts'
import type { KeysetRules } from '../rules/keyset-rules.ts'
import type { Stop } from '../rules/stop.ts'
import { type Admission, Admissions, callerOf, untilOf } from './admission.ts'
import { type Addressee, Answers } from './answers.ts'
import { type Channel, createChannel } from './channel.ts'
import { Desk } from './desk.ts'
import { isExpired } from './expiry.ts'
import { Greetings } from './greetings.ts'
import { Intake } from './intake.ts'
import { KeyUses } from './key-uses.ts'
import { Ledger } from './ledger.ts'
import { GREETED_WITHIN, HEARD_WITHIN, TIDY_INTERVAL } from './limits.ts'
import { readRelays } from './link.ts'
import { type AppEvent, Pairing } from './pairing.ts'
import type { AppStore } from './ports.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { Transport } from './transport.ts'
import { Usage } from './usage.ts'
import { type AppStanding, viewOf } from './view.ts'
import { readWishes } from './wishes.ts'

export interface AppsOptions {
  store: AppStore
  registry: Registry
  rules: Pick<KeysetRules, 'book' | 'questions' | 'onChange'>
  key: Pick<GroupKey, 'carryOut'>
  hub: RelayHub
  stop: Pick<Stop, 'isStopped' | 'onChange' | 'onOutside'>
  /** What lasts is measured by it. */
  clock: Clock
  /** The signer's relays. */
  relays(): readonly string[]
  /** The group's x-only key; null while there is none. */
  groupKey(): string | null
  /** How many share holders are offline; null: enough are there. */
  absent(): { offline: number; all: number; need: number } | null
  /** Where the console is; null: that is not known. */
  console: string | null
  /** Something of an app has changed: for the log, and for open pages. */
  tell(type: 'info' | 'warning', text: string): void
  audit(record: { actor: string; action: string; outcome: 'ok'; detail: { app: string } }): void
  onError(error: unknown): void
  /** Looks names up. Tests give their own. */
  resolve?: Resolve
}

/** The apps of a keyset: who they are, and the remote signer (NIP-46) that answers them. */
export class Apps {
  readonly #options: AppsOptions
  readonly #registry: Registry
  readonly #usage: Usage
  readonly #ledger: Ledger
  readonly #transport: Transport
  readonly #answers: Answers
  readonly #intake: Intake
  readonly #desk: Desk
  readonly #pairing: Pairing
  readonly #admissions: Admissions
  readonly #greetings: Greetings
  readonly #channels = new Map<string, { client: string; channel: Channel }>()
  /** By app. Aborted while nothing may leave for it. */
  readonly #controllers = new Map<string, AbortController>()
  readonly #nip04Users = new Set<string>()
  /** Those that know of their new relays. */
  readonly #toldRelays = new Set<string>()
  readonly #expiredTold = new Set<string>()
  readonly #unlisten: (() => void)[]
  #timer: NodeJS.Timeout | undefined

  constructor(options: AppsOptions) {
    const { store, registry, rules, key, hub, stop, clock, onError, resolve } = options
    this.#options = options
    this.#registry = registry
    const now = Date.now
    this.#usage = new Usage(store, now, onError)
    this.#ledger = new Ledger(store, now, onError)
    this.#transport = new Transport({
      ...{ hub, now, resolve },
      onEvent: (event, relay) => this.#intake.receive(event, relay),
    })
    this.#answers = new Answers({ transport: this.#transport, now })
    this.#pairing = new Pairing({
      registry,
      usage: this.#usage,
      onChange: (id) => this.#changed(id),
      tell: (event) => this.#tell(event),
      now: clock.now,
    })
    const keyUses = new KeyUses({
      key,
      ledger: this.#ledger,
      isAsked: (question) => rules.questions.get(question) !== undefined,
      used: (app, use) => this.#used(app, use),
      absent: () => options.absent(),
      console: () => options.console,
      onRoom: () => this.#intake.pump(),
      onError,
    })
    this.#desk = new Desk({
      ...{ pairing: this.#pairing, keyUses, ledger: this.#ledger, answers: this.#answers },
      ...{ now, onError },
      groupKey: () => options.groupKey(),
      channelOf: (app, client) => this.#channelOf(app, client),
      signalOf: (id) => this.#controllerOf(id).signal,
      isExpired: (app) => this.#isExpired(app),
      onToldRelays: ({ id }) => this.#toldRelays.add(id),
      onHeard: (app, how) => this.#heard(app, how),
    })
    this.#intake = new Intake({
      registry,
      hasRoom: (id) => keyUses.hasRoom(id),
      onArrival: (arrival) => this.#desk.take(arrival),
      onSeen: (id) => this.#transport.seen(id),
    })
    this.#admissions = new Admissions({
      registry,
      book: rules.book,
      relays: () => options.relays(),
      now: clock.now,
      iso: clock.iso,
    })
    this.#greetings = new Greetings({
      registry,
      answers: this.#answers,
      addresseeOf: (app, client) => this.#addressee(app, client),
      onGreeted: ({ id }) => {
        this.#used(id, 'connect')
        this.#tell({ action: 'app.pair', app: id, type: 'info', say: texts.paired })
      },
      ...{ onError, now },
    })
    this.#unlisten = [
      rules.onChange(() => this.#review()),
      stop.onChange(() => this.#review()),
      stop.onOutside(() => this.#takeOver()),
    ]
  }

  /** Begins to hear apps, and goes on with what waited for the owner. */
  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#tidy(), TIDY_INTERVAL).unref()
    this.#review()
    this.#arrange()
    this.#greetings.sendAll()
    for (const { app: id, event: text, question } of this.#ledger.waiting) {
      const app = this.#registry.get(id)
      const event = JSON.parse(text) as NostrEvent
      if (app === undefined || app.client !== event.pubkey) continue
      this.#desk.resume({ app, event, isClient: true }, question)
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const unlisten of this.#unlisten) unlisten()
    for (const controller of this.#controllers.values()) controller.abort()
    await this.#transport.stop()
    this.#ledger.flush()
    this.#usage.flush()
  }

  /** The oldest first. */
  list(): AppView[] {
    return this.#registry.all.map((app) => this.#view(app))
  }

  get(id: string): AppView | undefined {
    const app = this.#registry.get(id)
    return app && this.#view(app)
  }

  invite(request: InviteRequest): Admission<InviteAnswer> {
    const invited = this.#admissions.invite(request)
    if (!invited.ok) return invited
    this.#changed(invited.value.id)
    this.#options.tell('info', texts.invited(request.name))
    return invited
  }

  /** @param expiresIn seconds */
  reinvite(id: string, expiresIn: number): Admission<InviteAnswer> {
    const app = this.#registry.get(id)
    if (app === undefined) return UNKNOWN
    const invited = this.#admissions.reinvite(app, expiresIn)
    this.#changed(id)
    return invited
  }

  /** What a nostrconnect link says. */
  read(uri: string): Admission<Invitation> {
    const read = this.#admissions.read(uri)
    if (!read.ok) return read
    const { client, claims, relays, perms, known } = read.value
    const value = { client, claims, relays, wishes: readWishes(perms) }
    return { ok: true, value: { ...value, ...(known && { known: known.id }) } }
  }

  /** Pairs the app whose link it is, and answers it on its relays; undone when none of them is reached. */
  async accept(request: AcceptRequest): Promise<Admission<{ id: string }>> {
    const before = this.#admissions.read(request.uri)
    const accepted = this.#admissions.accept(request)
    if (!accepted.ok) return accepted
    const app = accepted.value
    this.#changed(app.id)
    if (!(await this.#isHeard(app))) {
      const known = before.ok ? before.value.known : undefined
      if (known === undefined) this.remove(app.id)
      else this.#registry.set(known)
      this.#changed(app.id)
      return { ok: false, fault: 'unavailable', error: texts.unheard(app.relays) }
    }
    await Promise.race([this.#greetings.send(app.id), delayed(GREETED_WITHIN)])
    return { ok: true, value: { id: app.id } }
  }

  /** In force at once, also for what is under way. */
  update(id: string, update: AppUpdate): Admission<AppView> {
    const app = this.#registry.get(id)
    if (app === undefined) return UNKNOWN
    const { name, preset, suspended, nip04, authUrl, openFor } = update
    const given = update.relays && readRelays(update.relays)
    if (given?.ok === false) return { ok: false, fault: 'misfit', error: given.error }
    const isMoved = given !== undefined && given.value.join() !== app.relays.join()
    const relays = isMoved && {
      relays: given.value,
      formerRelays: app.client === null ? [] : [...new Set([...app.relays, ...app.formerRelays])],
      areRelaysItsOwn: false,
    }
    this.#registry.set({
      ...app,
      ...relays,
      ...(update.until !== undefined && { until: untilOf(update) }),
      ...(nip04 !== undefined && { answersNip04: nip04 }),
      ...(authUrl !== undefined && { sendsAuthUrl: authUrl }),
      ...(openFor !== undefined && { openFor: openFor * 1000 }),
    })
    const { book } = this.#options.rules
    const caller = callerOf(app)
    if (name !== undefined) book.setName(caller, name)
    if (preset !== undefined || suspended !== undefined) {
      book.update(caller, {
        ...(preset !== undefined && { preset }),
        ...(suspended !== undefined && { suspended }),
      })
    }
    this.#toldRelays.delete(id)
    this.#expiredTold.delete(id)
    this.#changed(id)
    this.#options.tell('info', texts.changed(this.nameOf(id)))
    return { ok: true, value: this.#view(this.#registry.get(id) ?? app) }
  }

  /** Nothing of it leaves from then on, and all that concerns it is deleted. False: there is none. */
  remove(id: string): boolean {
    if (this.#registry.get(id) === undefined) return false
    const name = this.nameOf(id)
    this.#registry.delete(id)
    this.#end(id)
    this.#options.rules.book.forget(callerOf({ id }))
    this.#options.tell('info', texts.removed(name))
    return true
  }

  /** Where an app is to be met; not where it was before. */
  relaysOf(id: string): readonly string[] {
    return this.#registry.get(id)?.relays ?? []
  }

  nameOf(id: string): string {
    return this.#options.rules.book.nameOf(callerOf({ id })) ?? id.slice(0, 8)
  }

  #view(app: RegisteredApp): AppView {
    const { rules, clock } = this.#options
    const standing: AppStanding = {
      name: this.nameOf(app.id),
      preset: rules.book.preset(callerOf(app)),
      suspended: rules.book.bar(callerOf(app), 'sign') === 'suspended',
      isExpired: this.#isExpired(app),
      lastUsedAt: this.#usage.lastOf(app.id),
      days: this.#usage.daysOf(app.id),
      wrongSecrets: this.#pairing.wrongSecretsOf(app.id),
      usesNip04: this.#nip04Users.has(app.id),
      statusOf: (url) => this.#transport.status(app.signer, url),
    }
    return viewOf(app, standing, clock)
  }

  /** Nothing leaves any more for one that is gone. */
  #end(id: string): void {
    this.#controllers.get(id)?.abort()
    this.#controllers.delete(id)
    this.#usage.forget(id)
    this.#changed(id)
  }

  /** What a command beside this process has done. */
  #takeOver(): void {
    const { rules, tell, onError } = this.#options
    const names = new Map(this.#registry.all.map(({ id }) => [id, this.nameOf(id)]))
    try {
      const { added, changed, gone } = this.#registry.reread()
      for (const id of gone) this.#end(id)
      if (added.length + changed.length + gone.length > 0) rules.book.reread()
      for (const id of [...added, ...changed]) this.#changed(id)
      this.#greetings.sendAll()
      for (const id of gone) tell('info', texts.removed(names.get(id) ?? id))
      for (const id of changed) tell('info', texts.changed(this.nameOf(id)))
      for (const id of added) {
        const isInvited = this.#registry.get(id)?.client === null
        tell('info', (isInvited ? texts.invited : texts.accepted)(this.nameOf(id)))
      }
    } catch (error) {
      onError(error)
    }
  }

  /** Something of it is otherwise: what is heard follows. */
  #changed(id: string): void {
    this.#channels.delete(id)
    if (this.#timer !== undefined) this.#arrange()
  }

  #arrange(): void {
    const now = this.#options.clock.now()
    const open = this.#registry.all.filter(
      ({ client, invitation }) => client !== null || (invitation?.until ?? 0) > now,
    )
    this.#transport.set(
      open.map(({ signer, seckey, relays, formerRelays, areRelaysItsOwn }) => ({
        ...{ pubkey: signer, seckey, isCautious: areRelaysItsOwn },
        relays: [...new Set([...relays, ...formerRelays])],
      })),
    )
  }

  /** Nothing leaves for those that are suspended, or while everything is stopped. */
  #review(): void {
    const { rules, stop } = this.#options
    for (const app of this.#registry.all) {
      const isBarred = stop.isStopped || rules.book.bar(callerOf(app), 'sign') === 'suspended'
      const controller = this.#controllerOf(app.id)
      if (isBarred) controller.abort()
      else if (controller.signal.aborted) this.#controllers.set(app.id, new AbortController())
    }
  }

  #controllerOf(id: string): AbortController {
    let controller = this.#controllers.get(id)
    if (controller === undefined) {
      controller = new AbortController()
      if (this.#options.stop.isStopped || this.#registry.get(id) === undefined) controller.abort()
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

  #addressee({ id, signer, seckey, relays }: RegisteredApp, client: string): Addressee {
    const channel = createChannel(seckey, client)
    return { signer, seckey, client, channel, relays, signal: this.#controllerOf(id).signal }
  }

  #isExpired(app: RegisteredApp): boolean {
    return isExpired(app, this.#usage.lastOf(app.id), Date.now())
  }

  #heard(
    app: RegisteredApp,
    { cipher, relay }: { cipher: 'nip44' | 'nip04'; relay: string | undefined },
  ): void {
    if (cipher === 'nip04') this.#nip04Users.add(app.id)
    const { formerRelays, relays } = app
    if (relay === undefined || formerRelays.length === 0 || !relays.includes(relay)) return
    // On a relay that is in both lists it may be by the old one.
    if (formerRelays.includes(relay) && !this.#toldRelays.has(app.id)) return
    this.#registry.set({ ...app, formerRelays: [] })
    this.#toldRelays.delete(app.id)
    this.#changed(app.id)
  }

  #used(app: string, use: string): void {
    if (this.#registry.get(app) === undefined) return
    this.#usage.add(app, use)
  }

  #tell({ action, app, type, say }: AppEvent): void {
    const { tell, audit } = this.#options
    audit({ actor: app, action, outcome: 'ok', detail: { app } })
    tell(type, say(this.nameOf(app)))
  }

  /** True as soon as one of its relays is heard. */
  async #isHeard({ signer, relays }: RegisteredApp): Promise<boolean> {
    const end = performance.now() + HEARD_WITHIN
    while (performance.now() < end) {
      if (relays.some((url) => this.#transport.status(signer, url)?.heard)) return true
      await delayed(25)
    }
    return false
  }

  #tidy(): void {
    try {
      this.#ledger.tidy()
      this.#usage.tidy()
    } catch (error) {
      this.#options.onError(error)
    }
    this.#arrange()
    this.#greetings.sendAll()
    for (const app of this.#registry.all) {
      if (app.client === null || !this.#isExpired(app) || this.#expiredTold.has(app.id)) continue
      this.#expiredTold.add(app.id)
      const isOver = app.until !== null && app.until <= Date.now()
      this.#options.tell('info', (isOver ? texts.ended : texts.idle)(this.nameOf(app.id)))
    }
  }
}

const UNKNOWN = { ok: false, fault: 'unknown', error: '' } as const

const delayed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

import { apps as texts } from '#contract/app-messages.ts'
import type {
  AcceptRequest,
  AppUpdate,
  AppView,
  Invitation,
  InviteAnswer,
  InviteRequest,
} from '#contract/apps.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
import { namesPrivateHost } from '#relay/private-hosts.ts'
import { type Admission, Admissions, callerOf, untilOf } from './authorise-sender.ts'
import { Greetings } from './connect-ack.ts'
import { isExpired } from './expiry.ts'
import { GREETED_WITHIN, TIDY_INTERVAL } from './limits.ts'
import { readRelays } from './link.ts'
import { type AppEvent, Pairing } from './pairing.ts'
import type { RegisteredApp } from './registry.ts'
import { readWishes } from './requested-permissions.ts'
import { RemoteSigner, type RemoteSignerOptions } from './server.ts'
import { Usage } from './usage.ts'
import { type AppStanding, viewOf } from './view.ts'

export interface AppsOptions extends Omit<RemoteSignerOptions, 'pairing' | 'usage'> {
  rules: Pick<Policy, 'book' | 'questions' | 'onChange' | 'review'>
  stop: Pick<Stop, 'isStopped' | 'signal' | 'onOutside'>
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  /** The signer's relays. */
  relays(): readonly string[]
  /** Something of an app has changed: for the log, and for open pages. */
  tell(type: 'info' | 'warning', text: string): void
  audit(record: { actor: string; action: string; outcome: 'ok'; detail: { app: string } }): void
}

/** The apps of a keyset as their owner has them; the remote signer beside it answers them. */
export class Apps {
  readonly #options: AppsOptions
  readonly #usage: Usage
  readonly #signer: RemoteSigner
  readonly #pairing: Pairing
  readonly #admissions: Admissions
  readonly #greetings: Greetings
  readonly #expiredTold = new Set<string>()
  readonly #unlisten: (() => void)[]
  #timer: NodeJS.Timeout | undefined

  constructor(options: AppsOptions) {
    const { store, registry, rules, stop, clock, onError } = options
    this.#options = options
    this.#usage = new Usage(store, clock.wall, onError)
    this.#pairing = new Pairing({
      ...{ registry, usage: this.#usage, clock },
      onChange: (id) => this.#signer.changed(id),
      tell: (event) => this.#tell(event),
    })
    this.#signer = new RemoteSigner({ ...options, pairing: this.#pairing, usage: this.#usage })
    this.#admissions = new Admissions({
      ...{ registry, book: rules.book, ...clock.latest },
      relays: () => options.relays(),
      ...(options.relayHosts && { relayHosts: options.relayHosts }),
    })
    this.#greetings = new Greetings({
      ...{ registry, answers: this.#signer.answers, onError, now: clock.latest.now },
      addresseeOf: (app, client) => this.#signer.addressee(app, client),
      onGreeted: ({ id }) => {
        this.#usage.add(id, 'connect')
        this.#tell({ action: 'app.pair', app: id, type: 'info', say: texts.paired })
      },
    })
    this.#unlisten = [
      rules.onChange(() => this.#signer.review()),
      stop.onOutside(() => this.takeOver()),
    ]
  }

  /** Begins to hear apps, and goes on with what waited for the owner. */
  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#tidy(), TIDY_INTERVAL).unref()
    this.#signer.start()
    this.#greetings.sendAll()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const unlisten of this.#unlisten) unlisten()
    await this.#signer.stop()
    this.#usage.flush()
  }

  /** The oldest first. */
  list(): AppView[] {
    return this.#options.registry.all.map((app) => this.#view(app))
  }

  get(id: string): AppView | undefined {
    const app = this.#options.registry.get(id)
    return app && this.#view(app)
  }

  invite(request: InviteRequest): Admission<InviteAnswer> {
    const invited = this.#admissions.invite(request)
    if (!invited.ok) return invited
    this.#signer.changed(invited.value.id)
    this.#options.tell('info', texts.invited(request.name))
    return invited
  }

  /** @param expiresIn seconds */
  reinvite(id: string, expiresIn: number): Admission<InviteAnswer> {
    const app = this.#options.registry.get(id)
    if (app === undefined) return UNKNOWN
    const invited = this.#admissions.reinvite(app, expiresIn)
    this.#signer.changed(id)
    return invited
  }

  /** What a nostrconnect link says. */
  read(uri: string): Admission<Invitation> {
    const read = this.#admissions.read(uri)
    if (!read.ok) return read
    const { client, claims, relays, perms, known } = read.value
    const privateRelays = relays.filter(namesPrivateHost)
    const value = { client, claims, relays, privateRelays, wishes: readWishes(perms) }
    return { ok: true, value: { ...value, ...(known && { known: known.id }) } }
  }

  /** Pairs the app whose link it is, and answers it on its relays; undone when none of them is reached. */
  async accept(request: AcceptRequest): Promise<Admission<{ id: string }>> {
    const accepted = this.#admissions.accept(request)
    if (!accepted.ok) return accepted
    const { app, known } = accepted.value
    this.#signer.changed(app.id)
    if (!(await this.#signer.isHeard(app))) {
      if (known === undefined) this.remove(app.id)
      else this.#options.registry.set(known)
      this.#signer.changed(app.id)
      return { ok: false, fault: 'unavailable', error: texts.unheard(app.relays) }
    }
    this.#admissions.grant(app, request)
    await Promise.race([this.#greetings.send(app.id), delayed(GREETED_WITHIN)])
    return { ok: true, value: { id: app.id } }
  }

  /** In force at once, also for what is under way. */
  update(id: string, update: AppUpdate): Admission<AppView> {
    const app = this.#options.registry.get(id)
    if (app === undefined) return UNKNOWN
    const { name, preset, suspended, nip04, authUrl, openFor } = update
    const given = update.relays && readRelays(update.relays, this.#options.relayHosts)
    if (given?.ok === false) return { ok: false, fault: 'misfit', error: given.error }
    const isMoved = given !== undefined && given.value.join() !== app.relays.join()
    const relays = isMoved && {
      relays: given.value,
      formerRelays: app.client === null ? [] : [...new Set([...app.relays, ...app.formerRelays])],
      areRelaysItsOwn: false,
    }
    this.#options.registry.set({
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
    this.#signer.moved(id)
    this.#expiredTold.delete(id)
    this.#signer.changed(id)
    this.#options.tell('info', texts.changed(this.nameOf(id)))
    return { ok: true, value: this.#view(this.#options.registry.get(id) ?? app) }
  }

  /** Nothing of it leaves from then on, and all that concerns it is deleted. False: there is none. */
  remove(id: string): boolean {
    if (this.#options.registry.get(id) === undefined) return false
    const name = this.nameOf(id)
    this.#options.registry.delete(id)
    this.#end(id)
    this.#options.rules.book.forget(callerOf({ id }))
    this.#options.tell('info', texts.removed(name))
    return true
  }

  /** Whether there is an app. @param client and whether this is its client still, and its time not over */
  has(id: string, client: string | undefined): boolean {
    const app = this.#options.registry.get(id)
    if (app === undefined || client === undefined) return app !== undefined
    return app.client === client && !this.#isExpired(app)
  }

  /** Where an app is to be met; not where it was before. */
  relaysOf(id: string): readonly string[] {
    return this.#options.registry.get(id)?.relays ?? []
  }

  nameOf(id: string): string {
    return this.#options.rules.book.nameOf(callerOf({ id })) ?? id.slice(0, 8)
  }

  #view(app: RegisteredApp): AppView {
    const { rules, clock } = this.#options
    const standing: AppStanding = {
      name: this.nameOf(app.id),
      preset: rules.book.preset(callerOf(app)),
      suspended: rules.book.isSuspended(callerOf(app)),
      isExpired: this.#isExpired(app),
      lastUsedAt: this.#usage.lastOf(app.id),
      days: this.#usage.daysOf(app.id),
      wrongSecrets: this.#pairing.wrongSecretsOf(app.id),
      usesNip04: this.#signer.usesNip04(app.id),
      statusOf: (url) => this.#signer.status(app, url),
    }
    return viewOf(app, standing, clock)
  }

  /** Nothing leaves any more for one that is gone. */
  #end(id: string): void {
    this.#signer.end(id)
    this.#usage.forget(id)
  }

  /** What was kept past this: by a command beside this process, or by an import. */
  takeOver(): void {
    const { rules, tell, onError } = this.#options
    const names = new Map(this.#options.registry.all.map(({ id }) => [id, this.nameOf(id)]))
    try {
      const { added, changed, gone } = this.#options.registry.reread()
      for (const id of gone) this.#end(id)
      if (added.length + changed.length + gone.length > 0) rules.book.reread()
      for (const id of [...added, ...changed]) this.#signer.changed(id)
      this.#greetings.sendAll()
      for (const id of gone) tell('info', texts.removed(names.get(id) ?? id))
      for (const id of changed) tell('info', texts.changed(this.nameOf(id)))
      for (const id of added) {
        const isInvited = this.#options.registry.get(id)?.client === null
        tell('info', (isInvited ? texts.invited : texts.accepted)(this.nameOf(id)))
      }
    } catch (error) {
      onError(error)
    }
  }

  #isExpired(app: RegisteredApp): boolean {
    return isExpired(app, this.#usage.lastOf(app.id), this.#options.clock)
  }

  #tell({ action, app, type, say }: AppEvent): void {
    const { tell, audit } = this.#options
    audit({ actor: app, action, outcome: 'ok', detail: { app } })
    tell(type, say(this.nameOf(app)))
  }

  #tidy(): void {
    try {
      this.#signer.tidy()
      this.#usage.tidy()
    } catch (error) {
      this.#options.onError(error)
    }
    this.#greetings.sendAll()
    for (const app of this.#options.registry.all) {
      if (app.client === null || !this.#isExpired(app) || this.#expiredTold.has(app.id)) continue
      this.#expiredTold.add(app.id)
      const isOver = app.until !== null && app.until <= this.#options.clock.latest.now()
      this.#options.tell('info', (isOver ? texts.ended : texts.idle)(this.nameOf(app.id)))
    }
  }
}

const UNKNOWN = { ok: false, fault: 'unknown', error: '' } as const

const delayed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

import { appEvent, apps as texts } from '#contract/app-messages.ts'
import type {
  AcceptRequest,
  AppUpdate,
  AppView,
  Invitation,
  InviteAnswer,
  InviteRequest,
} from '#contract/apps.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Clock } from '#lib/clock.ts'
import type { Policy } from '#policy/create-policy.ts'
import type { Stop } from '#policy/stop.ts'
import { namesPrivateHost } from '#relay/dial-policy.ts'
import { ACK_WAIT, TIDY_INTERVAL } from './limits.ts'
import { readRelays } from './link.ts'
import { type AppEvent, ConnectAcks, Pairing } from './pairing.ts'
import { AppRegistration, type AppResult, callerOf, untilOf } from './registration.ts'
import { isExpired, type RegisteredApp } from './registry.ts'
import { readPermissions } from './requested-permissions.ts'
import { RemoteSigner, type RemoteSignerOptions } from './server.ts'
import type { Usage } from './usage.ts'
import { nameOfApp, viewOf } from './view.ts'

export interface AppsOptions extends Omit<RemoteSignerOptions, 'pairing'> {
  rules: Pick<Policy, 'ruleSet' | 'approvals' | 'onChange' | 'review'>
  stop: Pick<Stop, 'isStopped' | 'signal' | 'onExternalChange'>
  /** Host names without a dot that relays may have. */
  relayHosts?: RelayHosts
  /** The signer's relays. */
  relays(): readonly string[]
  /** Writes to the event log that something about an app has changed; open pages reload. */
  log(type: 'info' | 'warning', text: string): void
  audit(record: { actor: string; action: string; outcome: 'ok'; detail: { app: string } }): void
}

/** What tells whether an app may use the key. */
export interface KeyUsers {
  registry: { get(id: string): Pick<RegisteredApp, 'client' | 'until' | 'pairedAt'> | undefined }
  usage: Pick<Usage, 'lastOf'>
  clock: Pick<Clock, 'wall' | 'latest'>
}

/**
 * Whether an app may still use the key.
 *
 * @param client the client that asks, x-only; if known, it must be the app's own, and the app not expired
 */
export function mayUseKey(
  { registry, usage, clock }: KeyUsers,
  id: string,
  client: string | undefined,
): boolean {
  const app = registry.get(id)
  if (app === undefined || client === undefined) return app !== undefined
  return app.client === client && !isExpired(app, usage.lastOf(id), clock)
}

/** The owner's view of a keyset's apps: invites, accepts, changes and removes them. `RemoteSigner` answers them. */
export class Apps {
  readonly #options: AppsOptions
  readonly #usage: Usage
  readonly #signer: RemoteSigner
  readonly #pairing: Pairing
  readonly #registration: AppRegistration
  readonly #connectAcks: ConnectAcks
  readonly #reportedExpired = new Set<string>()
  readonly #unsubscribe: (() => void)[]
  #timer: NodeJS.Timeout | undefined

  constructor(options: AppsOptions) {
    const { registry, usage, rules, stop, clock, onError } = options
    this.#options = options
    this.#usage = usage
    this.#pairing = new Pairing({
      ...{ registry, usage, clock },
      onChange: (id) => this.#signer.changed(id),
      record: (event) => this.#record(event),
    })
    this.#signer = new RemoteSigner({ ...options, pairing: this.#pairing })
    this.#registration = new AppRegistration({
      ...{ registry, ruleSet: rules.ruleSet, ...clock.latest },
      ...{ relays: options.relays, relayHosts: options.relayHosts },
    })
    this.#connectAcks = new ConnectAcks({
      ...{ registry, answers: this.#signer.answers, onError, now: clock.latest.now },
      recipientOf: (app, client) => this.#signer.recipientOf(app, client),
      onAcknowledged: ({ id }) => {
        this.#usage.add(id, 'connect')
        this.#record({ action: 'app.pair', app: id, type: 'info', message: appEvent.paired })
      },
    })
    this.#unsubscribe = [
      rules.onChange(() => this.#signer.review()),
      stop.onExternalChange(() => this.reread()),
    ]
  }

  /** Begins to listen, and resumes requests that wait for the owner. */
  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#tidy(), TIDY_INTERVAL).unref()
    this.#signer.start()
    this.#connectAcks.sendAll()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    await this.#signer.stop()
    this.#usage.stop()
  }

  /** The oldest first. */
  list(): AppView[] {
    return this.#options.registry.all.map((app) => this.#view(app))
  }

  get(id: string): AppView | undefined {
    const app = this.#options.registry.get(id)
    return app && this.#view(app)
  }

  invite(request: InviteRequest): AppResult<InviteAnswer> {
    const invited = this.#registration.invite(request)
    if (!invited.ok) return invited
    this.#signer.changed(invited.value.id)
    this.#options.log('info', appEvent.invited(request.name))
    return invited
  }

  /** @param expiresIn seconds */
  reinvite(id: string, expiresIn: number): AppResult<InviteAnswer> {
    const app = this.#options.registry.get(id)
    if (app === undefined) return UNKNOWN
    const invited = this.#registration.reinvite(app, expiresIn)
    this.#signer.changed(id)
    return invited
  }

  /** Reads a nostrconnect link. */
  read(uri: string): AppResult<Invitation> {
    const read = this.#registration.read(uri)
    if (!read.ok) return read
    const { client, claims, relays, perms, known } = read.value
    const privateRelays = relays.filter(namesPrivateHost)
    const value = { client, claims, relays, privateRelays, wishes: readPermissions(perms) }
    return { ok: true, value: { ...value, ...(known && { known: known.id }) } }
  }

  /** Pairs the app of a nostrconnect link and answers it on its relays; undone if we can listen on none of them. */
  async accept(request: AcceptRequest): Promise<AppResult<{ id: string }>> {
    const accepted = this.#registration.accept(request)
    if (!accepted.ok) return accepted
    const { app, known } = accepted.value
    this.#signer.changed(app.id)
    if (!(await this.#signer.isHeard(app))) {
      if (known === undefined) this.remove(app.id)
      // Its owner may have removed it meanwhile.
      else if (this.#options.registry.get(app.id) !== undefined) this.#options.registry.set(known)
      this.#signer.changed(app.id)
      return { ok: false, fault: 'unavailable', error: texts.unheard(app.relays) }
    }
    this.#registration.grant(app, request)
    await Promise.race([this.#connectAcks.send(app.id), delayed(ACK_WAIT)])
    return { ok: true, value: { id: app.id } }
  }

  /** Takes effect at once, also for requests under way. */
  update(id: string, update: AppUpdate): AppResult<AppView> {
    const app = this.#options.registry.get(id)
    if (app === undefined) return UNKNOWN
    const { name, preset, suspended, nip04, authUrl, openFor } = update
    const given = update.relays && readRelays(update.relays, this.#options.relayHosts)
    if (given?.ok === false) return { ok: false, fault: 'invalid', error: given.error }
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
    const { ruleSet } = this.#options.rules
    const caller = callerOf(app)
    if (name !== undefined) ruleSet.setName(caller, name)
    if (preset !== undefined || suspended !== undefined) {
      ruleSet.update(caller, { preset, suspended })
    }
    this.#signer.moved(id)
    this.#reportedExpired.delete(id)
    this.#signer.changed(id)
    this.#options.log('info', appEvent.changed(this.nameOf(id)))
    return { ok: true, value: this.#view(this.#options.registry.get(id) ?? app) }
  }

  /** Deletes an app and everything stored about it; nothing is sent to it any more. False: there is no such app. */
  remove(id: string): boolean {
    if (this.#options.registry.get(id) === undefined) return false
    const name = this.nameOf(id)
    this.#options.registry.delete(id)
    this.#end(id)
    this.#options.rules.ruleSet.forget(callerOf({ id }))
    this.#options.log('info', appEvent.removed(name))
    return true
  }

  /** An app's relays, without the former ones. */
  relaysOf(id: string): readonly string[] {
    return this.#options.registry.get(id)?.relays ?? []
  }

  nameOf(id: string): string {
    return nameOfApp(id, this.#options.rules.ruleSet)
  }

  #view(app: RegisteredApp): AppView {
    const { rules, usage, clock } = this.#options
    const sources = { ruleSet: rules.ruleSet, usage, clock }
    return viewOf(app, sources, {
      wrongSecrets: this.#pairing.wrongSecretsOf(app.id),
      usesNip04: this.#signer.usesNip04(app.id),
      statusOf: (url) => this.#signer.status(app, url),
    })
  }

  /** Call when an app is gone: nothing is sent to it any more. */
  #end(id: string): void {
    this.#signer.end(id)
    this.#usage.forget(id)
  }

  /** Reads the apps again after a command beside this process, or an import, has changed them. */
  reread(): void {
    const { rules, log, onError } = this.#options
    const names = new Map(this.#options.registry.all.map(({ id }) => [id, this.nameOf(id)]))
    try {
      const { added, changed, gone } = this.#options.registry.reread()
      for (const id of gone) this.#end(id)
      if (added.length + changed.length + gone.length > 0) rules.ruleSet.reload()
      for (const id of [...added, ...changed]) this.#signer.changed(id)
      this.#connectAcks.sendAll()
      for (const id of gone) log('info', appEvent.removed(names.get(id) ?? id))
      for (const id of changed) log('info', appEvent.changed(this.nameOf(id)))
      for (const id of added) {
        const isInvited = this.#options.registry.get(id)?.client === null
        log('info', (isInvited ? appEvent.invited : appEvent.accepted)(this.nameOf(id)))
      }
    } catch (error) {
      onError(error)
    }
  }

  #isExpired(app: RegisteredApp): boolean {
    return isExpired(app, this.#usage.lastOf(app.id), this.#options.clock)
  }

  #record({ action, app, type, message }: AppEvent): void {
    const { log, audit } = this.#options
    audit({ actor: app, action, outcome: 'ok', detail: { app } })
    log(type, message(this.nameOf(app)))
  }

  #tidy(): void {
    try {
      this.#signer.tidy()
      this.#usage.tidy()
    } catch (error) {
      this.#options.onError(error)
    }
    this.#connectAcks.sendAll()
    for (const app of this.#options.registry.all) {
      if (app.client === null || !this.#isExpired(app) || this.#reportedExpired.has(app.id))
        continue
      this.#reportedExpired.add(app.id)
      const isOver = app.until !== null && app.until <= this.#options.clock.latest.now()
      this.#options.log('info', (isOver ? appEvent.ended : appEvent.idle)(this.nameOf(app.id)))
    }
  }
}

const UNKNOWN = { ok: false, fault: 'unknown', error: '' } as const

const delayed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

import { randomBytes, randomUUID } from 'node:crypto'
import type { AcceptRequest, InviteAnswer, InviteRequest } from '#contract/apps.ts'
import { apps as texts } from '#contract/codes.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Caller } from '#contract/rules.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import type { Ticks } from '#lib/clock.ts'
import type { RuleSet } from '#policy/rule-set.ts'
import type { StoredApp } from '#store/apps.ts'
import { APPS_MAX, OPEN_FOR } from './limits.ts'
import { bunkerLink, type ConnectLink, newSecret, readConnectLink, readRelays } from './link.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { readPermissions, ruleOfPermission } from './requested-permissions.ts'

/** Why nothing was done. */
export type AppFault = 'invalid' | 'full' | 'unavailable' | 'unknown'
export type AppResult<T> = { ok: true; value: T } | ({ ok: false; fault: AppFault } & Failure)

/** The times are of `Clock.latest`. */
export interface AppRegistrationOptions extends Ticks {
  registry: Registry
  ruleSet: Pick<RuleSet, 'setName' | 'update' | 'add'>
  /** Host names without a dot that relays may have. */
  relayHosts: RelayHosts | undefined
  /** The signer's relays, the default for apps. */
  relays(): readonly string[]
}

/** `known`: the app as it was stored before its link was accepted; undefined: it is new. */
export interface AcceptedLink {
  app: RegisteredApp
  known: RegisteredApp | undefined
}

type Rights = Pick<InviteRequest, 'preset' | 'allow'>

const fault = (name: AppFault, why: Failure) =>
  ({ ...messageOf(why), ok: false, fault: name }) as const
const done = <T>(value: T) => ({ ok: true, value }) as const

/** Adds apps: by our link (bunker) or by theirs (nostrconnect). */
export class AppRegistration {
  readonly #options: AppRegistrationOptions

  constructor(options: AppRegistrationOptions) {
    this.#options = options
  }

  /** Adds an app, to be paired with the client that uses its link first. */
  invite(request: InviteRequest): AppResult<InviteAnswer> {
    const { registry } = this.#options
    if (registry.all.length >= APPS_MAX) return fault('full', texts.tooMany(APPS_MAX))
    const unknown = request.allow.find((permission) => ruleOfPermission(permission) === null)
    if (unknown !== undefined) return fault('invalid', texts.wishUnknown(unknown))
    const relays = this.#relays(request.relays)
    if (!relays.ok) return relays
    const app = registry.set({ ...this.#blank(), relays: relays.value, until: untilOf(request) })
    this.#setRights(app, request.name, request)
    return this.reinvite(app, request.expiresIn)
  }

  /** Makes a new link for an app; its old one becomes void. @param expiresIn seconds */
  reinvite(app: RegisteredApp, expiresIn: number): AppResult<InviteAnswer> {
    const { registry, now, iso } = this.#options
    const since = now()
    const until = since + expiresIn * 1000
    const secret = newSecret()
    registry.set({ ...app, invitation: { secret, since, until } })
    const uri = bunkerLink(app.signer, app.relays, secret)
    return done({ id: app.id, uri, expiresAt: iso(until) })
  }

  /** Reads an app's link. `known`: the app that is paired with its client key. */
  read(uri: string): AppResult<ConnectLink & { known: RegisteredApp | undefined }> {
    const link = readConnectLink(uri, this.#options.relayHosts)
    if (!link.ok) return fault('invalid', link)
    const known = this.#options.registry.all.find(({ client }) => client === link.value.client)
    return done({ ...link.value, known })
  }

  /** Pairs the app of a link, again if it is known. The caller adds its rules and sends the acknowledgement. */
  accept(request: AcceptRequest): AppResult<AcceptedLink> {
    const { registry, now } = this.#options
    const read = this.read(request.uri)
    if (!read.ok) return read
    const { known, ...link } = read.value
    const extra = request.allow.find((permission) => !isAmong(permission, link.perms))
    if (extra !== undefined) return fault('invalid', texts.wishMisfit(extra))
    if (known === undefined && registry.all.length >= APPS_MAX) {
      return fault('full', texts.tooMany(APPS_MAX))
    }
    const { client, relays, claims, secret } = link
    const app = registry.set({
      ...(known ?? this.#blank()),
      ...{ client, relays, claims, areRelaysItsOwn: true, formerRelays: [] },
      ...{ pairedAt: now(), until: untilOf(request), invitation: null },
      greeting: secret,
    })
    return done({ app, known })
  }

  /** Adds the rules that the link was accepted with; an app that is known keeps its own, too. */
  grant(app: RegisteredApp, request: AcceptRequest): void {
    const name = request.name ?? app.claims.name ?? `App ${(app.client ?? app.id).slice(0, 8)}`
    this.#setRights(app, name, request)
  }

  #setRights(app: StoredApp, name: string, { preset, allow }: Rights): void {
    const { ruleSet } = this.#options
    ruleSet.setName(callerOf(app), name)
    ruleSet.update(callerOf(app), { preset })
    for (const permission of allow) {
      const rule = ruleOfPermission(permission)
      if (rule !== null) ruleSet.add({ ...rule, whom: callerOf(app), verdict: 'allow' })
    }
  }

  #relays(given: readonly string[] | undefined): AppResult<string[]> {
    const own = this.#options.relays()
    if (given === undefined) {
      return own.length === 0 ? fault('unavailable', texts.noRelays) : done([...own])
    }
    const relays = readRelays(given, this.#options.relayHosts)
    return relays.ok ? relays : fault('invalid', relays)
  }

  #blank(): StoredApp {
    return {
      ...{
        id: randomUUID(),
        seckey: scalarHex(randomScalar(randomBytes)),
        client: null,
        claims: {},
        invitation: null,
      },
      greeting: null,
      ...{ relays: [], formerRelays: [], areRelaysItsOwn: false },
      ...{ createdAt: this.#options.now(), pairedAt: null, until: null },
      ...{ answersNip04: true, sendsAuthUrl: false, openFor: OPEN_FOR },
    }
  }
}

export const callerOf = ({ id }: { id: string }): Caller => ({ door: 'app', id })

/** Unix milliseconds; null: without end. */
export const untilOf = ({ until }: { until?: string | null | undefined }): number | null =>
  until == null ? null : Date.parse(until)

const isAmong = (permission: string, perms: readonly string[]): boolean =>
  readPermissions(perms).some(({ wish }) => wish === permission)

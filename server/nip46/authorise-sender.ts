import { randomBytes, randomUUID } from 'node:crypto'
import { apps as texts } from '#contract/app-messages.ts'
import type { AcceptRequest, InviteAnswer, InviteRequest } from '#contract/apps.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { Caller } from '#contract/rules.ts'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { RuleBook } from '#policy/rule-set.ts'
import { APPS_MAX, OPEN_FOR } from './limits.ts'
import { bunkerLink, type ConnectLink, newSecret, readConnectLink, readRelays } from './link.ts'
import type { KeptApp } from './ports.ts'
import type { RegisteredApp, Registry } from './registry.ts'
import { readWishes, ruleOfWish } from './requested-permissions.ts'

/** Why nothing was done, for the caller. */
export type AdmissionFault = 'misfit' | 'full' | 'unavailable' | 'unknown'
export type Admission<T> =
  | { ok: true; value: T }
  | { ok: false; fault: AdmissionFault; error: string }

export interface AdmissionOptions {
  registry: Registry
  book: Pick<RuleBook, 'setName' | 'update' | 'add'>
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  /** The signer's relays, for apps that are given no others. */
  relays(): readonly string[]
  /** Unix milliseconds. */
  now: () => number
  /** A time of `now` for people. */
  iso(at: number): string
}

/** `known`: as it was kept before its link was accepted; undefined: it is new. */
export interface Accepted {
  app: RegisteredApp
  known: RegisteredApp | undefined
}

type Rights = Pick<InviteRequest, 'preset' | 'allow'>

const fault = (name: AdmissionFault, error: string) => ({ ok: false, fault: name, error }) as const
const done = <T>(value: T) => ({ ok: true, value }) as const

/** How apps are let in: by our link, or by theirs. */
export class Admissions {
  readonly #options: AdmissionOptions

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Makes an app that whoever uses the link first is. */
  invite(request: InviteRequest): Admission<InviteAnswer> {
    const { registry } = this.#options
    if (registry.all.length >= APPS_MAX) return fault('full', texts.tooMany(APPS_MAX))
    const misfit = request.allow.find((wish) => ruleOfWish(wish) === null)
    if (misfit !== undefined) return fault('misfit', texts.wishUnknown(misfit))
    const relays = this.#relays(request.relays)
    if (!relays.ok) return relays
    const app = registry.set({ ...this.#blank(), relays: relays.value, until: untilOf(request) })
    this.#setRights(app, request.name, request)
    return this.reinvite(app, request.expiresIn)
  }

  /** A new link for an app; one from before is void. @param expiresIn seconds */
  reinvite(app: RegisteredApp, expiresIn: number): Admission<InviteAnswer> {
    const { registry, now, iso } = this.#options
    const since = now()
    const until = since + expiresIn * 1000
    const secret = newSecret()
    registry.set({ ...app, invitation: { secret, since, until } })
    const uri = bunkerLink(app.signer, app.relays, secret)
    return done({ id: app.id, uri, expiresAt: iso(until) })
  }

  /** What an app's link says; `known`: the app that is paired with its key. */
  read(uri: string): Admission<ConnectLink & { known: RegisteredApp | undefined }> {
    const link = readConnectLink(uri, this.#options.relayHosts)
    if (!link.ok) return fault('misfit', link.error)
    const known = this.#options.registry.all.find(({ client }) => client === link.value.client)
    return done({ ...link.value, known })
  }

  /** Pairs the app whose link it is, or pairs it anew. It is yet to be given its rights, and greeted. */
  accept(request: AcceptRequest): Admission<Accepted> {
    const { registry, now } = this.#options
    const read = this.read(request.uri)
    if (!read.ok) return read
    const { known, ...link } = read.value
    const misfit = request.allow.find((wish) => !isAmong(wish, link.perms))
    if (misfit !== undefined) return fault('misfit', texts.wishMisfit(misfit))
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

  /** What its link was accepted with; one that was paired before keeps what it had, too. */
  grant(app: RegisteredApp, request: AcceptRequest): void {
    const name = request.name ?? app.claims.name ?? `App ${(app.client ?? app.id).slice(0, 8)}`
    this.#setRights(app, name, request)
  }

  #setRights(app: KeptApp, name: string, { preset, allow }: Rights): void {
    const { book } = this.#options
    book.setName(callerOf(app), name)
    book.update(callerOf(app), { preset })
    for (const wish of allow) {
      const rule = ruleOfWish(wish)
      if (rule !== null) book.add({ ...rule, whom: callerOf(app), verdict: 'allow' })
    }
  }

  #relays(given: readonly string[] | undefined): Admission<string[]> {
    const own = this.#options.relays()
    if (given === undefined) {
      return own.length === 0 ? fault('unavailable', texts.noRelays) : done([...own])
    }
    const relays = readRelays(given, this.#options.relayHosts)
    return relays.ok ? relays : fault('misfit', relays.error)
  }

  #blank(): KeptApp {
    return {
      ...{ id: randomUUID(), seckey: newSecretKey(), client: null, claims: {}, invitation: null },
      greeting: null,
      ...{ relays: [], formerRelays: [], areRelaysItsOwn: false },
      ...{ createdAt: this.#options.now(), pairedAt: null, until: null },
      ...{ answersNip04: true, sendsAuthUrl: false, openFor: OPEN_FOR },
    }
  }
}

export const callerOf = ({ id }: { id: string }): Caller => ({ door: 'app', id })

/** Unix milliseconds; null: for ever. */
export const untilOf = ({ until }: { until?: string | null | undefined }): number | null =>
  until == null ? null : Date.parse(until)

const isAmong = (wish: string, perms: readonly string[]): boolean =>
  readWishes(perms).some((read) => read.wish === wish)

/** 32 bytes, hex, from 1 to n - 1. */
function newSecretKey(): string {
  for (;;) {
    const key = randomBytes(32).toString('hex')
    try {
      publicPoint(key)
      return key
    } catch {
      // One in 2^128 is no key.
    }
  }
}

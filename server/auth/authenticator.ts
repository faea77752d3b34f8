import type { Scope } from '../contract/scopes.ts'
import type { ApiKeys } from './api-keys.ts'
import { readAuthorization } from './authorization.ts'
import { type BasicCredentials, pairOf, type VerifiedUser } from './basic.ts'
import type { Familiar } from './familiar.ts'
import { guess, verifyFamiliar } from './guess.ts'
import type { Limiter } from './limiter.ts'
import { openedBySignInLink } from './opened-by.ts'
import type { Sessions } from './sessions.ts'

/** Who makes a call, and what they may. */
export interface Principal {
  /** How they are known; open: everyone is let in. */
  kind: 'open' | 'session' | 'api-key' | 'basic'
  userId: string
  scope: Scope
  /** For people: the user, or the key's name. */
  name: string
  /** For a session: its hash, and the name of the credential that opened it. */
  sessionHash?: string
  openedBy?: string
  /** For an API key. */
  keyId?: string
  /**
   * The session was opened by a sign-in link: its holder may set a password without giving the old
   * one.
   */
  byLink?: true
}

type Values = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The parts of a request that say who makes it. None is a cookie: a browser sends those to every
 * port of a host name, and so to every other app of a home server.
 */
export interface Presented {
  /** Keyed by lower-case names. */
  headers: Values
  /** A WebSocket's `sessionId` and `apiKey`, for clients that can't set headers. */
  query?: Values
  /** Made by an open page itself: it keeps no session alive. */
  unattended?: boolean
}

export type Identified =
  | { ok: true; principal: Principal }
  /** `presented`: there was a credential; `limited`: seconds until the next may be tried. */
  | { ok: false; presented: boolean; limited?: number }

export interface AuthenticatorOptions {
  /** If false, everyone is let in. */
  enabled: boolean
  sessions: Sessions
  apiKeys: ApiKeys
  basic: BasicCredentials
  limiter: Limiter
  familiar: Familiar
}

const OPEN: Principal = { kind: 'open', userId: 'open', scope: 'admin', name: 'open access' }

export interface Authenticator {
  /**
   * Who makes a request. Of several credentials the first valid one counts: session (header, query),
   * API key (header, query, bearer), username and password. A header may hold anything; only a
   * failing store throws.
   *
   * Wrong ones count once in the client's bucket of failed credentials. When that is empty,
   * everything the client presents is refused unseen, except what it has itself used before
   * (familiar.ts): so a late guess is worth nothing, and nobody who guesses from behind the same
   * address signs its owner out. An ended session was no guess and doesn't count, so that ten open
   * tabs don't lock their owner out either.
   *
   * @param clientKey whom the limits count, from clientAddress
   */
  identify(presented: Presented, clientKey: string): Promise<Identified>
  /** The same for calls that are open to all: never counts, never costs Argon2. */
  peek(presented: Presented, clientKey: string): Principal | null
}

type Pair = { username: string; password: string }

interface Candidates {
  sessions: string[]
  /** Whether a session found here counts as used. */
  isUse: boolean
  apiKeys: string[]
  basic: Pair | undefined
  malformed: boolean
}

/** `credential` names what identified the caller. */
type Found = { principal: Principal; credential: string }

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { enabled, sessions, apiKeys, basic, limiter, familiar } = options
  const underWay = new Map<string, Promise<Identified>>()

  const findSession = (id: string, isUse: boolean): Found | null => {
    const session = sessions.find(id, isUse)
    if (session === null) return null
    const { userId, scope, hash, openedBy } = session
    const byLink = openedBy === openedBySignInLink
    const principal: Principal = {
      kind: 'session',
      userId,
      scope,
      name: userId,
      sessionHash: hash,
      openedBy,
      ...(byLink ? { byLink } : {}),
    }
    return { principal, credential: nameOfSession(hash) }
  }

  const findApiKey = (key: string): Found | null => {
    const found = apiKeys.find(key)
    if (found === null) return null
    const { id, name, scope } = found
    const principal: Principal = {
      kind: 'api-key',
      userId: userIdOfKey(name),
      scope,
      name,
      keyId: id,
    }
    return { principal, credential: nameOfKey(id) }
  }

  /** What can be told without Argon2. */
  const findCheaply = (candidates: Candidates, clientKey: string): Found | null => {
    for (const id of candidates.sessions) {
      const found = findSession(id, candidates.isUse)
      if (found !== null) return found
    }
    for (const key of candidates.apiKeys) {
      const found = findApiKey(key)
      if (found !== null) return found
    }
    if (candidates.basic === undefined) return null
    const { username, password } = candidates.basic
    const user = basic.remembered(username, password, clientKey)
    if (user === null) return null
    const credential = pairOf(username, password)
    return { principal: principalOfUser(user), credential }
  }

  /**
   * Seconds until a client may try something new; undefined if it may now, or has used this before.
   */
  const waitOf = ({ credential }: Found, clientKey: string): number | undefined => {
    const allowed = limiter.mayTry(clientKey)
    if (allowed.ok) familiar.note(clientKey, credential)
    else if (!familiar.knows(clientKey, credential)) return allowed.retryAfter
    return undefined
  }

  const fail = (clientKey: string): Identified => {
    const counted = limiter.consume('failed', clientKey)
    return refused(counted.ok ? undefined : counted.retryAfter)
  }

  const verifyAlone = async ({ username, password }: Pair, clientKey: string) => {
    const check = () => basic.verify(username, password, clientKey)
    const pair = pairOf(username, password)
    // A pair that is no longer remembered costs Argon2 again, but is no guess if its client has used
    // it.
    const guessed = familiar.knows(clientKey, pair)
      ? await verifyFamiliar(limiter, clientKey, check)
      : await guess(limiter, clientKey, check)
    if (!guessed.ok) return refused(guessed.retryAfter)
    familiar.note(clientKey, pair)
    return { ok: true as const, principal: principalOfUser(guessed.value) }
  }

  /** Requests of one client with the same pair at the same time are counted and verified as one. */
  const verifyBasic = async (pair: Pair, clientKey: string): Promise<Identified> => {
    const key = `${pairOf(pair.username, pair.password)} ${clientKey}`
    const shared = underWay.get(key)
    if (shared !== undefined) {
      const identified = await shared
      return identified.ok || identified.limited !== undefined ? identified : fail(clientKey)
    }
    const work: Promise<Identified> = verifyAlone(pair, clientKey).finally(() =>
      underWay.delete(key),
    )
    underWay.set(key, work)
    return work
  }

  return {
    identify: async (presented, clientKey) => {
      if (!enabled) return { ok: true, principal: OPEN }
      const candidates = candidatesOf(presented)
      const found = findCheaply(candidates, clientKey)
      if (found !== null) {
        const wait = waitOf(found, clientKey)
        if (wait !== undefined) return refused(wait)
        return { ok: true, principal: found.principal }
      }
      if (candidates.basic !== undefined) return verifyBasic(candidates.basic, clientKey)
      const wrong =
        candidates.malformed ||
        candidates.apiKeys.length > 0 ||
        candidates.sessions.some((id) => !sessions.hasEnded(id))
      if (wrong) return fail(clientKey)
      return { ok: false, presented: candidates.sessions.length > 0 }
    },
    peek: (presented, clientKey) => {
      if (!enabled) return OPEN
      const found = findCheaply(candidatesOf(presented), clientKey)
      return found === null || waitOf(found, clientKey) !== undefined ? null : found.principal
    },
  }
}

/** A credential's name among those that an address has used. */
export const nameOfSession = (hash: string): string => `session ${hash}`
export const nameOfKey = (keyId: string): string => `key ${keyId}`

const refused = (limited: number | undefined): Identified =>
  limited === undefined ? { ok: false, presented: true } : { ok: false, presented: true, limited }

/** Told apart from a person of the same name. */
export const userIdOfKey = (name: string): string => `api-key:${name}`

const principalOfUser = ({ userId }: VerifiedUser): Principal => ({
  kind: 'basic',
  userId,
  scope: 'admin',
  name: userId,
})

/** The session ids in a request, in order of precedence. */
export const presentedSessions = ({ headers, query = {} }: Presented): string[] =>
  [headers['x-session-id'], query['sessionId']].flatMap(present)

function candidatesOf(presented: Presented): Candidates {
  const { headers, query = {} } = presented
  const authorization = readAuthorization(present(headers['authorization'])[0])
  return {
    sessions: presentedSessions(presented),
    isUse: presented.unattended !== true,
    apiKeys: [
      ...present(headers['x-api-key']),
      ...present(query['apiKey']),
      ...(authorization.scheme === 'bearer' ? [authorization.token] : []),
    ],
    basic: authorization.scheme === 'basic' ? authorization : undefined,
    malformed: authorization.scheme === 'malformed',
  }
}

/** Each non-empty value. */
const present = (value: Values[string]): string[] =>
  value === undefined ? [] : [value].flat().flatMap((text) => text.trim() || [])

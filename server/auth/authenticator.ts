import type { Scope } from '#contract/scopes.ts'
import { type ApiKey, type ApiKeys, isMadeKey } from './api-keys.ts'
import { type BasicCredentials, pairOf, type VerifiedUser } from './basic-credentials.ts'
import { guess } from './login-attempt.ts'
import { openedBySignInLink } from './opened-by.ts'
import type { Limiter } from './rate-limiter.ts'
import type { Sessions } from './sessions.ts'

/** Who makes a call, and what they may do. */
export interface Principal {
  /** How the caller was identified. `open`: access is open to everyone. */
  kind: 'open' | 'session' | 'api-key' | 'basic'
  userId: string
  scope: Scope
  /** For a session: its hash, and the name of the credential that opened it. */
  sessionHash?: string
  openedBy?: string
  /** For an API key. */
  keyId?: string
  /** The session was opened by a sign-in link: its holder may set a password without giving the old one. */
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
  /** An open page made the request by itself, not its user: it keeps no session alive. */
  unattended?: boolean
}

type Identified =
  | { ok: true; principal: Principal }
  /** `limited`: seconds until the next credential may be tried. */
  | { ok: false; limited?: number }

interface AuthenticatorOptions {
  /** If false, everyone is let in. */
  enabled: boolean
  sessions: Sessions
  apiKeys: ApiKeys
  basic: BasicCredentials
  limiter: Limiter
}

const OPEN: Principal = { kind: 'open', userId: 'open', scope: 'admin' }

type Pair = { username: string; password: string }

/** The credentials of a request that may be guesses. */
interface Candidates {
  apiKeys: string[]
  basic: Pair | undefined
  malformed: boolean
}

export function createAuthenticator(options: AuthenticatorOptions) {
  const { enabled, sessions, apiKeys, basic, limiter } = options
  const underWay = new Map<string, Promise<Identified>>()

  const findSession = (id: string, isUse: boolean): Principal | null => {
    const session = sessions.find(id, isUse)
    if (session === null) return null
    const { userId, scope, hash, openedBy } = session
    const byLink = openedBy === openedBySignInLink
    return {
      kind: 'session',
      userId,
      scope,
      sessionHash: hash,
      openedBy,
      ...(byLink ? { byLink } : {}),
    }
  }

  /** The principal of a session or of a key made here, which nobody can guess. */
  const findSure = (presented: Presented): Principal | null => {
    for (const id of presentedSessions(presented)) {
      const found = findSession(id, presented.unattended !== true)
      if (found !== null) return found
    }
    for (const key of candidatesOf(presented).apiKeys.filter(isMadeKey)) {
      const found = apiKeys.find(key)
      if (found !== null) return principalOfKey(found)
    }
    return null
  }

  const fail = (clientKey: string): Identified => {
    const counted = limiter.consume('failed', clientKey)
    return refused(counted.ok ? undefined : counted.retryAfter)
  }

  const tryKey = async (key: string, clientKey: string): Promise<Identified> => {
    const guessed = await guess(limiter, clientKey, () => apiKeys.find(key))
    if (!guessed.ok) return refused(guessed.retryAfter)
    return { ok: true, principal: principalOfKey(guessed.value) }
  }

  const tryPairAlone = async (pair: Pair, clientKey: string): Promise<Identified> => {
    const guessed = await guess(limiter, clientKey, () =>
      basic.verify(pair.username, pair.password, clientKey),
    )
    if (!guessed.ok) return refused(guessed.retryAfter)
    return { ok: true, principal: principalOfUser(guessed.value) }
  }

  /** Requests of one client with the same pair at the same time are counted and verified as one. */
  const tryPair = async (pair: Pair, clientKey: string): Promise<Identified> => {
    const key = `${pairOf(pair.username, pair.password)} ${clientKey}`
    const shared = underWay.get(key)
    if (shared !== undefined) {
      const identified = await shared
      return identified.ok || identified.limited !== undefined ? identified : fail(clientKey)
    }
    const work = tryPairAlone(pair, clientKey).finally(() => underWay.delete(key))
    underWay.set(key, work)
    return work
  }

  /** Tries the candidates one after the other, until one is right or no try is left. */
  const tryAll = async ({ apiKeys: keys, basic: pair }: Candidates, clientKey: string) => {
    let last: Identified | undefined
    let wrong = 0
    const attempts = [
      ...keys.map((key) => () => tryKey(key, clientKey)),
      ...(pair === undefined ? [] : [() => tryPair(pair, clientKey)]),
    ]
    for (const attempt of attempts) {
      last = await attempt()
      if (last.ok || last.limited !== undefined) break
      wrong += 1
    }
    if (last?.ok) for (; wrong > 0; wrong -= 1) limiter.refund('failed', clientKey)
    return last
  }

  return {
    /**
     * Who makes a request. Of several credentials the first valid one counts: session (header, query),
     * API key made here (header, query, bearer), other API key, username and password. A header may
     * hold anything; only a failing store throws.
     *
     * Session ids and keys made here are 256 random bits: whoever has one is let in, however many wrong
     * guesses come from the same address. Every other credential is a guess (login-attempt.ts). A wrong
     * guess counts in the client's bucket of failed credentials, unless another credential of the same
     * request is right. When the bucket is empty, guesses are refused unchecked, right or wrong. An ended
     * session was no guess and doesn't count, so that ten open tabs don't lock their owner out.
     *
     * @param clientKey whom the limits count, from clientAddress
     */
    identify: async (presented: Presented, clientKey: string): Promise<Identified> => {
      if (!enabled) return { ok: true, principal: OPEN }
      const principal = findSure(presented)
      if (principal !== null) return { ok: true, principal }
      const candidates = candidatesOf(presented)
      const tried = await tryAll(candidates, clientKey)
      if (tried !== undefined) return tried
      const ids = presentedSessions(presented)
      const isWrong = candidates.malformed || ids.some((id) => !sessions.hasEnded(id))
      return isWrong ? fail(clientKey) : { ok: false }
    },
    /**
     * Who makes a request to a call that is open to all; null if unknown. Only checks sessions and keys
     * made here: nothing is counted, so the answer must not tell whether a guess is right.
     */
    peek: (presented: Presented): Principal | null => (enabled ? findSure(presented) : OPEN),
  }
}

const refused = (limited: number | undefined): Identified =>
  limited === undefined ? { ok: false } : { ok: false, limited }

/** The prefix keeps a key distinct from a user of the same name. */
export const userIdOfKey = (name: string): string => `api-key:${name}`

const principalOfKey = ({ id, name, scope }: ApiKey): Principal => ({
  kind: 'api-key',
  userId: userIdOfKey(name),
  scope,
  keyId: id,
})

const principalOfUser = ({ userId }: VerifiedUser): Principal => ({
  kind: 'basic',
  userId,
  scope: 'admin',
})

/** The session ids in a request, in order of precedence. */
export const presentedSessions = ({ headers, query = {} }: Presented): string[] =>
  [headers['x-session-id'], query['sessionId']].flatMap(present)

function candidatesOf({ headers, query = {} }: Presented): Candidates {
  const authorization = readAuthorization(present(headers['authorization'])[0])
  return {
    apiKeys: [
      ...new Set([
        ...present(headers['x-api-key']),
        ...present(query['apiKey']),
        ...(authorization.scheme === 'bearer' ? [authorization.token] : []),
      ]),
    ],
    basic: authorization.scheme === 'basic' ? authorization : undefined,
    malformed: authorization.scheme === 'malformed',
  }
}

/** Each non-empty value. */
const present = (value: Values[string]): string[] =>
  value === undefined ? [] : [value].flat().flatMap((text) => text.trim() || [])

/** An Authorization header (RFC 9110, section 11.6.2), in the forms that we know. */
type Authorization =
  | { scheme: 'none' }
  | { scheme: 'basic'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'malformed' }

const HEADER = /^(basic|bearer)(?: +(\S*))?$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * Reads the header. An unknown scheme counts as no credential, because a proxy may have added it.
 * Never throws.
 *
 * `Basic` is base64 of `username:password` in UTF-8 (RFC 7617); the username ends at the first
 * colon.
 */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined) return { scheme: 'none' }
  const text = header.trim()
  if (!/^(?:basic|bearer)(?: |$)/i.test(text)) return { scheme: 'none' }
  const [, scheme = '', token = ''] = HEADER.exec(text) ?? []
  if (token === '') return { scheme: 'malformed' }
  return scheme.toLowerCase() === 'bearer' ? { scheme: 'bearer', token } : readBasic(token)
}

function readBasic(token: string): Authorization {
  if (!BASE64.test(token)) return { scheme: 'malformed' }
  let pair: string
  try {
    pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(token, 'base64'))
  } catch {
    return { scheme: 'malformed' }
  }
  const colon = pair.indexOf(':')
  if (colon === -1) return { scheme: 'malformed' }
  // No username has spaces at its ends.
  const username = pair.slice(0, colon).trim()
  return { scheme: 'basic', username, password: pair.slice(colon + 1) }
}

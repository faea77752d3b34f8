import type { LoginRequest, Scope } from '../contract/auth.ts'
import { auth as texts } from '../contract/messages.ts'
import type { Secret } from '../secret.ts'
import { ApiKeys } from './api-keys.ts'
import {
  type Authenticator,
  createAuthenticator,
  nameOfKey,
  nameOfSession,
  type Principal,
  userIdOfKey,
} from './authenticator.ts'
import { BasicCredentials, pairOf } from './basic.ts'
import { createFamiliar, type Familiar } from './familiar.ts'
import { limited, refusalOf } from './guess.ts'
import { createLimiter, type Limiter, type RateLimitSettings } from './limiter.ts'
import { createListeners } from './listeners.ts'
import type { AuthLog } from './log.ts'
import { createOpenedBy, openedBySignInLink } from './opened-by.ts'
import type { AuthContext, AuthRefusal, OpenedSession } from './outcomes.ts'
import { createPasswordChange, type PasswordChange } from './password-change.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import type { AuthRepositories } from './repositories.ts'
import { Sessions } from './sessions.ts'
import { createSignInToken, type SignInToken, takeSignInToken } from './sign-in-link.ts'

export interface AuthConfig {
  auth: {
    /** False: open access, everyone who reaches the server is an admin. */
    enabled: boolean
    apiKey: Secret | undefined
    basic: { username: string; password: Secret } | undefined
    /** Seconds without use after which a session ends. */
    sessionTimeout: number
  }
  rateLimit: RateLimitSettings
}

export interface AuthOptions {
  config: AuthConfig
  repositories: AuthRepositories
  log: AuthLog
  now?: () => number
  passwords?: Passwords
}

export type LoginResult = ({ ok: true } & OpenedSession) | AuthRefusal

/** What has ended: a session, an API key, or every password that was valid until now. */
export type Ended =
  | { kind: 'session'; sessionHash: string }
  | { kind: 'api-key'; keyId: string }
  | { kind: 'basic' }

export interface Auth extends Authenticator, PasswordChange {
  /** False: open access, everyone is an admin. */
  readonly enabled: boolean
  /** Those that are usable now. */
  readonly methods: ('api-key' | 'basic-auth')[]
  /** Nobody can sign in but by a sign-in link. */
  readonly needsSetup: boolean
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly limiter: Limiter
  /** What each address may use also when its tries are used up. */
  readonly familiar: Familiar
  /**
   * Opens a session: by an API key with that key's scope (a narrow key is no way to a wide
   * session), otherwise as admin. Every login counts in the client's bucket of failed credentials.
   * When that is empty nothing is tried but what the client has itself used before.
   *
   * @param context `sessionIds`: those that came with the request; at a login they end
   * @throws StoreError when the session can't be kept
   */
  login(
    credentials: LoginRequest,
    context: AuthContext & { sessionIds?: readonly string[] },
  ): Promise<LoginResult>
  /** Ends the session that a principal has come by. @returns false if it came by none */
  logout(principal: Principal): boolean
  /** @throws StoreError when it can't be kept */
  createSignInToken(): SignInToken
  /** Tells at once what has ended, so that its open sockets are closed: see endsFor. */
  onEnded(listener: (ended: Ended) => void): () => void
  /** Writes what waits and ends all timers. */
  stop(): void
}

/** Whether what has ended is what a principal has come by. */
export function endsFor(principal: Principal, ended: Ended): boolean {
  switch (ended.kind) {
    case 'session':
      return principal.sessionHash === ended.sessionHash
    case 'api-key':
      return principal.keyId === ended.keyId
    case 'basic':
      return principal.kind === 'basic'
  }
}

/** What a principal has come by, as one name; undefined with open access, which needs nothing. */
export const credentialOf = ({
  kind,
  userId,
  sessionHash,
  keyId,
}: Principal): string | undefined =>
  kind === 'open' ? undefined : `${kind} ${sessionHash ?? keyId ?? userId}`

/** Whom the limits of requests with valid credentials count: the credential at an address. */
export const limitKeyOf = (principal: Principal, clientKey: string): string =>
  `${principal.sessionHash ?? principal.keyId ?? principal.userId} ${principal.kind} ${clientKey}`

/** Who has shown a credential, and under what name its session is kept. */
interface Known {
  userId: string
  scope: Scope
  openedBy: string
}

/** Everything that decides who may do what, over what the store keeps. */
export function createAuth(options: AuthOptions): Auth {
  const { repositories, log, now = Date.now, passwords = createPasswords() } = options
  const { auth: settings, rateLimit } = options.config
  const environmentKey = settings.apiKey?.reveal()
  const environmentUser = settings.basic && {
    username: settings.basic.username,
    password: settings.basic.password.reveal(),
  }
  const { owner, signInTokens } = repositories
  const apiKeys = new ApiKeys({ repository: repositories.apiKeys, environmentKey, log, now })
  const basic = new BasicCredentials({ passwords, owner, environment: environmentUser, now })
  const openedBy = createOpenedBy({
    fingerprint: repositories.fingerprint,
    hasApiKey: (id) => apiKeys.has(id),
    environmentKey,
    environmentUser,
    owner: () => owner.get(),
  })
  const sessions = new Sessions({
    repository: repositories.sessions,
    timeout: settings.sessionTimeout,
    isStillOpenedBy: openedBy.isValid,
    log,
    now,
  })
  const limiter = createLimiter(rateLimit)
  const familiar = createFamiliar()
  const authenticator = createAuthenticator({
    enabled: settings.enabled,
    sessions,
    apiKeys,
    basic,
    limiter,
    familiar,
  })
  const endListeners = createListeners<Ended>(log)
  sessions.onEnded((sessionHash) => endListeners.tell({ kind: 'session', sessionHash }))
  apiKeys.onRevoked((keyId) => {
    sessions.endOpenedBy(openedBy.apiKey(keyId))
    endListeners.tell({ kind: 'api-key', keyId })
  })
  const passwordChange = createPasswordChange({
    owner,
    passwords,
    limiter,
    now,
    changed: () => {
      basic.forget()
      sessions.endAll()
      endListeners.tell({ kind: 'basic' })
      log.info({}, 'username and password were set; all sessions have ended')
    },
    openSession: (userId, clientKey) => {
      try {
        return openSession(knownOwner(userId), clientKey)
      } catch (err) {
        log.error({ err }, 'no session could be kept after the password was set')
        return undefined
      }
    },
  })

  const knownOwner = (userId: string, source: 'owner' | 'environment' = 'owner'): Known => ({
    userId,
    scope: 'admin',
    openedBy: openedBy.user(source) ?? '',
  })

  const openSession = (
    known: Known,
    clientKey: string,
    replaces: readonly string[] = [],
  ): OpenedSession => {
    const { userId, scope } = known
    const opened = sessions.create(userId, { ...known, replaces })
    familiar.note(clientKey, nameOfSession(opened.sessionId))
    return { ...opened, userId, scope }
  }

  /** What a login is made with, as one name; undefined for a link, which is used once. */
  const credentialOfLogin = (credentials: LoginRequest): string | undefined => {
    if ('apiKey' in credentials) {
      const key = apiKeys.find(credentials.apiKey)
      return key === null ? undefined : nameOfKey(key.id)
    }
    return 'token' in credentials ? undefined : pairOf(credentials.username, credentials.password)
  }

  /** Whoever can be told without Argon2. */
  const knownCheaply = (credentials: LoginRequest, clientKey: string): Known | null => {
    if ('apiKey' in credentials) {
      const key = apiKeys.find(credentials.apiKey)
      if (key === null) return null
      const { id, name, scope } = key
      return { userId: userIdOfKey(name), scope, openedBy: openedBy.apiKey(id) }
    }
    if ('token' in credentials) {
      const isTaken = takeSignInToken(signInTokens, credentials.token, now)
      const userId = owner.get()?.username ?? 'owner'
      return isTaken ? { userId, scope: 'admin', openedBy: openedBySignInLink } : null
    }
    const user = basic.remembered(credentials.username, credentials.password, clientKey)
    return user === null ? null : knownOwner(user.userId, user.source)
  }

  /** Remembered is a pair that was right, unless the password was changed in the meantime. */
  const knownByPassword = async (
    credentials: LoginRequest,
    clientKey: string,
  ): Promise<Known | null> => {
    if (!('username' in credentials)) return null
    await basic.verify(credentials.username, credentials.password, clientKey)
    return knownCheaply(credentials, clientKey)
  }

  return {
    ...authenticator,
    ...passwordChange,
    enabled: settings.enabled,
    get methods() {
      const methods: Auth['methods'] = []
      if (apiKeys.count > 0) methods.push('api-key')
      if (basic.exist) methods.push('basic-auth')
      return methods
    },
    get needsSetup() {
      return settings.enabled && apiKeys.count === 0 && !basic.exist
    },
    sessions,
    apiKeys,
    limiter,
    familiar,

    login: async (credentials, { clientKey, sessionIds = [] }) => {
      const counted = await limiter.consume('failed', clientKey)
      const credential = credentialOfLogin(credentials)
      const isFamiliar = credential !== undefined && familiar.knows(clientKey, credential)
      if (!counted.ok && !isFamiliar) return limited(counted.retryAfter)
      let known = knownCheaply(credentials, clientKey)
      try {
        known ??= await knownByPassword(credentials, clientKey)
      } catch (error) {
        await limiter.refund('failed', clientKey)
        return refusalOf(error)
      }
      if (known === null) {
        log.warn({ client: clientKey }, 'a login failed')
        return { ok: false, error: texts.invalidCredentials }
      }
      if (credential !== undefined) familiar.note(clientKey, credential)
      return { ok: true, ...openSession(known, clientKey, sessionIds) }
    },

    logout: ({ sessionHash }) => sessionHash !== undefined && sessions.endByHash(sessionHash),
    createSignInToken: () => createSignInToken(signInTokens, now),
    onEnded: endListeners.add,
    stop: () => {
      sessions.stop()
      apiKeys.stop()
    },
  }
}

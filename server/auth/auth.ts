import type { ConfirmRequest, LoginRequest } from '#contract/auth.ts'
import { auth as texts } from '#contract/codes.ts'
import { reaches } from '#contract/scopes.ts'
import { steadyNow } from '#lib/clock.ts'
import type { Secret } from '#lib/secret.ts'
import type { StoreLog } from '#store/database.ts'
import type { Store } from '#store/open.ts'
import { createAdminSecret } from './admin-secret.ts'
import { ApiKeys } from './api-keys.ts'
import { createAuthenticator, type Principal } from './authenticator.ts'
import { BasicCredentials } from './basic-credentials.ts'
import { createListeners } from './listeners.ts'
import type { AuthContext, AuthRefusal, OpenedSession } from './login-attempt.ts'
import { createLoginCredentials, type Known } from './login-credentials.ts'
import { createOpenedBy, keyThatOpened } from './opened-by.ts'
import { createPasswordChange } from './password-change.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createLimiter, type RateLimitSettings } from './rate-limiter.ts'
import { Sessions } from './sessions.ts'
import { createSignInToken } from './sign-in-link.ts'

export interface AuthConfig {
  auth: {
    /** False: open access; everyone who reaches the server is an admin. */
    enabled: boolean
    apiKey: Secret | undefined
    basic: { username: string; password: Secret } | undefined
    /** Seconds without use after which a session ends. */
    sessionTimeout: number
    /** Whether a session must confirm its user before it gets secrets. */
    askAgain: boolean
    /** Opens igloo-server's calls for administrators. */
    adminSecret?: Secret | undefined
  }
  rateLimit: RateLimitSettings
}

export interface AuthOptions {
  config: AuthConfig
  store: Pick<Store, 'apiKeys' | 'sessions' | 'owner' | 'signInTokens' | 'fingerprint'>
  log: StoreLog
  /** What the machine's clock says, Unix milliseconds. */
  now?: () => number
  /** For what ends after a time: Unix milliseconds that never go back (`Clock.latest`). */
  latest?: () => number
  passwords?: Passwords
}

/** What has ended: a session, an API key, or every password valid until now. */
export type Ended =
  | { kind: 'session'; sessionHash: string }
  | { kind: 'api-key'; keyId: string }
  | { kind: 'basic' }

export type Auth = ReturnType<typeof createAuth>

/** Whether a principal had its access from what has ended. */
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

/** The id of the API key that a principal has shown, or that its session was opened with. */
export const keyOf = ({ keyId, openedBy }: Principal): string | undefined =>
  keyId ?? (openedBy === undefined ? undefined : keyThatOpened(openedBy))

/**
 * The key of the budget in which a principal's actions count. An API key shares one with the sessions that it has
 * opened, and a user's password with the user's sessions. Undefined with open access, where callers can't be told
 * apart.
 */
export const budgetOf = (principal: Principal): string | undefined => {
  if (principal.kind === 'open') return undefined
  const key = keyOf(principal)
  return key === undefined ? `user:${principal.userId}` : `api-key:${key}`
}

/** The key for limits on requests with valid credentials: the credential at an address. */
export const limitKeyOf = (principal: Principal, clientKey: string): string =>
  `${budgetOf(principal) ?? principal.kind} ${clientKey}`

/** Logins, sessions, API keys, passwords and their limits. */
export function createAuth(options: AuthOptions) {
  const { store, log, now = Date.now, latest = now, passwords = createPasswords() } = options
  const { auth: settings, rateLimit } = options.config
  const environmentKey = settings.apiKey?.reveal()
  const environmentUser = settings.basic && {
    username: settings.basic.username,
    password: settings.basic.password.reveal(),
  }
  const { owner, signInTokens } = store
  const apiKeys = new ApiKeys({ store: store.apiKeys, environmentKey, log, now })
  const basic = new BasicCredentials({
    passwords,
    owner,
    environment: environmentUser,
    now: options.now ?? steadyNow,
  })
  const openedBy = createOpenedBy({
    fingerprint: store.fingerprint,
    hasApiKey: (id) => apiKeys.has(id),
    environmentKey,
    environmentUser,
    owner: () => owner.get(),
  })
  const sessions = new Sessions({
    store: store.sessions,
    timeout: settings.sessionTimeout,
    isStillOpenedBy: openedBy.isValid,
    log,
    now: latest,
  })
  const limiter = createLimiter(rateLimit)
  const authenticator = createAuthenticator({
    enabled: settings.enabled,
    sessions,
    apiKeys,
    basic,
    limiter,
  })
  const loginCredentials = createLoginCredentials({
    apiKeys,
    basic,
    owner,
    signInTokens,
    openedBy,
    limiter,
    log,
    now,
  })
  const endListeners = createListeners<Ended>(log)
  sessions.onEnded((sessionHash) => endListeners.emit({ kind: 'session', sessionHash }))
  apiKeys.onRevoked((keyId) => {
    sessions.endOpenedBy(openedBy.apiKey(keyId))
    endListeners.emit({ kind: 'api-key', keyId })
  })
  const passwordChange = createPasswordChange({
    owner,
    passwords,
    limiter,
    now,
    changed: () => {
      basic.forget()
      sessions.endAll()
      endListeners.emit({ kind: 'basic' })
      log.info({}, 'username and password were set; all sessions have ended')
    },
    openSession: (userId, context) => {
      try {
        return openSession(loginCredentials.user(userId), context)
      } catch (err) {
        log.error({ err }, 'no session could be saved after the password was set')
        return undefined
      }
    },
  })

  const openSession = (
    known: Known,
    { origin }: AuthContext,
    replaces: readonly string[] = [],
  ): OpenedSession => {
    const { userId } = known
    return { ...sessions.create(userId, { ...known, replaces, origin }), userId }
  }

  return {
    ...authenticator,
    ...passwordChange,
    /** False: open access, everyone is an admin. */
    enabled: settings.enabled,
    /** The methods usable now. */
    get methods() {
      const methods: ('api-key' | 'basic-auth')[] = []
      if (apiKeys.count > 0) methods.push('api-key')
      if (basic.exist) methods.push('basic-auth')
      return methods
    },
    /** Nobody can sign in except by a sign-in link. */
    get needsSetup(): boolean {
      return settings.enabled && apiKeys.count === 0 && !basic.exist
    },
    sessions,
    apiKeys,
    adminSecret: createAdminSecret(settings.adminSecret, limiter),
    limiter,

    /**
     * Opens a session. A session opened by an API key has the key's scope, any other is an admin's.
     * Every login counts in the client's bucket of failed credentials, except one by a valid API key made
     * here. When the bucket is empty, only such keys can log in.
     *
     * @param context `sessionIds`: those that came with the request; a successful login ends them
     * @throws StoreError when the store fails to find a sign-in token or to use it up
     */
    login: async (
      credentials: LoginRequest,
      context: AuthContext & { sessionIds?: readonly string[] },
    ): Promise<({ ok: true } & OpenedSession) | AuthRefusal> => {
      const shown = await loginCredentials.check(credentials, context.clientKey)
      if (!shown.ok) return shown
      return { ok: true, ...openSession(shown.value, context, context.sessionIds) }
    },

    /**
     * Whether a principal may be shown secrets, or may make what gives access to them. A session may
     * within five minutes of its login or last confirmation. Callers without a session send their
     * credential with every call, and always may. So may everybody with `ASK_AGAIN=false` or open access.
     */
    isConfirmed: ({ sessionHash }: Principal): boolean =>
      !settings.askAgain || sessionHash === undefined || sessions.isConfirmed(sessionHash),

    /**
     * Confirms a session with a credential: a password, by default of the session's own user, or an API
     * key with at least the session's scope. Limited like a login.
     */
    confirm: async (
      credentials: ConfirmRequest,
      { clientKey, principal }: AuthContext & { principal: Principal },
    ): Promise<{ ok: true } | AuthRefusal> => {
      const { sessionHash, userId, scope } = principal
      const named =
        'password' in credentials
          ? { username: credentials.username ?? userId, password: credentials.password }
          : credentials
      const shown = await loginCredentials.check(named, clientKey)
      if (!shown.ok) return shown
      if (!reaches(shown.value.scope, scope)) return { ok: false, ...texts.invalidCredentials }
      if (sessionHash !== undefined) sessions.confirm(sessionHash)
      return { ok: true }
    },

    /** Ends a principal's session. @returns false if it has none */
    logout: ({ sessionHash }: Principal): boolean =>
      sessionHash !== undefined && sessions.endByHash(sessionHash),
    /** @throws StoreError when it can't be saved */
    createSignInToken: (): string => createSignInToken(signInTokens, now),
    /** Reports at once what has ended, so that its open sockets are closed: see endsFor. */
    onEnded: endListeners.add,
    /** Writes pending changes and ends all timers. */
    stop: (): void => {
      sessions.stop()
      apiKeys.stop()
    },
  }
}

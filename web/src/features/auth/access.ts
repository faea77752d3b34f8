import { queryOptions } from '@tanstack/react-query'
import type { AuthMethod, AuthStatusAnswer, LoginAnswer, LoginRequest } from '#contract/auth.ts'
import { cleanLink } from '#contract/pasted-link.ts'
import { ApiError, get, post } from '../../lib/api-client.ts'
import { askTabs, keepSession, sessionId, wasRestored } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import { common, access as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'

export interface Login {
  screen: 'login'
  /** null: the server could not be asked; the page then assumes that a login is needed. */
  status: AuthStatusAnswer | null
  /** Why nobody is signed in, or why signing in failed; null at first. */
  problem: string | null
  /** Until when this address may not try again, if that is the problem. Unix milliseconds. */
  limitedUntil?: number | undefined
  /** The problem is a sign-in link that the server refused. */
  linkRefused?: true
  submitting: boolean
  /** The user whose screen is kept behind the login, with what was typed there; undefined: none is kept. */
  beneath?: string | undefined
}

type AccessState =
  | { screen: 'loading' }
  | Login
  /** Let in by a link, but without a login for the next time. */
  | { screen: 'set-up'; userId: string }
  /** `userId` null: this server lets everyone in. */
  | { screen: 'signed-in'; userId: string | null }

export interface Access {
  state(): AccessState
  subscribe(listener: () => void): () => void
  /** Asks the server who is signed in. `token`: what a sign-in link carries, used first. */
  check(token?: string): Promise<void>
  /** Asks the server even if the page already shows the login: another tab has signed in. */
  checkAgain(): Promise<void>
  login(credentials: LoginRequest): Promise<void>
  logout(): Promise<void>
  /** Stops asking the server by itself. */
  close(): void
}

interface AccessOptions {
  /** Milliseconds until a server that could not be asked is asked again. */
  retry: number
  /** Resolves once the code of the likely first screen has come: no screen is shown before. Never rejects. */
  early: Promise<void>
  /** Whether the screen is kept for the user's return: something is half typed on it. */
  keepsScreen(): boolean
  /** The session has ended, perhaps before this page was opened. */
  onSignedOut(): void
  /** The page must forget what the user saw. */
  onForget(): void
}

/** What the server said of a session; of none if null. */
interface Asked {
  session: string | null
  status: AuthStatusAnswer
}

/** Who is let in: lib/session.ts keeps the session, this knows what it gives access to. */
export function createAccess(options: AccessOptions): Access {
  const { retry, early, keepsScreen, onSignedOut, onForget } = options
  const listeners = new Set<() => void>()
  let state: AccessState = { screen: 'loading' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let checking: Promise<void> | null = null
  /** The session that somebody has logged out of, until the server has confirmed that. */
  let leaving: string | null = null
  /**
   * Whether this tab may still ask the others for their session. Only a fresh tab asks, and once: after a logout they
   * must not sign the user in again.
   */
  let isNew = true
  /** Whether what the last user saw has been forgotten. */
  let forgotten = false
  /** The user whose screen is kept until they sign in again. */
  let beneath: string | undefined
  let isClosed = false

  const isIn = () => state.screen === 'signed-in' || state.screen === 'set-up'

  /** Whose screen is kept: only if the session ended by itself, and the server's data is the same. */
  const staysBeneath = (next: AccessState): string | undefined => {
    if (next.screen !== 'login' || next.problem === texts.restored) return undefined
    if (state.screen !== 'signed-in') return beneath
    return next.status !== null && keepsScreen() ? (state.userId ?? undefined) : undefined
  }

  const show = (next: AccessState) => {
    const wasIn = isIn()
    const was = beneath
    beneath = staysBeneath(next)
    if (was !== undefined && beneath === undefined) {
      const isBack = next.screen === 'signed-in' && next.userId === was
      if (!isBack) onForget()
    }
    state = next.screen === 'login' ? { ...next, beneath } : next
    for (const listener of listeners) listener()
    if (isIn()) forgotten = false
    const isOut = next.screen === 'login' && next.status !== null
    if (!forgotten && !isIn() && (wasIn || isOut)) {
      forgotten = true
      keepSession(null)
      onSignedOut()
      if (beneath === undefined) onForget()
    }
  }

  const leave = async (session: string) => {
    await logout(session)
    leaving = null
  }

  /** @param token of a sign-in link, used once the server answers */
  const readStatus = async (token?: string): Promise<Asked | null> => {
    try {
      if (leaving !== null) await leave(leaving)
      const session = sessionId()
      const status = await getAuthStatus()
      const asksTabs = isNew && status.enabled && !status.authenticated
      isNew = false
      return asksTabs && (await askTabs()) ? await readStatus(token) : { session, status }
    } catch (error) {
      // A signed-in page stays as it is while the server is away, and says so itself.
      if (!isIn()) {
        const answered = error instanceof ApiError && error.status !== null
        const problem = answered ? texts.statusFailed : texts.statusUnreachable
        show({ screen: 'login', status: null, problem, submitting: false })
        if (!isClosed) timer = setTimeout(() => void access.check(token), retry)
      }
      return null
    }
  }

  /** Shows nothing of a session that this tab no longer has: who took or ended it asks for themselves. */
  const showStatus = ({ session, status }: Asked, problem: string | null) => {
    if (session !== sessionId()) return
    const { enabled, authenticated, needsSetup, userId = '' } = status
    if (!enabled) show({ screen: 'signed-in', userId: null })
    else if (!authenticated) show({ screen: 'login', status, problem, submitting: false })
    else show({ screen: needsSetup ? 'set-up' : 'signed-in', userId })
  }

  const run = async (token?: string): Promise<void> => {
    clearTimeout(timer)
    const wasIn = isIn()
    const asked = await readStatus(token)
    await early
    if (asked === null) return
    if (token === undefined || !asked.status.enabled) {
      showStatus(asked, wasIn ? reasonOfEnd() : null)
      return
    }
    const failure = await attempt({ token })
    const renewed = await readStatus()
    if (renewed === null) return
    if (failure === null) return showStatus(renewed, null)
    const refused = failure instanceof ApiError && failure.status === 401
    showStatus(renewed, refused ? texts.linkRefused : problemOf(failure))
    if (refused && state.screen === 'login') show({ ...state, linkRefused: true })
  }

  const ask = (token?: string): Promise<void> => {
    const asked = run(token).finally(() => {
      if (checking === asked) checking = null
    })
    checking = asked
    return asked
  }

  const access: Access = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // Many calls are refused when a session ends: they share one check and its answer.
    check: async (token) => {
      const knows = state.screen === 'login' && state.status !== null
      if (token !== undefined) await ask(token)
      else if (!knows) await (checking ?? ask())
    },
    checkAgain: () => ask(),
    login: async (credentials) => {
      if (state.screen !== 'login' || state.submitting) return
      show({ ...state, problem: null, limitedUntil: undefined, submitting: true })
      const failure = await attempt(credentials)
      if (failure === null) await ask()
      else if (state.screen === 'login') {
        const limitedUntil = limitedUntilOf(failure)
        show({ ...state, problem: problemOf(failure), limitedUntil, submitting: false })
      }
    },
    // The screen is hidden first, or it would report that its session has ended.
    logout: async () => {
      leaving = sessionId()
      isNew = false
      const left = leaving === null ? null : leave(leaving).catch(() => {})
      keepSession(null)
      show({ screen: 'loading' })
      await left
      await ask()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
  return access
}

/** The method by which somebody signed in last in this browser. */
const METHOD_KEY = 'floe.login-method'

export const lastMethod = (): AuthMethod =>
  storage.get(METHOD_KEY) === 'basic-auth' ? 'basic-auth' : 'api-key'

/** @returns null for a link, which works once */
function methodOf(credentials: LoginRequest): AuthMethod | null {
  if ('token' in credentials) return null
  return 'apiKey' in credentials ? 'api-key' : 'basic-auth'
}

const reasonOfEnd = (): string => (wasRestored() ? texts.restored : texts.ended)

/** @returns what went wrong, or null */
async function attempt(credentials: LoginRequest): Promise<unknown> {
  try {
    const { sessionId } = await login(credentials)
    keepSession(sessionId)
    const method = methodOf(credentials)
    if (method !== null) storage.set(METHOD_KEY, method)
    return null
  } catch (error) {
    return error
  }
}

/**
 * Until when logins are refused without a check; undefined: this login was checked, or can be repeated at once. Unix
 * milliseconds.
 */
export function limitedUntilOf(error: unknown): number | undefined {
  const seconds = error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : 0
  return seconds > 1 ? Date.now() + seconds * 1_000 : undefined
}

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.failed
  if (error.status === null) return common.networkError
  // A proxy's page says nothing about the login.
  const isServers = typeof error.body === 'object' && error.body !== null && 'error' in error.body
  return isServers ? translateMessage(error.why) : texts.failed
}

/**
 * The token in a sign-in link's fragment. It is removed at once from the address bar and the
 * history, where somebody else could find it.
 */
export function takeSignInToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return cleanLink(token) || undefined
}

/** Whether a login is needed, and who is signed in. */
export const getAuthStatus = (signal?: AbortSignal): Promise<AuthStatusAnswer> =>
  get('/api/auth/status', signal)

export const authStatusQuery = queryOptions({
  queryKey: ['auth', 'status'],
  queryFn: ({ signal }) => getAuthStatus(signal),
})

/** Signs in; the caller keeps the session in the answer. */
const login = (credentials: LoginRequest): Promise<LoginAnswer> =>
  post('/api/auth/login', credentials, { isLogin: true })

/** Ends a session on the server; its event streams close. */
const logout = (session: string): Promise<unknown> => post('/api/auth/logout', {}, { session })

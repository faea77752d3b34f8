import type { AuthStatusAnswer, LoginRequest } from '../../../../server/contract/auth.ts'
import { page } from '../../../../server/contract/messages.ts'
import type { api } from '../../lib/api.ts'

const texts = page.signIn

export interface SignedIn {
  screen: 'console'
  /** null: this server lets everyone in. */
  userId: string | null
}

export interface Login {
  screen: 'login'
  /** null: the server could not be asked; the page then takes it that a login is needed. */
  status: AuthStatusAnswer | null
  /** Why nobody is signed in, or why signing in failed; null at first. */
  problem: string | null
  /** The problem is a sign-in link that the server has refused. */
  linkRefused?: true
  submitting: boolean
}

export type AccessState = { screen: 'loading' } | Login | SignedIn

export interface Access {
  state(): AccessState
  subscribe(listener: () => void): () => void
  /** Asks the server who is signed in. `token`: what a sign-in link carries, used first. */
  check(token?: string): Promise<void>
  login(credentials: LoginRequest): Promise<void>
  logout(): Promise<void>
}

export interface AccessOptions {
  calls: Pick<typeof api, 'authStatus' | 'login' | 'logout'>
  /** Milliseconds until a server that could not be asked is asked again. */
  retry: number
}

/** Who is let in: the session's cookie is the browser's, this knows only what it opens. */
export function createAccess({ calls, retry }: AccessOptions): Access {
  const listeners = new Set<() => void>()
  let state: AccessState = { screen: 'loading' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let checking: Promise<void> | null = null

  const show = (next: AccessState) => {
    state = next
    for (const listener of listeners) listener()
  }

  const readStatus = async (): Promise<AuthStatusAnswer | null> => {
    const answer = await calls.authStatus()
    if (answer.ok) return answer.data
    // What is on the page stays there while the server is away: it says so itself.
    if (state.screen !== 'console') {
      const problem = answer.status === null ? texts.statusUnreachable : texts.statusFailed
      show({ screen: 'login', status: null, problem, submitting: false })
      timer = setTimeout(() => void access.check(), retry)
    }
    return null
  }

  const showStatus = (status: AuthStatusAnswer, problem: string | null) => {
    if (!status.enabled) show({ screen: 'console', userId: null })
    else if (status.authenticated) show({ screen: 'console', userId: status.userId ?? '' })
    else show({ screen: 'login', status, problem, submitting: false })
  }

  const run = async (token?: string): Promise<void> => {
    clearTimeout(timer)
    const wasIn = state.screen === 'console'
    const status = await readStatus()
    if (status === null) return
    if (token === undefined || !status.enabled) {
      showStatus(status, wasIn ? texts.ended : null)
      return
    }
    const answer = await calls.login({ token })
    const renewed = await readStatus()
    if (renewed === null) return
    if (answer.ok) return showStatus(renewed, null)
    const refused = answer.status === 401
    showStatus(renewed, refused ? texts.linkRefused : problemOf(answer))
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
    // Many calls are refused when a session ends: they share one question, and its answer.
    check: async (token) => {
      const knows = state.screen === 'login' && state.status !== null
      if (token !== undefined) await ask(token)
      else if (!knows) await (checking ?? ask())
    },
    login: async (credentials) => {
      if (state.screen !== 'login' || state.submitting) return
      show({ ...state, problem: null, submitting: true })
      const answer = await calls.login(credentials)
      if (answer.ok) await ask()
      else if (state.screen === 'login') {
        show({ ...state, problem: problemOf(answer), submitting: false })
      }
    },
    // The console goes first: what it would still hear is that its session has ended.
    logout: async () => {
      show({ screen: 'loading' })
      await calls.logout()
      await ask()
    },
  }
  return access
}

const problemOf = (answer: { status: number | null; error: string }): string =>
  answer.status === null ? texts.networkError : answer.error

/**
 * What a sign-in link carries in its fragment, which is at once taken out of the address bar and
 * the history, where somebody else could find it.
 */
export function takeSignInToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return undefined
  history.replaceState(null, '', location.pathname + location.search)
  return token === '' ? undefined : token
}

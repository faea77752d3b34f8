import type { z } from 'zod'
import type { AuthStatusAnswer, LoginRequest } from '../../../server/contract/auth.ts'
import { PING_TIMEOUT } from '../../../server/contract/limits.ts'
import { page } from '../../../server/contract/messages.ts'
import type {
  PeersAnswer,
  pingAllAnswer,
  pingOneAnswer,
  selfAnswer,
} from '../../../server/contract/peers.ts'
import type { StatusAnswer } from '../../../server/contract/status.ts'

/** What a call brought, or why it brought nothing; `status` is null when no server answered. */
export type Answer<T> = { ok: true; data: T } | { ok: false; status: number | null; error: string }

export type SelfAnswer = z.infer<typeof selfAnswer>
export type PingAllAnswer = z.infer<typeof pingAllAnswer>
export type PingOneAnswer = z.infer<typeof pingOneAnswer>

/** Milliseconds. */
const ANSWER_TIMEOUT = 10_000

/** The only call whose 401 says nothing of who is signed in. */
const LOGIN = '/api/auth/login'

let tellUnauthorized = () => {}

/** Hears of every call that was refused because nobody is signed in. */
export function onUnauthorized(listener: () => void): void {
  tellUnauthorized = listener
}

export const api = {
  authStatus: () => call<AuthStatusAnswer>('/api/auth/status'),
  login: (credentials: LoginRequest) => call<unknown>(LOGIN, credentials),
  logout: () => call<unknown>('/api/auth/logout', {}),
  status: () => call<StatusAnswer>('/api/status'),
  peers: () => call<PeersAnswer>('/api/peers'),
  self: () => call<SelfAnswer>('/api/peers/self'),
  pingAll: () => ping<PingAllAnswer>('all'),
  pingOne: (pubkey: string) => ping<PingOneAnswer>(pubkey),
}

function ping<T>(target: string): Promise<Answer<T>> {
  return call<T>('/api/peers/ping', { target }, PING_TIMEOUT + ANSWER_TIMEOUT)
}

/** The server checks its own answers against the contract; here its types are taken at its word. */
async function call<T>(
  path: string,
  body?: unknown,
  timeout: number = ANSWER_TIMEOUT,
): Promise<Answer<T>> {
  const request: RequestInit = { signal: AbortSignal.timeout(timeout) }
  if (body !== undefined) {
    request.method = 'POST'
    request.headers = { 'Content-Type': 'application/json' }
    request.body = JSON.stringify(body)
  }
  let response: Response
  try {
    response = await fetch(path, request)
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = late ? page.noAnswer(timeout / 1_000) : page.unreachable
    return { ok: false, status: null, error: reason }
  }
  const { status } = response
  try {
    const data: unknown = await response.json()
    if (response.ok) return { ok: true, data: data as T }
    if (status === 401 && path !== LOGIN) tellUnauthorized()
    const unexplained = path === LOGIN ? page.signIn.failed : page.serverError(status)
    return { ok: false, status, error: errorOf(data) ?? unexplained }
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, status, error: page.serverError(status) }
    return { ok: false, status: null, error: page.unreachable }
  }
}

function errorOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('error' in data)) return null
  return typeof data.error === 'string' ? data.error : null
}

import type { Scope } from '../contract/scopes.ts'

/** From where a login or a change of the password comes. */
export interface AuthContext {
  /** Whom the limits count, as of clientAddress. */
  clientKey: string
}

/** What answers a refused login or change: with `retryAfter` (seconds) it was not even tried. */
export interface AuthRefusal {
  ok: false
  error: string
  retryAfter?: number
}

export interface OpenedSession {
  /** Told this once. */
  sessionId: string
  userId: string
  scope: Scope
  /** Idle time-out in seconds. */
  expiresIn: number
}

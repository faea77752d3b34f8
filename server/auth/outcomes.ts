import type { Scope } from '#contract/scopes.ts'

/** Where a login or a password change comes from. */
export interface AuthContext {
  /** Whom the limits count, from clientAddress. */
  clientKey: string
  /** What a session that is opened is listed with. */
  origin?: SessionOrigin
}

/** From where a session is opened, and with which browser, in words of ours. */
export interface SessionOrigin {
  address: string
  browser?: string
}

/** The answer to a refused login or change: with `retryAfter` (seconds), it was not even tried. */
export interface AuthRefusal {
  ok: false
  error: string
  retryAfter?: number
}

export interface OpenedSession {
  /** Told only this once. */
  sessionId: string
  userId: string
  scope: Scope
  /** Idle time-out in seconds. */
  expiresIn: number
}

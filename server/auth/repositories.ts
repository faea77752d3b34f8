import type { Scope } from '#contract/scopes.ts'

/** What auth needs stored. Hashes are SHA-256 in base64url; times are milliseconds since 1970. */

export interface SessionRow {
  hash: string
  userId: string
  scope: Scope
  /** Names the credential that opened it: when that is gone, so is the session. */
  openedBy: string
  createdAt: number
  lastUsedAt: number
  /** The absolute limit. */
  expiresAt: number
  /** From where it was opened. */
  address?: string
  /** With which browser, in words of ours. */
  browser?: string
}

export interface SessionRepository {
  /** The sessions that have not ended. */
  list(): SessionRow[]
  /** Hashes of those that have, the newest first: `max` at most. */
  ended(max: number): string[]
  add(session: SessionRow): void
  /** `kept`: how many ended ones stay, and how many of those that one credential opened. */
  end(hashes: Iterable<string>, at: number, kept: { max: number; ofOne: number }): void
  touch(uses: ReadonlyMap<string, number>): void
}

export interface ApiKeyRow {
  id: string
  name: string
  hash: string
  scope: Scope
  createdAt: number
  lastUsedAt: number | null
}

export interface ApiKeyRepository {
  list(): ApiKeyRow[]
  /** True if keys may have been made or revoked by another process since this was last asked. */
  changedOutside(): boolean
  add(key: ApiKeyRow): void
  /** True if there was one. */
  delete(id: string): boolean
  touch(uses: ReadonlyMap<string, number>): void
}

export interface OwnerRow {
  username: string
  /**
   * A PHC string; null: the hash that was set is lost, and nothing matches until a new one is set.
   */
  passwordHash: string | null
  changedAt: number
}

export interface OwnerRepository {
  get(): OwnerRow | undefined
  set(owner: OwnerRow & { passwordHash: string }): void
}

export interface SignInTokenRepository {
  add(token: { hash: string; expiresAt: number }, now: number): void
  /** Takes a token out, once: true if it was there, had not expired, and had no more than `validFor` left. */
  take(hash: string, now: number, validFor: number): boolean
}

export interface AuthRepositories {
  sessions: SessionRepository
  apiKeys: ApiKeyRepository
  owner: OwnerRepository
  signInTokens: SignInTokenRepository
  /** The same for the same secret, even after a restart, and useless without the server's key. */
  fingerprint(...parts: string[]): string
}

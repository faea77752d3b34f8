import type { Scope } from '../contract/scopes.ts'

/** What auth needs kept. Hashes are SHA-256 in base64url; times are milliseconds since 1970. */

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
}

export interface SessionRepository {
  /** Those that have not ended. */
  list(): SessionRow[]
  /** Hashes of those that have, the newest first; how many is the repository's. */
  ended(): string[]
  add(session: SessionRow): void
  end(hashes: Iterable<string>, at: number): void
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
  /** A PHC string; null: the one that was set is lost, and nothing fits until another is. */
  passwordHash: string | null
  changedAt: number
}

export interface OwnerRepository {
  get(): OwnerRow | undefined
  set(owner: OwnerRow & { passwordHash: string }): void
}

export interface SignInTokenRepository {
  add(token: { hash: string; expiresAt: number }, now: number): void
  /** Takes a token out, once: true if it was there and had not expired. */
  take(hash: string, now: number): boolean
}

export interface AuthRepositories {
  sessions: SessionRepository
  apiKeys: ApiKeyRepository
  owner: OwnerRepository
  signInTokens: SignInTokenRepository
  /** The same for the same secret, also after a restart, and of no use without the server's key. */
  fingerprint(...parts: string[]): string
}

import { randomUUID } from 'node:crypto'
import { ENVIRONMENT_KEY, keyNameProblem } from '#contract/access-rules.ts'
import { auth as texts } from '#contract/codes.ts'
import type { Scope } from '#contract/scopes.ts'
import type { ApiKeyRecord, ApiKeys as ApiKeyStore } from '#store/api-keys.ts'
import type { StoreLog } from '#store/database.ts'
import { AuthError } from './errors.ts'
import { createLastUses, type LastUses } from './last-uses.ts'
import { MAX_API_KEYS } from './limits.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { hashOf, isSecretId, matcherOf, newSecretId } from './secrets.ts'

const PREFIX = 'floe_'

/**
 * Whether a text has the form of a key made here: 256 random bits, which nobody can guess. Any other
 * key may have been chosen by a person: API_KEY, or one imported from igloo-server.
 */
export const isMadeKey = (key: string): boolean =>
  key.startsWith(PREFIX) && isSecretId(key.slice(PREFIX.length))

export interface ApiKeysOptions {
  store: ApiKeyStore
  /** API_KEY from the environment: a key like the others, with scope admin. */
  environmentKey: string | undefined
  log: StoreLog
  now: () => number
}

export interface ApiKey {
  id: string
  name: string
  scope: Scope
}

/** Times are milliseconds; null: not known, or never. */
export interface ApiKeyView extends ApiKey {
  createdAt: number | null
  lastUsedAt: number | null
  /** False for the environment's key, which is revoked by removing it there. */
  revocable: boolean
}

/** The API keys: on the disk, and in memory by hash, where a look-up costs two hashes. */
export class ApiKeys {
  readonly #options: ApiKeysOptions
  readonly #byHash = new Map<string, ApiKeyRecord>()
  readonly #isEnvironmentKey: ((candidate: string) => boolean) | undefined
  #environmentUsedAt: number | null = null
  readonly #revokeListeners: Listeners<string>
  readonly #lastUses: LastUses

  constructor(options: ApiKeysOptions) {
    const { store, environmentKey, log } = options
    this.#options = options
    this.#isEnvironmentKey = environmentKey === undefined ? undefined : matcherOf(environmentKey)
    this.#revokeListeners = createListeners(log)
    for (const key of store.list()) this.#byHash.set(key.hash, key)
    this.#lastUses = createLastUses((uses) => store.touch(uses), log)
  }

  /** How many there are, the environment's included. */
  get count(): number {
    return this.#byHash.size + (this.#isEnvironmentKey === undefined ? 0 : 1)
  }

  /**
   * Makes a key. Its text is returned only here.
   *
   * @throws AuthError INVALID when the name is invalid or there are 100 keys already; StoreError
   *   when it can't be kept
   */
  create({ name, scope }: { name: string; scope: Scope }): ApiKeyView & { key: string } {
    const problem = keyNameProblem(name, texts)
    if (problem !== undefined) throw new AuthError('INVALID', problem)
    if (this.#byHash.size >= MAX_API_KEYS) {
      throw new AuthError('INVALID', texts.tooManyKeys(MAX_API_KEYS))
    }
    const key = `${PREFIX}${newSecretId()}`
    const row: ApiKeyRecord = {
      id: randomUUID(),
      name,
      hash: hashOf(key),
      scope,
      createdAt: this.#options.now(),
      lastUsedAt: null,
    }
    this.#options.store.add(row)
    this.#byHash.set(row.hash, row)
    return { ...viewOf(row), key }
  }

  /** Finds a key and notes its use. Null if there is no such key. */
  find(key: string): ApiKey | null {
    this.look()
    const row = this.#byHash.get(hashOf(key))
    const isEnvironmentKey = this.#isEnvironmentKey?.(key) ?? false
    const now = this.#options.now()
    if (row !== undefined) {
      row.lastUsedAt = now
      this.#lastUses.note(row.id, now)
      return { id: row.id, name: row.name, scope: row.scope }
    }
    if (!isEnvironmentKey) return null
    this.#environmentUsedAt = now
    return { id: ENVIRONMENT_KEY, name: ENVIRONMENT_KEY, scope: 'admin' }
  }

  /** Whether a key of this id is valid. */
  has(id: string): boolean {
    return this.nameOf(id) !== undefined
  }

  /** The name of a key; undefined if it is not valid. */
  nameOf(id: string): string | undefined {
    if (id === ENVIRONMENT_KEY) return this.#isEnvironmentKey === undefined ? undefined : id
    return this.#rows.find((row) => row.id === id)?.name
  }

  /** The environment's key first, then the oldest first. */
  list(): ApiKeyView[] {
    const own = this.#rows.map(viewOf)
    if (this.#isEnvironmentKey === undefined) return own
    const environment: ApiKeyView = {
      id: ENVIRONMENT_KEY,
      name: ENVIRONMENT_KEY,
      scope: 'admin',
      createdAt: null,
      lastUsedAt: this.#environmentUsedAt,
      revocable: false,
    }
    return [environment, ...own]
  }

  /**
   * Revokes a key. It gives no access from then on, even if this throws because the disk is full.
   *
   * @returns false if there is no such key, and for the environment's
   * @throws StoreError when the key could not be deleted and would be back after a restart
   */
  revoke(id: string): boolean {
    const row = this.#rows.find((candidate) => candidate.id === id)
    if (row !== undefined) {
      this.#byHash.delete(row.hash)
      this.#revokeListeners.emit(id)
    }
    return this.#options.store.delete(id)
  }

  /** Reports the id of each key the instant it is revoked. */
  onRevoked(listener: (id: string) => void): void {
    this.#revokeListeners.add(listener)
  }

  /** Ends the timer and writes last uses. */
  stop(): void {
    this.#lastUses.stop()
  }

  /** Reads keys that a command has made or revoked while the server runs. */
  look(): void {
    const { store, log } = this.#options
    try {
      if (store.changedOutside()) this.reread()
    } catch (err) {
      log.warn({ err }, 'API keys could not be looked up; the known ones stay valid')
    }
  }

  /** Replaces the keys in memory by those on the disk. @throws when these can't be read; then none changes */
  reread(): void {
    const kept = new Map(this.#options.store.list().map((row) => [row.hash, row]))
    for (const row of kept.values()) {
      if (!this.#byHash.has(row.hash)) this.#byHash.set(row.hash, row)
    }
    for (const row of this.#rows.filter(({ hash }) => !kept.has(hash))) {
      this.#byHash.delete(row.hash)
      this.#revokeListeners.emit(row.id)
    }
  }

  get #rows(): ApiKeyRecord[] {
    return [...this.#byHash.values()]
  }
}

const viewOf = ({ hash: _, ...key }: ApiKeyRecord): ApiKeyView => ({ ...key, revocable: true })

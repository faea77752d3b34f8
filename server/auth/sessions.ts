import { CONFIRMED_FOR_MS } from '#contract/limits.ts'
import type { Scope } from '#contract/scopes.ts'
import type { StoreLog } from '#store/database.ts'
import type { SessionRecord, Sessions as SessionStore } from '#store/sessions.ts'
import { createLastUses, type LastUses } from './last-uses.ts'
import { MAX_SESSIONS, MAX_SESSIONS_OF_ONE, SESSION_LIFETIMES } from './limits.ts'
import { createListeners, type Listeners } from './listeners.ts'
import type { SessionOrigin } from './login-attempt.ts'
import { hashOf, isSecretId, newSecretId } from './secrets.ts'

/** How often expired sessions are looked for, so that their event sockets close. */
const SWEEP_INTERVAL = 15_000
/** 96 bits of the hash: enough to tell sessions apart, with no way back to the id. */
const HANDLE_CHARS = 16

export interface SessionsOptions {
  store: SessionStore
  /** Idle time-out in seconds; the absolute limit is 12 times as long. */
  timeout: number
  /** Whether the credential that opened a session is still valid: asked at start. */
  isStillOpenedBy(openedBy: string): boolean
  log: StoreLog
  /** Unix milliseconds that never go back (`Clock.latest`). */
  now: () => number
}

export interface SessionView extends Partial<SessionOrigin> {
  /** Names the session, but gives no access. */
  handle: string
  userId: string
  createdAt: number
  lastUsedAt: number
  /** The caller's own session. */
  current: boolean
}

/**
 * The login sessions: all in memory, where a look-up costs one SHA-256, and on the disk, so that a
 * restart signs nobody out. Times are milliseconds.
 */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #idle: number
  readonly #live = new Map<string, SessionRecord>()
  /** When the user last confirmed, after the login, who they are; in memory only. */
  readonly #confirmed = new Map<string, number>()
  /** Ended sessions by hash, in the order they ended, with who opened them if known; bounded. */
  readonly #ended = new Map<string, string | null>()
  /** Open, but not yet written to the disk. By hash. */
  readonly #notPersisted = new Set<string>()
  /** Ended, but not yet written to the disk. */
  readonly #unwritten = new Set<string>()
  readonly #endListeners: Listeners<string>
  readonly #lastUses: LastUses
  readonly #sweeps: NodeJS.Timeout

  constructor(options: SessionsOptions) {
    const { store, timeout, isStillOpenedBy, log } = options
    this.#options = options
    this.#idle = timeout * 1_000
    this.#endListeners = createListeners(log)
    for (const hash of store.ended(MAX_SESSIONS).reverse()) this.#ended.set(hash, null)
    for (const session of store.list()) {
      // A time-out shorter than at its opening applies to the session too, and a clock set back adds nothing.
      const since = Math.min(session.createdAt, options.now())
      const expiresAt = Math.min(session.expiresAt, since + this.#lifetime)
      this.#live.set(session.hash, { ...session, expiresAt })
    }
    this.#lastUses = createLastUses((uses) => store.touch(uses), log)
    this.#endWhere(({ openedBy }) => !isStillOpenedBy(openedBy))
    this.#sweep()
    this.#sweeps = setInterval(() => this.#sweep(), SWEEP_INTERVAL).unref()
  }

  /**
   * Opens a session. At most 250 are open for one credential and 1,000 in all: the least recently
   * used gives way, of this credential or else of the one with the most.
   *
   * A session that can't be saved is open all the same, so that the owner can look at a full disk. It ends
   * with a restart unless it could be saved by then.
   *
   * @param opened its scope, the name of the credential that opens it, the session ids presented at login,
   *   whose sessions end, and from where it is opened
   * @returns the id, which is kept nowhere, and the idle time-out in seconds
   */
  create(
    userId: string,
    opened: {
      scope: Scope
      openedBy: string
      replaces?: readonly string[]
      origin?: SessionOrigin | undefined
    },
  ): { sessionId: string; expiresIn: number } {
    const { scope, openedBy, replaces = [], origin } = opened
    const sessionId = newSecretId()
    const now = this.#options.now()
    const session: SessionRecord = {
      hash: hashOf(sessionId),
      userId,
      scope,
      openedBy,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + this.#lifetime,
      address: origin?.address ?? null,
      browser: origin?.browser ?? null,
    }
    this.#notPersisted.add(session.hash)
    for (const replaced of replaces) this.end(replaced)
    this.#makeRoom(openedBy)
    this.#live.set(session.hash, session)
    this.#keepNew()
    return { sessionId, expiresIn: this.#options.timeout }
  }

  /**
   * The session of an id; null if there is none or it has ended.
   *
   * @param isUse whether this counts as use; a session that isn't used ends
   */
  find(sessionId: string, isUse = true): Readonly<SessionRecord> | null {
    if (!isSecretId(sessionId)) return null
    const session = this.#live.get(hashOf(sessionId))
    if (session === undefined) return null
    const now = this.#options.now()
    if (this.#isExpired(session, now)) {
      this.#end([session.hash])
      return null
    }
    if (isUse) {
      session.lastUsedAt = now
      this.#lastUses.note(session.hash, now)
    }
    return session
  }

  /** Notes that a session's user has confirmed who they are, which holds for five minutes. By its hash. */
  confirm(hash: string): void {
    if (this.#live.has(hash)) this.#confirmed.set(hash, this.#options.now())
  }

  /** Whether a session's login or last confirmation was within five minutes. By its hash. */
  isConfirmed(hash: string): boolean {
    const since = this.#confirmed.get(hash) ?? this.#live.get(hash)?.createdAt
    if (since === undefined) return false
    const age = this.#options.now() - since
    // A clock that was set back proves nothing.
    return age >= 0 && age < CONFIRMED_FOR_MS
  }

  /** Whether an id belongs to an ended session: it was given to someone, not guessed. */
  hasEnded(sessionId: string): boolean {
    return isSecretId(sessionId) && this.#ended.has(hashOf(sessionId))
  }

  /** Ends one by its id. @returns false if there is no such session */
  end(sessionId: string): boolean {
    return this.#end([hashOf(sessionId)])
  }

  /** Ends one by its hash. @returns false if there is no such session */
  endByHash(hash: string): boolean {
    return this.#end([hash])
  }

  /** Ends one by its listed handle. @returns false if there is no such session */
  endByHandle(handle: string): boolean {
    return this.#endWhere(({ hash }) => handleOf(hash) === handle)
  }

  /** Ends all, or all but one (by its hash). @returns how many have ended */
  endAll(except?: string): number {
    const open = this.#live.size
    this.#endWhere(({ hash }) => hash !== except)
    return open - this.#live.size
  }

  /** Ends those opened by a credential. */
  endOpenedBy(credential: string): void {
    this.#endWhere(({ openedBy }) => openedBy === credential)
  }

  /** The open ones, the last used first. */
  list(current?: string): SessionView[] {
    this.#sweep()
    return [...this.#live.values()]
      .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
      .map(({ hash, userId, createdAt, lastUsedAt, address, browser }) => ({
        handle: handleOf(hash),
        userId,
        createdAt,
        lastUsedAt,
        current: hash === current,
        ...(address !== null && { address }),
        ...(browser !== null && { browser }),
      }))
  }

  /** Reports the hash of each session the instant it ends, or is found expired. */
  onEnded(listener: (hash: string) => void): void {
    this.#endListeners.add(listener)
  }

  /** Ends the timers and writes last uses; sessions stay as they are. */
  stop(): void {
    clearInterval(this.#sweeps)
    this.#lastUses.stop()
  }

  get #lifetime(): number {
    return this.#idle * SESSION_LIFETIMES
  }

  #isExpired({ lastUsedAt, expiresAt }: SessionRecord, now: number): boolean {
    // A clock that was set back by more than the time-out makes the idle time unknown.
    return now >= expiresAt || Math.abs(now - lastUsedAt) >= this.#idle
  }

  #sweep(): void {
    const now = this.#options.now()
    this.#endWhere((session) => this.#isExpired(session, now))
    this.#keepNew()
    this.#writeEnded()
  }

  #makeRoom(openedBy: string): void {
    const all = [...this.#live.values()]
    const own = all.filter((session) => session.openedBy === openedBy)
    if (own.length >= MAX_SESSIONS_OF_ONE) {
      this.#endOldest(own)
    } else if (all.length >= MAX_SESSIONS) {
      const most = mostOf(all.map((session) => session.openedBy))
      this.#endOldest(all.filter((session) => session.openedBy === most))
    }
  }

  #endOldest(sessions: SessionRecord[]): void {
    const [oldest] = sessions.sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    if (oldest !== undefined) this.#end([oldest.hash])
  }

  /** Remembers an ended one. If there are too many, the first of this credential, or else of all, is forgotten. */
  #remember(hash: string, openedBy: string): void {
    this.#ended.set(hash, openedBy)
    const own = [...this.#ended].filter(([, other]) => other === openedBy)
    const [first] = own.length > MAX_SESSIONS_OF_ONE ? own : this.#ended
    const isTooMany = own.length > MAX_SESSIONS_OF_ONE || this.#ended.size > 2 * MAX_SESSIONS
    if (isTooMany && first !== undefined) this.#ended.delete(first[0])
  }

  #endWhere(matches: (session: SessionRecord) => boolean): boolean {
    return this.#end([...this.#live.values()].filter(matches).map(({ hash }) => hash))
  }

  /** In memory first: a session ends even if the disk is full. */
  #end(hashes: readonly string[]): boolean {
    const ended: string[] = []
    for (const hash of hashes) {
      const session = this.#live.get(hash)
      if (session === undefined) continue
      this.#live.delete(hash)
      this.#confirmed.delete(hash)
      this.#notPersisted.delete(hash)
      this.#remember(hash, session.openedBy)
      this.#unwritten.add(hash)
      ended.push(hash)
    }
    if (ended.length === 0) return false
    this.#writeEnded()
    for (const hash of ended) this.#endListeners.emit(hash)
    return true
  }

  #keepNew(): void {
    try {
      for (const hash of this.#notPersisted) {
        const session = this.#live.get(hash)
        if (session !== undefined) this.#options.store.add(session)
        this.#notPersisted.delete(hash)
      }
    } catch (err) {
      this.#options.log.error({ err }, 'a new session could not be saved; this is retried')
    }
  }

  #writeEnded(): void {
    if (this.#unwritten.size === 0) return
    try {
      const kept = { max: MAX_SESSIONS, ofOne: MAX_SESSIONS_OF_ONE }
      this.#options.store.end(this.#unwritten, this.#options.now(), kept)
      this.#unwritten.clear()
    } catch (err) {
      this.#options.log.error({ err }, 'the end of a session could not be saved; this is retried')
    }
  }
}

const handleOf = (hash: string): string => hash.slice(0, HANDLE_CHARS)

/** The most frequent text in a list. */
function mostOf(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

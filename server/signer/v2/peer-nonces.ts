import type { Nonce } from '#protocol/v2/messages.ts'
import { heldCodes, isUsable, markUsed, type PeerPool, receive, use } from '#protocol/v2/pool.ts'
import { NONCES_SET_ASIDE, NONCES_SET_ASIDE_WITHIN } from '../limits.ts'
import type { NonceStore, PeerNonceChange } from './nonce-store.ts'

export interface PeerNoncesOptions {
  /** X-only key. */
  peer: string
  store: NonceStore
  /** The peer's nonces have come. */
  onReceived?: (() => void) | undefined
  /** Monotonic clock for intervals; Unix milliseconds. */
  now: () => number
}

/** What a ping of version 2 says about the peer's nonces. */
export interface Advertised {
  nonces: readonly Nonce[]
  /** The id of the pool of these nonces, if the peer sends it. */
  poolId?: string | undefined
  /** These nonces replace all that the peer advertised before. */
  replaces?: boolean
  /** Codes of nonces that we hold and the peer has lost. */
  lost?: ReadonlySet<string>
}

/**
 * The nonces of one peer that we hold, as the store has them: a used one is stored as used before it is returned.
 * Every method throws when the store does.
 */
export class PeerNonces {
  readonly #options: PeerNoncesOptions
  #pool: PeerPool
  /** Codes of held nonces that already count as used on the disk. */
  #marked: Set<string> = new Set()
  /** When we last used a nonce. Unix milliseconds. */
  #askedAt = 0
  /** The id of the pool of these nonces, as the peer last sent it; null: not known. */
  #poolId: string | null

  /** @param kept what the store has of this peer */
  constructor(
    { held, used, poolId }: ReturnType<NonceStore['peerNonces']>,
    options: PeerNoncesOptions,
  ) {
    this.#options = options
    this.#pool = { held, used: new Set(used) }
    this.#poolId = poolId
  }

  /**
   * Accepts the nonces of a version 2 ping. Those that we hold from an earlier pool of the peer are lost.
   *
   * @returns whether the peer's pool has changed
   */
  take({ nonces, poolId, replaces = false, lost }: Advertised): boolean {
    const pool = this.#pool
    const isNew = poolId !== undefined && poolId !== this.#poolId
    const isOther = isNew && this.#poolId !== null
    const advertised = new Set(nonces.map(({ code }) => code))
    const isGood = ({ code }: Nonce): boolean =>
      !isOther && !replaces && !(lost?.has(code) && !advertised.has(code))
    const next = receive({ ...pool, held: pool.held.filter(isGood) }, nonces)
    const isSame =
      next.held.length === pool.held.length &&
      next.held.every(({ code }, n) => code === pool.held[n]?.code)
    if (isSame && !isNew) return false
    this.#take(next, { ...(isNew && { poolId }) })
    return isOther
  }

  /** Accepts what the peer advertises; returns how many are new. */
  receive(nonces: readonly Nonce[]): number {
    const next = receive(this.#pool, nonces)
    const added = next.held.length - this.#pool.held.length
    if (added > 0) this.#take(next)
    return added
  }

  /**
   * Accepts the nonces of a version 1 ping. They are used before all that we hold: a peer sends
   * them when it believes that few are left, or when it has lost those that we hold.
   */
  receiveVersion1(nonces: readonly Nonce[]): void {
    const pool = this.#pool
    this.#take(receive(receive({ ...pool, held: [] }, nonces), pool.held))
  }

  /**
   * Accepts the nonces of a joining peer, or of the answer to our joining. They replace everything that the
   * peer advertised before. The peer's next ping says which pool they belong to.
   */
  replaceHeld(nonces: readonly Nonce[]): void {
    this.#take(receive({ ...this.#pool, held: [] }, nonces), { poolId: null })
  }

  /** How many nonces we hold. */
  get held(): number {
    return this.#pool.held.length
  }

  get heldCodes(): string[] {
    return heldCodes(this.#pool)
  }

  /** Whether we hold enough to ask the peer for signatures of this many hashes. */
  isUsable(hashes: number): boolean {
    return isUsable(this.#pool) && this.held >= hashes
  }

  /**
   * Takes a nonce for each hash of a session; null when there are too few.
   *
   * @param setsAside whether the next ones may be stored as used too while we ask often. Only for a peer that
   *   replaces nonces that we never use, which happens if this process is killed
   */
  use(hashes: number, { setsAside = false } = {}): Nonce[] | null {
    const used = use(this.#pool, hashes)
    if (used === null) return null
    const now = this.#options.now()
    const codes = used.nonces.map(({ code }) => code)
    if (codes.every((code) => this.#marked.delete(code))) this.#pool = used.pool
    else {
      const isBusy = setsAside && now < this.#askedAt + NONCES_SET_ASIDE_WITHIN
      const room = isBusy ? Math.max(0, NONCES_SET_ASIDE - hashes) : 0
      const next = used.pool.held.slice(0, room).map(({ code }) => code)
      this.#keep(used.pool, { used: codes, marked: new Set(next) })
    }
    this.#askedAt = now
    return used.nonces
  }

  /** Makes the nonces that were stored as used ahead of time count as unused again. */
  rest(): void {
    if (this.#marked.size > 0) this.#keep(this.#pool, { marked: new Set() })
  }

  /** Whether a nonce counts as used. */
  isUsed(code: string): boolean {
    return this.#pool.used.has(code)
  }

  /** Marks nonces as used: the peer turns out to have signed with them. */
  markUsed(codes: readonly string[]): void {
    const used = codes.filter((code) => !this.isUsed(code))
    if (used.length > 0) this.#keep(markUsed(this.#pool, used), { used })
  }

  /**
   * Drops the nonces of a peer that has not answered, which may have lost them.
   *
   * @param unanswered codes in requests that the peer has not answered. If the requests did not
   *   reach it, it still has these nonces and keeps sending them, so they count as unused again
   * @param keepsHeld the nonces that we hold stay
   */
  drop(unanswered: Iterable<string>, { keepsHeld }: { keepsHeld: boolean }): void {
    const pool = this.#pool
    const unused = [...unanswered].filter((code) => pool.used.delete(code))
    if (pool.held.length > 0 || unused.length > 0) {
      this.#keep(keepsHeld ? pool : { ...pool, held: [] }, { unused })
    }
  }

  /** Marks nonces as unused: the request with them is over, and the peer sends them again. */
  giveBack(codes: readonly string[]): void {
    const unused = codes.filter((code) => this.#pool.used.delete(code))
    if (unused.length > 0) this.#keep(this.#pool, { unused })
  }

  #take(pool: PeerPool, change: Pick<PeerNonceChange, 'poolId'> = {}): void {
    this.#keep(pool, change)
    this.#options.onReceived?.()
  }

  /** @param marked codes of held nonces to store as used already; by default those marked before */
  #keep(
    pool: PeerPool,
    {
      used = [],
      unused = [],
      marked,
      poolId,
    }: Partial<Omit<PeerNonceChange, 'held'>> & { marked?: ReadonlySet<string> } = {},
  ): void {
    const { peer, store } = this.#options
    const isMarked = (code: string): boolean => (marked ?? this.#marked).has(code)
    const inMemory = new Set(pool.held.map(({ code }) => code).filter(isMarked))
    const isOver = (code: string): boolean => !inMemory.has(code) && !pool.used.has(code)
    store.keepPeerNonces(peer, {
      held: pool.held.filter(({ code }) => !inMemory.has(code)),
      used: [...used, ...(marked ?? [])],
      unused: [...unused, ...[...this.#marked].filter(isOver)],
      ...(poolId !== undefined && { poolId }),
    })
    this.#pool = pool
    this.#marked = inMemory
    if (poolId !== undefined) this.#poolId = poolId
  }
}

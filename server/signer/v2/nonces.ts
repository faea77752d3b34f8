import type { Permit } from '#policy/engine.ts'
import { NONCES_PER_PEER_MAX, NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { generateNonce, type SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import {
  type Advertisement,
  advertise,
  advertiseAll,
  advertiseNew,
  dropHeld,
  EMPTY_POOL,
  type Generate,
  heldCodes,
  isUsable,
  keepHeld,
  markUsed,
  type NoncePool,
  receive,
  replenish,
  report,
  spend,
  use,
} from '#protocol/v2/pool.ts'
import {
  NONCES_DORMANT_MAX,
  NONCES_IN_FLIGHT,
  NONCES_PING_1_AGAIN,
  NONCES_SET_ASIDE,
  NONCES_SET_ASIDE_WITHIN,
  V2_REPLAY_KEPT_S,
} from '../limits.ts'
import { type NonceStore, notPersistedMessage, type PeerNonceChange } from './nonce-store.ts'

export interface NoncesOptions {
  store: NonceStore
  /** Our share's secret, which goes into every nonce. */
  seckey: string
  /** Makes this many new ones for a peer; null when that is not possible now. */
  make(peer: string, count: number): Promise<SecretNonce[] | null>
  /** The store works: null; or it has thrown: why, for the owner. */
  onStore(problem: string | null): void
  /** A peer's nonces have come. */
  onReceived?(): void
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** What the machine's clock says, Unix milliseconds: requests are stamped, and remembered, by it. */
  wall: () => number
}

/** What a ping of version 2 brings. */
export interface Advertised {
  nonces: readonly Nonce[]
  /** The id of the pool that they are of, if the peer says it. */
  poolId?: string | undefined
  /** In the place of all that the peer advertised before. */
  replaces?: boolean
  /** Of those that we hold, these are lost. */
  lost?: ReadonlySet<string>
}

/** What is kept between us and one peer. */
interface Account {
  pool: NoncePool
  /** Those of ours that are deleted from the disk already: this process alone has them. */
  readonly aside: Set<string>
  /** Those of the peer's that we hold, and that count as used on the disk already. */
  marked: Set<string>
  /** When we last used one of the peer's. Unix milliseconds. */
  askedAt: number
  /** The id of the pool that ours are of, once it was asked for. */
  poolId: string | undefined
  /** It is another one, and the peer was not told yet. */
  isRenewed: boolean
  /** The id of the pool that the peer's are of, as it has last said. */
  theirPoolId: string | null
  /** Ours from before the start, by code: each counts once the peer says that it holds it. */
  dormant: Map<string, SecretNonce>
  /** Those of them that the peer did not name when it last said what it holds. */
  missed: ReadonlySet<string>
  /** Since when it has said that it holds few, and none of these codes. Unix milliseconds. */
  refused: ReadonlyMap<string, number>
  /** Whether the peer has said since the start what it holds. */
  hasReported: boolean
  /** Its pings are of version 1, which can't say what it holds: asking with a nonce says it instead. */
  speaksVersion1: boolean
  /** When it last used a nonce of ours. Unix milliseconds. */
  usedAt: number
  /** When a list of version 1 last went to it, if it may still hold that list. Unix milliseconds. */
  listedAt: number
  /** Settles when the nonces being made for the peer are ready. */
  making: Promise<unknown>
}

type Rule = (pool: NoncePool, generate: Generate) => Advertisement

/** How long a peer that runs short does without what it is sent before that is given up. Milliseconds. */
const REFUSED_FOR = 30_000

const BLANK: SecretNonce = { binder_pn: '', hidden_pn: '', code: '', binder_sn: '', hidden_sn: '' }

/**
 * The nonces between us and each peer, as the store has them. Whatever a method returns was written
 * down first; our secrets leave only through `spend`, which has deleted them from the disk by then.
 * Peers are x-only keys. Everything throws when the store does.
 */
export class Nonces {
  readonly #options: NoncesOptions
  readonly #accounts = new Map<string, Account>()
  /** Current requests that are to spend nonces and have not yet, by `keyOf`. */
  readonly #unsettled = new Set<string>()

  constructor(options: NoncesOptions) {
    this.#options = options
  }

  /** Our nonce with this code, if this peer may use it. */
  unspent(peer: string, code: string): Nonce | undefined {
    return this.#usable(this.#account(peer), code)
  }

  /**
   * Deletes a session's nonces for good.
   *
   * @param permit the decision on what they are spent for: it comes before them
   * @param requestId of the request that they are spent for: a repetition after a restart finds
   *   them gone, so the request need not be written down itself
   * @param setsAside whether those that the peer will use next may be deleted with them, when its requests
   *   come one upon another: for a peer that learns from a ping that they are lost, should we be killed
   * @returns their secrets, in the order of the codes; null, with nothing spent, when one of them
   *   is not available, or the owner has stopped everything meanwhile
   */
  spend(
    permit: Permit<'sign'>,
    peer: string,
    codes: readonly string[],
    requestId: string,
    { setsAside = false } = {},
  ): SecretNonce[] | null {
    if (permit.signal.aborted) return null
    const account = this.#account(peer)
    const secrets = [...new Set(codes)].flatMap((code) => this.#usable(account, code) ?? [])
    if (secrets.length < codes.length) return null
    const now = this.#options.now()
    const stored = codes.filter((code) => !account.aside.has(code))
    if (stored.length > 0) {
      const isBusy = setsAside && now < account.usedAt + NONCES_SET_ASIDE_WITHIN
      const room = NONCES_SET_ASIDE - account.aside.size - codes.length
      const next = isBusy && room > 0 ? this.#nextOf(account, codes).slice(0, room) : []
      if (!this.#ask((store) => store.spend(peer, [...stored, ...next]))) {
        this.#accounts.delete(peer)
        return null
      }
      for (const code of next) account.aside.add(code)
    }
    this.#unsettled.delete(keyOf(peer, requestId))
    forget(account, codes)
    for (const code of codes) account.dormant.delete(code)
    account.usedAt = now
    return secrets
  }

  /**
   * What a ping of version 2 brings the peer: a full pool if it holds few. Nothing while it may
   * well hold enough from before the start and has not said so; and only new ones while its
   * requests may be on the way.
   *
   * @param topUp fills the pool up however many it holds: in our own pings, but not in an answer,
   *   which a peer that holds some would take to mean that we don't know them
   * @param mayBring called before any are made for it: any made but not sent would be missing from
   *   what signatures bring
   */
  async advertise(
    peer: string,
    { topUp = false, mayBring }: { topUp?: boolean; mayBring?: (() => boolean) | undefined } = {},
  ): Promise<Nonce[]> {
    if (this.awaitsReport(peer)) return []
    const target = NONCES_PER_PEER_MAX
    const onlyNew = this.#isInFlight(peer)
    const limits = topUp ? { target, enough: target, onlyNew } : { target, onlyNew }
    return this.#advertise(peer, (pool, generate) => advertise(pool, generate, limits), mayBring)
  }

  /**
   * What a signature brings: new ones that replace the spent ones, some at a time, so that the pool stays
   * nearly full. A peer says only in pings what it holds; what it was sent before may be in a request on
   * its way.
   *
   * @param isNewestFirst whether it uses the newest first, as Igloo beta does: with a new one for each it never
   *   comes to old ones, which it may not know to be used after it was put back to an earlier state
   */
  async replenish(peer: string, isNewestFirst = false): Promise<Nonce[]> {
    if (this.awaitsReport(peer)) return []
    return this.#advertise(peer, (pool, generate) =>
      replenish(pool, generate, isNewestFirst ? 1 : undefined),
    )
  }

  /** What an onboarding brings. */
  advertiseAll(peer: string): Promise<Nonce[]> {
    return this.#advertise(peer, advertiseAll)
  }

  /**
   * What a ping of version 1 brings: all unspent ones made since the start, because the peer can't
   * say which it holds; but only new ones while its requests may be on the way.
   *
   * @param isAnswer otherwise it has not asked, and gets none while it may well hold the last ones
   * @param mayBring as in `advertise`
   */
  async advertiseVersion1(
    peer: string,
    {
      isAnswer = false,
      mayBring,
    }: { isAnswer?: boolean; mayBring?: (() => boolean) | undefined } = {},
  ): Promise<Nonce[]> {
    const account = this.#account(peer)
    if (this.#isInFlight(peer)) return this.#advertise(peer, advertiseNew, mayBring)
    const now = this.#options.now()
    const isListed =
      account.listedAt > account.usedAt && now < account.listedAt + NONCES_PING_1_AGAIN
    if (isListed && !isAnswer) return []
    const nonces = await this.#advertise(peer, advertiseAll, mayBring)
    if (nonces.length > 0) account.listedAt = now
    return nonces
  }

  /** A ping was not answered: its nonces may be lost. */
  unanswered(peer: string): void {
    const account = this.#accounts.get(peer)
    if (account !== undefined) account.listedAt = 0
  }

  /** Whether a peer may hold nonces from before the start, which count only once it says so. */
  awaitsReport(peer: string): boolean {
    const { hasReported, speaksVersion1, dormant } = this.#account(peer)
    return !hasReported && !speaksVersion1 && dormant.size > 0
  }

  /**
   * The id of the pool that our nonces for a peer are of, to be told to it. The store knows: what is lost there
   * is forgotten here.
   */
  poolId(peer: string): string {
    const id = this.#ask((store) => store.poolId(peer))
    const account = this.#account(peer)
    account.poolId ??= id
    account.isRenewed = false
    if (account.poolId !== id) this.#accounts.delete(peer)
    return id
  }

  /**
   * Records which nonces of ours a peer says that it holds.
   *
   * @param readsPoolId it drops what it holds when our pool has another id
   * @returns whether our pool has one now, because the peer holds nonces that we have lost: this was read from
   *   an older copy of the data folder, a power cut took the latest, or we ended with some set aside
   */
  report(peer: string, codes: readonly string[], { readsPoolId = false } = {}): boolean {
    const account = this.#account(peer)
    const isLost = readsPoolId && !account.hasReported && hasLost(account, codes)
    this.#report(peer, codes)
    if (isLost) {
      account.poolId = this.#ask((store) => store.renewPool(peer))
      account.isRenewed = true
    }
    // It will drop those as well that are not lost, once it is told: it gets them again.
    if (account.isRenewed) account.pool = report(account.pool, [])
    return isLost
  }

  #report(peer: string, codes: readonly string[]): void {
    const account = this.#account(peer)
    const { dormant } = account
    account.hasReported = true
    account.speaksVersion1 = false
    // An asker keeps some in reserve: this one has lost what it had, and its requests with it.
    if (codes.length === 0) account.usedAt = 0
    if (dormant.size > 0) {
      const reported = new Set(codes)
      const awake = [...dormant].filter(([code]) => reported.has(code))
      const left = [...dormant.keys()].filter((code) => !reported.has(code))
      // Missing once: an advertisement may have crossed the report. Twice: the peer no longer has
      // it.
      const gone = left.filter((code) => account.missed.has(code))
      if (gone.length > 0) this.#ask((store) => store.spend(peer, gone))
      account.missed = new Set(left)
      for (const code of [...awake.map(([code]) => code), ...gone]) dormant.delete(code)
      account.pool = {
        ...account.pool,
        unspent: new Map([...account.pool.unspent, ...awake]),
      }
    }
    account.pool = report(account.pool, codes)
    this.#dropRefused(peer, codes)
  }

  /**
   * Deletes what a peer that runs short does not take, however often it is sent: it counts those as used,
   * since it was killed after it took them for requests that never left. New ones are made in their place.
   */
  #dropRefused(peer: string, codes: readonly string[]): void {
    const account = this.#account(peer)
    const { pool, refused } = account
    const now = this.#options.now()
    const held = new Set(codes)
    const left = [...pool.unspent.keys()].filter((code) => !held.has(code))
    const isShort = codes.length < NONCES_REFILL_BELOW
    account.refused = new Map(isShort ? left.map((code) => [code, refused.get(code) ?? now]) : [])
    const dropped = left.filter((code) => now - (account.refused.get(code) ?? now) >= REFUSED_FOR)
    const stored = dropped.filter((code) => !account.aside.has(code))
    if (stored.length > 0) this.#ask((store) => store.spend(peer, stored))
    forget(account, dropped)
  }

  /**
   * Records that a peer's pings are of version 1, in which none says what it holds. It may use what
   * it still has of ours from before the start: no honest peer asks with a nonce twice, so its
   * request says what a version 2 report does. None of them is sent to it again, because a peer
   * that has used one would take it for new. Those that add up over many starts are deleted.
   */
  reportVersion1(peer: string): void {
    const account = this.#account(peer)
    const tooMany = [...account.dormant.keys()].slice(NONCES_DORMANT_MAX)
    if (tooMany.length > 0) this.#ask((store) => store.spend(peer, tooMany))
    for (const code of tooMany) account.dormant.delete(code)
    account.speaksVersion1 = true
  }

  /**
   * Accepts what a ping of version 2 brings. Those that we hold of an earlier pool of the peer's are lost.
   *
   * @returns whether it was another pool
   */
  take(peer: string, { nonces, poolId, replaces = false, lost }: Advertised): boolean {
    const { pool, theirPoolId } = this.#account(peer)
    const isNew = poolId !== undefined && poolId !== theirPoolId
    const isOther = isNew && theirPoolId !== null
    const advertised = new Set(nonces.map(({ code }) => code))
    const isGood = (code: string): boolean =>
      !isOther && !replaces && !(lost?.has(code) && !advertised.has(code))
    const next = receive(keepHeld(pool, isGood), nonces)
    const isSame =
      next.held.length === pool.held.length &&
      next.held.every(({ code }, n) => code === pool.held[n]?.code)
    if (isSame && !isNew) return false
    this.#take(peer, next, { ...(isNew && { poolId }) })
    return isOther
  }

  /** Accepts what a peer advertises; returns how many are new. */
  receive(peer: string, nonces: readonly Nonce[]): number {
    const { pool } = this.#account(peer)
    const next = receive(pool, nonces)
    const added = next.held.length - pool.held.length
    if (added > 0) this.#take(peer, next)
    return added
  }

  /**
   * Accepts what a ping of version 1 brings, to be used before all that we hold: a peer sends them
   * once it has few left, or has lost what it had, which is then used last.
   */
  receiveVersion1(peer: string, nonces: readonly Nonce[]): void {
    if (nonces.length === 0) return
    const account = this.#account(peer)
    const { pool } = account
    // It does not know the ones that we hold: what it has lost is no longer on the way.
    if (pool.held.length >= NONCES_REFILL_BELOW) account.usedAt = 0
    this.#take(peer, receive(receive(dropHeld(pool), nonces), pool.held))
  }

  /**
   * Accepts what a joining peer brings, or the answer to our joining: it replaces everything that the peer
   * advertised before, and which pool it is of a ping will say.
   */
  replaceHeld(peer: string, nonces: readonly Nonce[]): void {
    this.#take(peer, receive(dropHeld(this.#account(peer).pool), nonces), { poolId: null })
  }

  /** How many of a peer's nonces we hold. */
  held(peer: string): number {
    return this.#account(peer).pool.held.length
  }

  /** Their codes. */
  heldCodes(peer: string): string[] {
    return heldCodes(this.#account(peer).pool)
  }

  /** Whether we hold enough to ask a peer for signatures of this many hashes. */
  isUsable(peer: string, hashes: number): boolean {
    const { pool } = this.#account(peer)
    return isUsable(pool) && pool.held.length >= hashes
  }

  /**
   * Takes one of a peer's nonces for each hash of a session; null when there are too few.
   *
   * @param setsAside whether the next ones may be written down as used with them, when sessions come one
   *   upon another: for a peer that replaces those that we never ask with, should we be killed
   */
  use(peer: string, hashes: number, { setsAside = false } = {}): Nonce[] | null {
    const account = this.#account(peer)
    const used = use(account.pool, hashes)
    if (used === null) return null
    const now = this.#options.now()
    const codes = used.nonces.map(({ code }) => code)
    if (codes.every((code) => account.marked.delete(code))) account.pool = used.pool
    else {
      const isBusy = setsAside && now < account.askedAt + NONCES_SET_ASIDE_WITHIN
      const room = isBusy ? Math.max(0, NONCES_SET_ASIDE - hashes) : 0
      const next = used.pool.held.slice(0, room).map(({ code }) => code)
      this.#keep(peer, used.pool, { used: codes, marked: new Set(next) })
    }
    account.askedAt = now
    return used.nonces
  }

  /** Those of the peers' that are written down as used, and were not, count as unused again. */
  rest(): void {
    for (const [peer, { pool, marked }] of this.#accounts) {
      if (marked.size > 0) this.#keep(peer, pool, { marked: new Set() })
    }
  }

  /** Whether one of a peer's nonces counts as used. */
  isUsed(peer: string, code: string): boolean {
    return this.#account(peer).pool.used.has(code)
  }

  /** Counts as used those of a peer's nonces that it turns out to have signed with. */
  markUsed(peer: string, codes: readonly string[]): void {
    const { pool } = this.#account(peer)
    const used = codes.filter((code) => !pool.used.has(code))
    if (used.length > 0) this.#keep(peer, markUsed(pool, used), { used })
  }

  /**
   * Drops the nonces of a peer that has not answered, which may have lost them. In version 1 they
   * stay: it would never send them again.
   *
   * @param unanswered codes in requests that it has not answered: if no request reached it, it
   *   still has them, and would send them again and again without our accepting them
   */
  drop(peer: string, unanswered: Iterable<string> = []): void {
    const { pool, speaksVersion1 } = this.#account(peer)
    const unused = [...unanswered].filter((code) => pool.used.delete(code))
    if (pool.held.length > 0 || unused.length > 0) {
      this.#keep(peer, speaksVersion1 ? pool : dropHeld(pool), { unused })
    }
  }

  /** Counts as unused those of a peer's nonces that it can't sign with any more: it brings them again. */
  giveBack(peer: string, codes: readonly string[]): void {
    const { pool } = this.#account(peer)
    const unused = codes.filter((code) => pool.used.delete(code))
    if (unused.length > 0) this.#keep(peer, pool, { unused })
  }

  /**
   * Records a peer's request; false when it is known.
   *
   * @param spends whether it is to spend nonces: then it is written down only if it is settled
   *   without spending any
   */
  isNewRequest(author: string, requestId: string, { spends = false } = {}): boolean {
    const now = this.#seconds()
    const request = { author, requestId, until: now + V2_REPLAY_KEPT_S }
    if (!spends) return this.#ask((store) => store.remember(request, now))
    const isNew = this.#tryOn((store) => store.note(request, now))
    if (isNew) this.#unsettled.add(keyOf(author, requestId))
    return isNew
  }

  /** Writes down a request that was answered or refused, if it has spent nothing. */
  settle(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#tryOn((store) => store.settle({ author, requestId }, this.#seconds()))
  }

  /**
   * Forgets a request that was refused for its form and has changed nothing: the original that it
   * is a bad copy of may still arrive under the same id.
   */
  release(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#tryOn((store) => store.release({ author, requestId }))
  }

  #seconds(): number {
    return Math.floor(this.#options.wall() / 1000)
  }

  async #advertise(peer: string, rule: Rule, mayBring = () => true): Promise<Nonce[]> {
    const account = this.#account(peer)
    const made = account.making.then(() => this.#make(peer, rule, mayBring))
    account.making = made.catch(() => {})
    return made
  }

  async #make(peer: string, rule: Rule, mayBring: () => boolean): Promise<Nonce[]> {
    const { seckey, make } = this.#options
    // A rule changes nothing, so a dry run tells how many nonces it will ask for.
    const draft = rule(this.#account(peer).pool, () => BLANK)
    if (draft.nonces.length > 0 && !mayBring()) return []
    const wanted = draft.fresh.length
    const fresh = wanted === 0 ? [] : await make(peer, wanted)
    if (fresh === null) return []
    const account = this.#account(peer)
    const advertised = rule(account.pool, () => fresh.pop() ?? generateNonce(seckey))
    const { fresh: added } = advertised
    if (added.length > 0) this.#ask((store) => store.add(peer, added))
    account.pool = advertised.pool
    return advertised.nonces
  }

  /** Those of ours that a peer will likely use after these: it takes the oldest. */
  #nextOf({ pool, aside }: Account, codes: readonly string[]): string[] {
    return [...pool.unspent.keys()].filter((code) => !aside.has(code) && !codes.includes(code))
  }

  #usable({ pool, dormant, speaksVersion1 }: Account, code: string): SecretNonce | undefined {
    return pool.unspent.get(code) ?? (speaksVersion1 ? dormant.get(code) : undefined)
  }

  /** Whether the peer is asking for signatures, so that further requests may be on the way. */
  #isInFlight(peer: string): boolean {
    return this.#options.now() < this.#account(peer).usedAt + NONCES_IN_FLIGHT
  }

  #take(peer: string, pool: NoncePool, change: Pick<PeerNonceChange, 'poolId'> = {}): void {
    this.#keep(peer, pool, change)
    this.#options.onReceived?.()
  }

  /** @param marked those of the held that are written down as used; what was so before stays so */
  #keep(
    peer: string,
    pool: NoncePool,
    {
      used = [],
      unused = [],
      marked,
      poolId,
    }: Partial<Omit<PeerNonceChange, 'held'>> & { marked?: ReadonlySet<string> } = {},
  ): void {
    const account = this.#account(peer)
    const isMarked = (code: string): boolean => (marked ?? account.marked).has(code)
    const inMemory = new Set(pool.held.map(({ code }) => code).filter(isMarked))
    const isOver = (code: string): boolean => !inMemory.has(code) && !pool.used.has(code)
    this.#ask((store) =>
      store.keepPeerNonces(peer, {
        held: pool.held.filter(({ code }) => !inMemory.has(code)),
        used: [...used, ...(marked ?? [])],
        unused: [...unused, ...[...account.marked].filter(isOver)],
        ...(poolId !== undefined && { poolId }),
      }),
    )
    account.pool = pool
    account.marked = inMemory
    if (poolId !== undefined) account.theirPoolId = poolId
  }

  #ask<T>(use: (store: NonceStore) => T): T {
    const result = this.#tryOn(use)
    this.#options.onStore(null)
    return result
  }

  /** A call that rarely writes does not show that the store works. */
  #tryOn<T>(use: (store: NonceStore) => T): T {
    const { store, onStore } = this.#options
    try {
      return use(store)
    } catch (error) {
      onStore(notPersistedMessage(error))
      throw error
    }
  }

  #account(peer: string): Account {
    let account = this.#accounts.get(peer)
    if (account === undefined) {
      account = this.#load(peer)
      this.#accounts.set(peer, account)
    }
    return account
  }

  #load(peer: string): Account {
    const [kept, theirs] = this.#ask((store) => [store.unspent(peer), store.peerNonces(peer)])
    const byCode = (list: typeof kept) =>
      new Map(list.map(({ nonce }) => [nonce.code, nonce] as const))
    return {
      pool: {
        ...EMPTY_POOL,
        held: theirs.held,
        used: new Set(theirs.used),
        unspent: byCode(kept.filter(({ madeSinceStart }) => madeSinceStart)),
      },
      poolId: undefined,
      isRenewed: false,
      theirPoolId: theirs.poolId,
      dormant: byCode(kept.filter(({ madeSinceStart }) => !madeSinceStart)),
      missed: new Set(),
      refused: new Map(),
      aside: new Set(),
      marked: new Set(),
      hasReported: false,
      speaksVersion1: false,
      askedAt: 0,
      usedAt: 0,
      listedAt: 0,
      making: Promise.resolve(),
    }
  }
}

/** Ours that are gone from the disk are gone from memory too. */
function forget({ pool, aside }: Account, codes: readonly string[]): void {
  spend(pool, codes)
  for (const code of codes) aside.delete(code)
}

/** Whether a peer that has used none of our nonces since the start holds some that we don't have. */
const hasLost = ({ pool, dormant, usedAt }: Account, codes: readonly string[]): boolean =>
  usedAt === 0 && !codes.every((code) => pool.unspent.has(code) || dormant.has(code))

const keyOf = (author: string, requestId: string): string => `${author} ${requestId}`

import type { Failure } from '#contract/message.ts'
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
  withoutSecrets,
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
  /** Makes this many new nonces for a peer; null when that is not possible now. */
  make(peer: string, count: number): Promise<SecretNonce[] | null>
  /** Reports why the store has thrown, for the owner; null: it works. */
  onStore(problem: Failure | null): void
  /** A peer's nonces have come. */
  onReceived?(): void
  /** Monotonic clock for intervals; Unix milliseconds. */
  now: () => number
  /** The machine's clock, Unix milliseconds: for the time stamps of requests and how long they are known. */
  wall: () => number
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

/** The nonces between us and one peer, in both directions. */
interface Account {
  pool: NoncePool
  /** Codes of our nonces that are already deleted from the disk: only this process has them. */
  readonly aside: Set<string>
  /** Codes of the peer's nonces that we hold and that already count as used on the disk. */
  marked: Set<string>
  /** When we last used a nonce of the peer. Unix milliseconds. */
  askedAt: number
  /** The id of the pool of our nonces; undefined until it was read from the store. */
  poolId: string | undefined
  /** The pool has got a new id, which was not sent to the peer yet. */
  isRenewed: boolean
  /** The id of the pool of the peer's nonces, as the peer last sent it; null: not known. */
  theirPoolId: string | null
  /** Our nonces from before the start, by code. Each counts once the peer lists it. */
  dormant: Map<string, SecretNonce>
  /** Codes of dormant nonces that were missing in the peer's last list. */
  missed: ReadonlySet<string>
  /** Since when the peer has listed few nonces, and none of these codes. Unix milliseconds. */
  refused: ReadonlyMap<string, number>
  /** Whether the peer has listed the nonces that it holds since the start. */
  hasReported: boolean
  /** The peer's pings are of version 1, which can't list nonces: it may use dormant ones without that. */
  speaksVersion1: boolean
  /** When the peer last used a nonce of ours. Unix milliseconds. */
  usedAt: number
  /** When we last sent the peer a list in version 1; 0 if that list may be lost. Unix milliseconds. */
  listedAt: number
  /** Settles when the nonces being made for the peer are ready. */
  making: Promise<unknown>
}

type Rule = (pool: NoncePool, generate: Generate) => Advertisement

/** How long a peer that runs short may leave sent nonces unlisted before they are deleted. Milliseconds. */
const REFUSED_FOR = 30_000

const BLANK: SecretNonce = { binder_pn: '', hidden_pn: '', code: '', binder_sn: '', hidden_sn: '' }

/**
 * The nonces between us and each peer, as the store has them. Whatever a method returns was stored
 * first. Only `spend` returns secrets of ours, after it has deleted them from the disk. Peers are
 * x-only keys. Every method throws when the store does.
 */
export class Nonces {
  readonly #options: NoncesOptions
  readonly #accounts = new Map<string, Account>()
  /** Requests being answered that have not spent their nonces yet, by `keyOf`. */
  readonly #unsettled = new Set<string>()

  constructor(options: NoncesOptions) {
    this.#options = options
  }

  /** Our nonce with this code, without its secrets, if this peer may use it. */
  unspent(peer: string, code: string): Nonce | undefined {
    const nonce = this.#usable(this.#account(peer), code)
    return nonce && withoutSecrets(nonce)
  }

  /**
   * Deletes a session's nonces for good.
   *
   * @param permit for the session's signatures: the policy decides before any nonce is spent
   * @param requestId of the session's request. It need not be stored: if it is repeated after a restart,
   *   its nonces are gone
   * @param setsAside whether the nonces that the peer will use next may be deleted too while it is busy.
   *   Only for a peer that learns from a ping that they are lost if this process is killed
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
   * The nonces that a ping of version 2 sends: a full pool if the peer holds few. None until a peer
   * that may hold nonces from before the start has listed what it holds. Only new ones while its
   * requests may be in flight.
   *
   * @param topUp whether to fill the pool however many the peer holds: in our own pings, but not in
   *   answers, from which a peer that holds some would conclude that we don't know those
   * @param mayBring whether the nonces may be sent. Called before any are made: answers with
   *   signatures never bring nonces that were made earlier and not sent
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
   * The new nonces that an answer with signatures sends. They replace the spent ones, some at a time, so that
   * the pool stays nearly full. Older ones are not sent again: only pings list what a peer holds, and a
   * request with an older one may be in flight.
   *
   * @param isNewestFirst whether the peer uses its newest nonces first, as Igloo beta does. It gets a new one
   *   for each spent one, so that it never comes to old ones: a peer that was restored from a backup may take
   *   used ones for new
   */
  async replenish(peer: string, isNewestFirst = false): Promise<Nonce[]> {
    if (this.awaitsReport(peer)) return []
    return this.#advertise(peer, (pool, generate) =>
      replenish(pool, generate, isNewestFirst ? 1 : undefined),
    )
  }

  /** The nonces that an onboarding request, or the answer to one, sends. */
  advertiseAll(peer: string): Promise<Nonce[]> {
    return this.#advertise(peer, advertiseAll)
  }

  /**
   * The nonces that a ping of version 1 sends: all unspent ones made since the start, because the
   * peer can't list what it holds. Only new ones while its requests may be in flight.
   *
   * @param isAnswer whether the peer has pinged; otherwise none are sent while it may hold the last list
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

  /** A peer has not answered a ping: the nonces in the ping may be lost. */
  unanswered(peer: string): void {
    const account = this.#accounts.get(peer)
    if (account !== undefined) account.listedAt = 0
  }

  /** Whether a peer may hold nonces from before the start, which count only once it lists them. */
  awaitsReport(peer: string): boolean {
    const { hasReported, speaksVersion1, dormant } = this.#account(peer)
    return !hasReported && !speaksVersion1 && dormant.size > 0
  }

  /**
   * The id of the pool of our nonces for a peer, to be sent to that peer. If the store has another id, nonces
   * were lost there, and are forgotten here too.
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
   * @param readsPoolId whether the peer drops its nonces when our pool's id changes
   * @returns whether our pool has got a new id, because the peer holds nonces that we have lost: the data
   *   folder is an older copy, a power cut took the latest, or the process ended with some set aside
   */
  report(peer: string, codes: readonly string[], { readsPoolId = false } = {}): boolean {
    const account = this.#account(peer)
    const isLost = readsPoolId && !account.hasReported && hasLost(account, codes)
    this.#report(peer, codes)
    if (isLost) {
      account.poolId = this.#ask((store) => store.renewPool(peer))
      account.isRenewed = true
    }
    // With the new id the peer drops all its nonces, so those that are not lost are sent again.
    if (account.isRenewed) account.pool = report(account.pool, [])
    return isLost
  }

  #report(peer: string, codes: readonly string[]): void {
    const account = this.#account(peer)
    const { dormant } = account
    account.hasReported = true
    account.speaksVersion1 = false
    // A peer that asks us keeps some in reserve: without any, it has lost them, and its requests too.
    if (codes.length === 0) account.usedAt = 0
    if (dormant.size > 0) {
      const reported = new Set(codes)
      const awake = [...dormant].filter(([code]) => reported.has(code))
      const left = [...dormant.keys()].filter((code) => !reported.has(code))
      // Missing once: an advertisement may have crossed the report. Twice: the peer no longer has the nonce.
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
   * Deletes nonces that a peer does not take although it runs short, however often they are sent. It counts them
   * as used: it was killed after it took them for requests that it never sent. New ones replace them.
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
   * Records that a peer's pings are of version 1, which can't list what it holds. It may still use
   * our nonces from before the start: no honest peer uses a nonce twice, so its request shows that
   * it holds them. They are not sent again, because a peer that has used one would take it for new.
   * If too many add up over several starts, some are deleted.
   */
  reportVersion1(peer: string): void {
    const account = this.#account(peer)
    const tooMany = [...account.dormant.keys()].slice(NONCES_DORMANT_MAX)
    if (tooMany.length > 0) this.#ask((store) => store.spend(peer, tooMany))
    for (const code of tooMany) account.dormant.delete(code)
    account.speaksVersion1 = true
  }

  /**
   * Accepts the nonces of a version 2 ping. Those that we hold from an earlier pool of the peer are lost.
   *
   * @returns whether the peer's pool has changed
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
   * Accepts the nonces of a version 1 ping. They are used before all that we hold: a peer sends
   * them when it believes that few are left, or when it has lost those that we hold.
   */
  receiveVersion1(peer: string, nonces: readonly Nonce[]): void {
    if (nonces.length === 0) return
    const account = this.#account(peer)
    const { pool } = account
    // The peer does not know the nonces that we hold: they are lost, and its requests too.
    if (pool.held.length >= NONCES_REFILL_BELOW) account.usedAt = 0
    this.#take(peer, receive(receive(dropHeld(pool), nonces), pool.held))
  }

  /**
   * Accepts the nonces of a joining peer, or of the answer to our joining. They replace everything that the
   * peer advertised before. The peer's next ping says which pool they belong to.
   */
  replaceHeld(peer: string, nonces: readonly Nonce[]): void {
    this.#take(peer, receive(dropHeld(this.#account(peer).pool), nonces), { poolId: null })
  }

  /** How many of a peer's nonces we hold. */
  held(peer: string): number {
    return this.#account(peer).pool.held.length
  }

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
   * @param setsAside whether the next ones may be stored as used too while we ask often. Only for a peer that
   *   replaces nonces that we never use, which happens if this process is killed
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

  /** Makes the peers' nonces that were stored as used ahead of time count as unused again. */
  rest(): void {
    for (const [peer, { pool, marked }] of this.#accounts) {
      if (marked.size > 0) this.#keep(peer, pool, { marked: new Set() })
    }
  }

  /** Whether one of a peer's nonces counts as used. */
  isUsed(peer: string, code: string): boolean {
    return this.#account(peer).pool.used.has(code)
  }

  /** Marks nonces of a peer as used: it turns out to have signed with them. */
  markUsed(peer: string, codes: readonly string[]): void {
    const { pool } = this.#account(peer)
    const used = codes.filter((code) => !pool.used.has(code))
    if (used.length > 0) this.#keep(peer, markUsed(pool, used), { used })
  }

  /**
   * Drops the nonces of a peer that has not answered, which may have lost them. In version 1 they
   * stay, because the peer would never send them again.
   *
   * @param unanswered codes in requests that the peer has not answered. If the requests did not
   *   reach it, it still has these nonces and keeps sending them, so they count as unused again
   */
  drop(peer: string, unanswered: Iterable<string> = []): void {
    const { pool, speaksVersion1 } = this.#account(peer)
    const unused = [...unanswered].filter((code) => pool.used.delete(code))
    if (pool.held.length > 0 || unused.length > 0) {
      this.#keep(peer, speaksVersion1 ? pool : dropHeld(pool), { unused })
    }
  }

  /** Marks nonces of a peer as unused: the request with them is over, and the peer sends them again. */
  giveBack(peer: string, codes: readonly string[]): void {
    const { pool } = this.#account(peer)
    const unused = codes.filter((code) => pool.used.delete(code))
    if (unused.length > 0) this.#keep(peer, pool, { unused })
  }

  /**
   * Records a peer's request; false when it is known.
   *
   * @param spends whether it is to spend nonces: then it is stored only if it ends without
   *   spending any
   */
  isNewRequest(author: string, requestId: string, { spends = false } = {}): boolean {
    const now = this.#seconds()
    const request = { author, requestId, until: now + V2_REPLAY_KEPT_S }
    if (!spends) return this.#ask((store) => store.remember(request, now))
    const isNew = this.#tryOn((store) => store.note(request, now))
    if (isNew) this.#unsettled.add(keyOf(author, requestId))
    return isNew
  }

  /** Stores a request that was answered or refused, if it has spent nothing. */
  settle(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#tryOn((store) => store.settle({ author, requestId }, this.#seconds()))
  }

  /**
   * Forgets a request that was refused as malformed and has changed nothing. It may be a bad copy,
   * and the original may still arrive under the same id.
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

  /** Codes of our nonces that a peer will likely use after these: it takes the oldest first. */
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

  /** @param marked codes of held nonces to store as used already; by default those marked before */
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

  /** Calls the store, and reports only errors: a call that rarely writes does not show that it works. */
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

/** Removes our nonces from memory that are deleted from the disk. */
function forget({ pool, aside }: Account, codes: readonly string[]): void {
  spend(pool, codes)
  for (const code of codes) aside.delete(code)
}

/** Whether a peer that has used none of our nonces since the start holds some that we don't have. */
const hasLost = ({ pool, dormant, usedAt }: Account, codes: readonly string[]): boolean =>
  usedAt === 0 && !codes.every((code) => pool.unspent.has(code) || dormant.has(code))

const keyOf = (author: string, requestId: string): string => `${author} ${requestId}`

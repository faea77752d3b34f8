import { generateNonce, type SecretNonce } from '../../frostr/gen2/frost.ts'
import type { Nonce } from '../../frostr/gen2/messages.ts'
import {
  type Advertisement,
  advertise,
  advertiseAll,
  dropHeld,
  EMPTY_POOL,
  type Generate,
  heldCodes,
  isUsable,
  markUsed,
  type NoncePool,
  receive,
  replenish,
  report,
  spend,
  use,
} from '../../frostr/gen2/pool.ts'
import { NONCES_PER_PEER_MAX, NONCES_REFILL_BELOW } from '../../frostr/limits.ts'
import {
  GEN2_REPLAY_KEPT_S,
  NONCES_DORMANT_MAX,
  NONCES_IN_FLIGHT,
  NONCES_PING_1_AGAIN,
} from '../limits.ts'
import type { NonceStore } from './nonce-store.ts'

export interface NoncesOptions {
  store: NonceStore
  /** Of our share, which goes into every nonce. */
  seckey: string
  /** So many new ones for a peer; null when they can't be made now. */
  make(peer: string, count: number): Promise<SecretNonce[] | null>
  /** The store does what it is asked for, or has thrown. */
  onStore(works: boolean): void
  /** Unix milliseconds. */
  now: () => number
}

/** What is kept between us and one peer. */
interface Account {
  pool: NoncePool
  /** Ours from before the start, by code: each counts once the peer has said that it holds it. */
  dormant: Map<string, SecretNonce>
  /** Those of them that the peer did not name when it last said what it holds. */
  missed: ReadonlySet<string>
  /** The peer has said what it holds, since the start. */
  hasReported: boolean
  /** Its pings are of version 1, which has no word for it: a request with a nonce is its word. */
  speaksVersion1: boolean
  /** When it last used a nonce of ours. Unix milliseconds. */
  usedAt: number
  /** When a list of version 1 last went to it, as far as it may still hold that. Unix milliseconds. */
  listedAt: number
  /** Ends when the peer's nonces that are being made are there. */
  making: Promise<unknown>
}

type Rule = (pool: NoncePool, generate: Generate) => Advertisement

const BLANK: SecretNonce = { binder_pn: '', hidden_pn: '', code: '', binder_sn: '', hidden_sn: '' }

/**
 * The nonces between us and each peer, as the store has them. Whatever leaves a method was written
 * down first; and of our secrets none leaves but by `spend`, which has deleted it from the disk by
 * then. Peers are x-only keys. Everything throws when the store does.
 */
export class Nonces {
  readonly #options: NoncesOptions
  readonly #accounts = new Map<string, Account>()
  /** Requests under way that are to spend nonces and have not, by `keyOf`. */
  readonly #unsettled = new Set<string>()

  constructor(options: NoncesOptions) {
    this.#options = options
  }

  /** Our nonce of a code that this peer may use. */
  unspent(peer: string, code: string): Nonce | undefined {
    return this.#usable(this.#account(peer), code)
  }

  /**
   * Deletes a session's nonces for good.
   *
   * @param requestId of the request that they are spent for: whoever repeats it after a restart finds
   *   them gone, so that it need not be written down itself
   * @returns their secrets, in the order of the codes; null, and nothing is spent, when one of them
   *   is not to be had
   */
  spend(peer: string, codes: readonly string[], requestId: string): SecretNonce[] | null {
    const account = this.#account(peer)
    const secrets = codes.flatMap((code) => this.#usable(account, code) ?? [])
    if (secrets.length < codes.length) return null
    if (!this.#ask((store) => store.spend(peer, codes))) {
      this.#accounts.delete(peer)
      return null
    }
    this.#unsettled.delete(keyOf(peer, requestId))
    spend(account.pool, codes)
    for (const code of codes) account.dormant.delete(code)
    account.usedAt = this.#options.now()
    return secrets
  }

  /**
   * What a ping of version 2 brings the peer: a full pool, when it holds few. Nothing as long as it may
   * well hold enough from before the start, and has not said so; and only new ones while requests of its
   * may be on the way.
   *
   * @param topUp fills the pool up however many it holds: in a ping of ours, not in an answer, of which
   *   a peer that holds some takes it that they are unknown to us
   * @param mayBring asked before any are made for it: those that were made and not sent would be
   *   missing in what signatures bring
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
   * What a signature brings: new ones in place of those that were spent, so that the pool stays full. A
   * peer says only in pings what it holds; what it was sent before may be in a request on its way.
   */
  async replenish(peer: string): Promise<Nonce[]> {
    return this.awaitsReport(peer) ? [] : this.#advertise(peer, replenish)
  }

  /** What an onboarding brings. */
  advertiseAll(peer: string): Promise<Nonce[]> {
    return this.#advertise(peer, advertiseAll)
  }

  /**
   * What a ping of version 1 brings: all that are made since the start and unspent, as the peer can't
   * say which it holds; but only new ones while requests of its may be on the way.
   *
   * @param isAnswer else it has not asked, and gets none while it may well hold those of the last time
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
    if (this.#isInFlight(peer)) return this.#advertise(peer, replenish, mayBring)
    const now = this.#options.now()
    const isListed =
      account.listedAt > account.usedAt && now < account.listedAt + NONCES_PING_1_AGAIN
    if (isListed && !isAnswer) return []
    const nonces = await this.#advertise(peer, advertiseAll, mayBring)
    if (nonces.length > 0) account.listedAt = now
    return nonces
  }

  /** A ping was not answered: what went with it may be lost. */
  unanswered(peer: string): void {
    const account = this.#accounts.get(peer)
    if (account !== undefined) account.listedAt = 0
  }

  /** Whether a peer may hold nonces from before the start, none of which counts until it says so. */
  awaitsReport(peer: string): boolean {
    const { hasReported, speaksVersion1, dormant } = this.#account(peer)
    return !hasReported && !speaksVersion1 && dormant.size > 0
  }

  /** Takes note of which nonces of ours a peer says that it holds. */
  report(peer: string, codes: readonly string[]): void {
    const account = this.#account(peer)
    const { dormant } = account
    account.hasReported = true
    account.speaksVersion1 = false
    // Who asks for signatures keeps some in reserve: it has lost what it had, and its requests with it.
    if (codes.length === 0) account.usedAt = 0
    if (dormant.size > 0) {
      const reported = new Set(codes)
      const awake = [...dormant].filter(([code]) => reported.has(code))
      const left = [...dormant.keys()].filter((code) => !reported.has(code))
      // Once may be an advertisement that has crossed the report; twice, and the peer has it no more.
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
  }

  /**
   * Takes note of a peer whose pings are of version 1, in which none says what it holds. Of ours from
   * before the start it may use what it still has: no honest peer asks with a nonce a second time, so
   * that the request says what a report of version 2 does. None of them is sent to it again, for one
   * that has used it would take it for new. Those that add up over many starts are deleted.
   */
  reportVersion1(peer: string): void {
    const account = this.#account(peer)
    const tooMany = [...account.dormant.keys()].slice(NONCES_DORMANT_MAX)
    if (tooMany.length > 0) this.#ask((store) => store.spend(peer, tooMany))
    for (const code of tooMany) account.dormant.delete(code)
    account.speaksVersion1 = true
  }

  /** Takes in what a peer advertises; how many of them are new. */
  receive(peer: string, nonces: readonly Nonce[]): number {
    const { pool } = this.#account(peer)
    const next = receive(pool, nonces)
    const added = next.held.length - pool.held.length
    if (added > 0) this.#keep(peer, next)
    return added
  }

  /**
   * Takes in what a ping of version 1 brings, before all that is held: a peer sends them once it has
   * few left, or has lost what it had, which then is used last.
   */
  receiveVersion1(peer: string, nonces: readonly Nonce[]): void {
    if (nonces.length === 0) return
    const account = this.#account(peer)
    const { pool } = account
    // It does not know those that are held: what it has lost is no longer on the way.
    if (pool.held.length >= NONCES_REFILL_BELOW) account.usedAt = 0
    this.#keep(peer, receive(receive(dropHeld(pool), nonces), pool.held))
  }

  /** Takes in what a peer advertises in place of all that it has advertised before. */
  replaceHeld(peer: string, nonces: readonly Nonce[]): void {
    this.#keep(peer, receive(dropHeld(this.#account(peer).pool), nonces))
  }

  /** How many of a peer's nonces we hold. */
  held(peer: string): number {
    return this.#account(peer).pool.held.length
  }

  /** Their codes. */
  heldCodes(peer: string): string[] {
    return heldCodes(this.#account(peer).pool)
  }

  /** Whether enough are held to ask a peer for signatures of so many hashes. */
  isUsable(peer: string, hashes: number): boolean {
    const { pool } = this.#account(peer)
    return isUsable(pool) && pool.held.length >= hashes
  }

  /** Takes one nonce of a peer's for each hash of a session; null when there are too few. */
  use(peer: string, hashes: number): Nonce[] | null {
    const used = use(this.#account(peer).pool, hashes)
    if (used === null) return null
    this.#keep(peer, used.pool, { used: used.nonces.map(({ code }) => code) })
    return used.nonces
  }

  /** Whether a nonce of a peer's counts as used. */
  isUsed(peer: string, code: string): boolean {
    return this.#account(peer).pool.used.has(code)
  }

  /** Counts nonces of a peer's as used that it turns out to have signed with. */
  markUsed(peer: string, codes: readonly string[]): void {
    const { pool } = this.#account(peer)
    const used = codes.filter((code) => !pool.used.has(code))
    if (used.length > 0) this.#keep(peer, markUsed(pool, used), { used })
  }

  /**
   * Lets go of the nonces of a peer that has not answered, which may have lost them. In version 1 they
   * stay: it would never send them again.
   *
   * @param unanswered codes of those in requests that it has not answered: it still has what no request
   *   has reached it for, and would send it again and again without our taking it
   */
  drop(peer: string, unanswered: Iterable<string> = []): void {
    const { pool, speaksVersion1 } = this.#account(peer)
    const unused = [...unanswered].filter((code) => pool.used.delete(code))
    if (pool.held.length > 0 || unused.length > 0) {
      this.#keep(peer, speaksVersion1 ? pool : dropHeld(pool), { unused })
    }
  }

  /**
   * Takes note of a peer's request; false when it is known.
   *
   * @param spends whether it is to spend nonces: then it is written down only when it is settled
   *   without having done so
   */
  isNewRequest(author: string, requestId: string, { spends = false } = {}): boolean {
    const now = this.#seconds()
    const request = { author, requestId, until: now + GEN2_REPLAY_KEPT_S }
    if (!spends) return this.#ask((store) => store.remember(request, now))
    const isNew = this.#tryOn((store) => store.note(request, now))
    if (isNew) this.#unsettled.add(keyOf(author, requestId))
    return isNew
  }

  /** Writes a request down that is answered, or refused, if it has spent nothing. */
  settle(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#tryOn((store) => store.settle({ author, requestId }, this.#seconds()))
  }

  /**
   * Forgets a request that was refused for its form, and has changed nothing: the one that it is a bad
   * copy of may still come under its id.
   */
  release(author: string, requestId: string): void {
    if (!this.#unsettled.delete(keyOf(author, requestId))) return
    this.#tryOn((store) => store.release({ author, requestId }))
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }

  async #advertise(peer: string, rule: Rule, mayBring = () => true): Promise<Nonce[]> {
    const account = this.#account(peer)
    const made = account.making.then(() => this.#make(peer, rule, mayBring))
    account.making = made.catch(() => {})
    return made
  }

  async #make(peer: string, rule: Rule, mayBring: () => boolean): Promise<Nonce[]> {
    const { seckey, make } = this.#options
    // A rule changes nothing, so that it can tell first how many nonces it will ask for.
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

  #usable({ pool, dormant, speaksVersion1 }: Account, code: string): SecretNonce | undefined {
    return pool.unspent.get(code) ?? (speaksVersion1 ? dormant.get(code) : undefined)
  }

  /** Whether the peer asks for signatures now, so that further requests may be on the way. */
  #isInFlight(peer: string): boolean {
    return this.#options.now() < this.#account(peer).usedAt + NONCES_IN_FLIGHT
  }

  #keep(
    peer: string,
    pool: NoncePool,
    { used = [], unused = [] }: { used?: string[]; unused?: string[] } = {},
  ): void {
    this.#ask((store) => store.keepPeerNonces(peer, { held: pool.held, used, unused }))
    this.#account(peer).pool = pool
  }

  #ask<T>(use: (store: NonceStore) => T): T {
    const result = this.#tryOn(use)
    this.#options.onStore(true)
    return result
  }

  /** What mostly writes nothing says nothing of a store that works. */
  #tryOn<T>(use: (store: NonceStore) => T): T {
    const { store, onStore } = this.#options
    try {
      return use(store)
    } catch (error) {
      onStore(false)
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
      dormant: byCode(kept.filter(({ madeSinceStart }) => !madeSinceStart)),
      missed: new Set(),
      hasReported: false,
      speaksVersion1: false,
      usedAt: 0,
      listedAt: 0,
      making: Promise.resolve(),
    }
  }
}

const keyOf = (author: string, requestId: string): string => `${author} ${requestId}`

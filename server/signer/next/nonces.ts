import {
  NEXT_REPLAY_KEPT_S,
  NONCES_REFILL_BELOW,
  NONCES_RESEND_AFTER,
} from '../../contract/limits.ts'
import { generateNonce, type SecretNonce } from '../../frostr/next/frost.ts'
import type { Nonce } from '../../frostr/next/messages.ts'
import {
  type Advertisement,
  advertise,
  advertiseAll,
  advertiseVersion1,
  dropHeld,
  EMPTY_POOL,
  type Generate,
  heldCodes,
  isUsable,
  type NoncePool,
  receive,
  report,
  spend,
  use,
} from '../../frostr/next/pool.ts'
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
  /** The peer has said what it holds, since the start, or speaks a version that has no word for it. */
  hasReported: boolean
  /**
   * What came with signatures since the peer last reported and is unspent, and when the last of it was
   * sent.
   */
  sent: { codes: Set<string>; at: number }
  /** Ends when the peer's nonces that are being made are there. */
  making: Promise<unknown>
}

type Rule = (pool: NoncePool, generate: Generate) => Advertisement | null

const nothingSent = (): Account['sent'] => ({ codes: new Set(), at: 0 })

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
    return this.#account(peer).pool.unspent.get(code)
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
    const secrets = codes.flatMap((code) => account.pool.unspent.get(code) ?? [])
    if (secrets.length < codes.length) return null
    if (!this.#ask((store) => store.spend(peer, codes))) {
      this.#accounts.delete(peer)
      return null
    }
    this.#unsettled.delete(keyOf(peer, requestId))
    spend(account.pool, codes)
    for (const code of codes) account.sent.codes.delete(code)
    return secrets
  }

  /**
   * What a ping of version 2 brings the peer. Nothing as long as it may well hold enough from before
   * the start, and has not said so.
   */
  async advertise(peer: string): Promise<Nonce[]> {
    return this.awaitsReport(peer) ? [] : this.#advertise(peer, advertise)
  }

  /**
   * What a signature brings: as a ping does, but for what the last one has just brought. A peer says
   * only in pings what it holds, and would get all of them with every signature until its next.
   */
  async replenish(peer: string): Promise<Nonce[]> {
    if (this.awaitsReport(peer) || this.#hasEnough(peer)) return []
    const nonces = await this.#advertise(peer, (pool, generate) => {
      const reported = [...pool.reported, ...this.#sentLately(peer)]
      const advertised = advertise({ ...pool, reported }, generate)
      return { ...advertised, pool: { ...advertised.pool, reported: pool.reported } }
    })
    if (nonces.length > 0) {
      const codes = new Set([...this.#sentLately(peer), ...nonces.map(({ code }) => code)])
      this.#account(peer).sent = { codes, at: this.#options.now() }
    }
    return nonces
  }

  /** What an onboarding brings. */
  advertiseAll(peer: string): Promise<Nonce[]> {
    return this.#advertise(peer, advertiseAll)
  }

  /** What a ping of version 1 brings. */
  advertiseVersion1(peer: string): Promise<Nonce[]> {
    return this.#advertise(peer, advertiseVersion1)
  }

  /** Whether a peer may hold nonces from before the start, none of which counts until it says so. */
  awaitsReport(peer: string): boolean {
    const { hasReported, dormant } = this.#account(peer)
    return !hasReported && dormant.size > 0
  }

  /** Takes note of which nonces of ours a peer says that it holds. */
  report(peer: string, codes: readonly string[]): void {
    const account = this.#account(peer)
    const { dormant } = account
    account.hasReported = true
    account.sent = nothingSent()
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
   * Takes note of a peer whose pings are of version 1, in which none says what it holds: those of ours
   * from before the start would never count, and are deleted.
   */
  reportVersion1(peer: string): void {
    const account = this.#account(peer)
    const { dormant } = account
    if (dormant.size > 0) this.#ask((store) => store.spend(peer, [...dormant.keys()]))
    dormant.clear()
    account.hasReported = true
  }

  /** Takes in what a peer advertises; how many of them are new. */
  receive(peer: string, nonces: readonly Nonce[]): number {
    const { pool } = this.#account(peer)
    const next = receive(pool, nonces)
    const added = next.held.length - pool.held.length
    if (added > 0) this.#keep(peer, next)
    return added
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
    this.#keep(peer, used.pool)
    return used.nonces
  }

  /**
   * Lets go of a peer's nonces, those that were used too: of these it still has what no request of
   * ours has reached it for, and would send it again and again without our taking it.
   */
  drop(peer: string): void {
    const { pool } = this.#account(peer)
    if (pool.held.length > 0 || pool.used.length > 0) {
      this.#keep(peer, { ...dropHeld(pool), used: [] })
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
    const request = { author, requestId, until: now + NEXT_REPLAY_KEPT_S }
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

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }

  async #advertise(peer: string, rule: Rule): Promise<Nonce[]> {
    const account = this.#account(peer)
    const made = account.making.then(() => this.#make(peer, rule))
    account.making = made.catch(() => {})
    return made
  }

  async #make(peer: string, rule: Rule): Promise<Nonce[]> {
    const { seckey, make } = this.#options
    // A rule changes nothing, so that it can tell first how many nonces it will ask for.
    const wanted = rule(this.#account(peer).pool, () => BLANK)?.fresh.length ?? 0
    const fresh = wanted === 0 ? [] : await make(peer, wanted)
    if (fresh === null) return []
    const account = this.#account(peer)
    const advertised = rule(account.pool, () => fresh.pop() ?? generateNonce(seckey))
    if (advertised === null) return []
    const { fresh: added } = advertised
    if (added.length > 0) this.#ask((store) => store.add(peer, added))
    account.pool = advertised.pool
    return advertised.nonces
  }

  /** Whether what came with signatures lately is enough by itself. */
  #hasEnough(peer: string): boolean {
    return this.#sentLately(peer).size >= NONCES_REFILL_BELOW
  }

  #sentLately(peer: string): ReadonlySet<string> {
    const { codes, at } = this.#account(peer).sent
    return this.#options.now() < at + NONCES_RESEND_AFTER ? codes : new Set()
  }

  #keep(peer: string, pool: NoncePool): void {
    this.#ask((store) => store.keepPeerNonces(peer, pool))
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
        ...theirs,
        unspent: byCode(kept.filter(({ madeSinceStart }) => madeSinceStart)),
      },
      dormant: byCode(kept.filter(({ madeSinceStart }) => !madeSinceStart)),
      missed: new Set(),
      hasReported: false,
      sent: nothingSent(),
      making: Promise.resolve(),
    }
  }
}

const keyOf = (author: string, requestId: string): string => `${author} ${requestId}`

import type { Permit } from '#policy/engine.ts'
import { NONCES_PER_PEER_MAX, NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import { generateNonce, type SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import {
  type Advertisement,
  advertise,
  advertiseAll,
  advertiseNew,
  type Generate,
  type OwnPool,
  replenish,
  spend,
  withoutSecrets,
} from '#protocol/v2/pool.ts'
import {
  NONCES_DORMANT_MAX,
  NONCES_IN_FLIGHT,
  NONCES_PING_1_AGAIN,
  NONCES_SET_ASIDE,
  NONCES_SET_ASIDE_WITHIN,
} from '../limits.ts'
import type { KeptNonce, NonceStore } from './nonce-store.ts'

export interface OwnNoncesOptions {
  /** X-only key. */
  peer: string
  store: NonceStore
  /** Our share's secret, which goes into every nonce. */
  seckey: string
  /** Makes this many new nonces for a peer; null when that is not possible now. */
  make(peer: string, count: number): Promise<SecretNonce[] | null>
  /** The store has other nonces than this object, which is of no use any more. */
  onStale(): void
  /** Monotonic clock for intervals; Unix milliseconds. */
  now: () => number
}

type Rule = (pool: OwnPool, generate: Generate) => Advertisement

/** How long a peer that runs short may leave sent nonces unlisted before they are deleted. Milliseconds. */
const REFUSED_FOR = 30_000

const BLANK: SecretNonce = { binder_pn: '', hidden_pn: '', code: '', binder_sn: '', hidden_sn: '' }

/**
 * Our nonces for one peer, as the store has them. Whatever a method returns was stored first. Only `spend` returns
 * secrets, after it has deleted them from the disk. Every method throws when the store does.
 */
export class OwnNonces {
  readonly #options: OwnNoncesOptions
  readonly #pool: OwnPool & { reported: readonly string[] }
  /** Codes of unspent nonces that are already deleted from the disk: only this process has them. */
  readonly #aside = new Set<string>()
  /** Since when the peer has listed few nonces, and none of these codes. Unix milliseconds. */
  #refused: ReadonlyMap<string, number> = new Map()
  /** Nonces from before the start, by code. Each counts once the peer lists it. */
  readonly #dormant: Map<string, SecretNonce>
  /** Codes of dormant nonces that were missing in the peer's last list. */
  #missed: ReadonlySet<string> = new Set()
  /** Whether the peer has listed the nonces that it holds since the start. */
  #hasReported = false
  /** The peer's pings are of version 1, which can't list nonces: it may use dormant ones without that. */
  #speaksVersion1 = false
  /** When the peer last used a nonce. Unix milliseconds. */
  #usedAt = 0
  /** When we last sent the peer a list in version 1; 0 if that list may be lost. Unix milliseconds. */
  #listedAt = 0
  /** The pool's id; undefined until it was read from the store. */
  #poolId: string | undefined
  /** The pool has got a new id, which was not sent to the peer yet. */
  #isRenewed = false
  #isStale = false
  /** Settles when the nonces being made are ready. */
  #making: Promise<unknown> = Promise.resolve()

  /** @param kept the nonces that the store has for this peer */
  constructor(kept: readonly KeptNonce[], options: OwnNoncesOptions) {
    this.#options = options
    this.#pool = { unspent: byCode(kept, { isFresh: true }), reported: [] }
    this.#dormant = byCode(kept, { isFresh: false })
  }

  /** The nonce with this code, without its secrets, if the peer may use it. */
  unspent(code: string): Nonce | undefined {
    const nonce = this.#usable(code)
    return nonce && withoutSecrets(nonce)
  }

  #usable(code: string): SecretNonce | undefined {
    const dormant = this.#speaksVersion1 ? this.#dormant.get(code) : undefined
    return this.#pool.unspent.get(code) ?? dormant
  }

  /**
   * Deletes a session's nonces for good.
   *
   * @param permit for the session's signatures: the policy decides before any nonce is spent
   * @param setsAside whether the nonces that the peer will use next may be deleted too while it is busy.
   *   Only for a peer that learns from a ping that they are lost if this process is killed
   * @returns their secrets, in the order of the codes; null, with nothing spent, when one of them
   *   is not available, or the owner has stopped everything meanwhile
   */
  spend(
    permit: Permit<'sign'>,
    codes: readonly string[],
    { setsAside = false } = {},
  ): SecretNonce[] | null {
    if (permit.signal.aborted) return null
    const secrets = [...new Set(codes)].flatMap((code) => this.#usable(code) ?? [])
    if (secrets.length < codes.length) return null
    const { peer, store, now } = this.#options
    const at = now()
    const stored = this.#storedOf(codes)
    if (stored.length > 0) {
      const isBusy = setsAside && at < this.#usedAt + NONCES_SET_ASIDE_WITHIN
      const next = isBusy ? this.#nextAfter(codes) : []
      if (!store.spend(peer, [...stored, ...next])) {
        this.#giveUp()
        return null
      }
      for (const code of next) this.#aside.add(code)
    }
    this.#forget(codes)
    this.#usedAt = at
    return secrets
  }

  /** Codes of the nonces to set aside, which the peer will likely use after these: it takes the oldest first. */
  #nextAfter(codes: readonly string[]): string[] {
    const room = NONCES_SET_ASIDE - this.#aside.size - codes.length
    return this.#storedOf([...this.#pool.unspent.keys()])
      .filter((code) => !codes.includes(code))
      .slice(0, Math.max(0, room))
  }

  /** The codes of nonces that are still on the disk. */
  #storedOf(codes: readonly string[]): string[] {
    return codes.filter((code) => !this.#aside.has(code))
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
  async advertise({
    topUp = false,
    mayBring,
  }: {
    topUp?: boolean
    mayBring?: (() => boolean) | undefined
  } = {}): Promise<Nonce[]> {
    if (this.awaitsReport) return []
    const target = NONCES_PER_PEER_MAX
    const onlyNew = this.#isInFlight
    const limits = topUp ? { target, enough: target, onlyNew } : { target, onlyNew }
    return this.#advertise((pool, generate) => advertise(pool, generate, limits), mayBring)
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
  async replenish(isNewestFirst = false): Promise<Nonce[]> {
    if (this.awaitsReport) return []
    return this.#advertise((pool, generate) =>
      replenish(pool, generate, isNewestFirst ? 1 : undefined),
    )
  }

  /** The nonces that an onboarding request, or the answer to one, sends. */
  advertiseAll(): Promise<Nonce[]> {
    return this.#advertise(advertiseAll)
  }

  /**
   * The nonces that a ping of version 1 sends: all unspent ones made since the start, because the
   * peer can't list what it holds. Only new ones while its requests may be in flight.
   *
   * @param isAnswer whether the peer has pinged; otherwise none are sent while it may hold the last list
   * @param mayBring as in `advertise`
   */
  async advertiseVersion1({
    isAnswer = false,
    mayBring,
  }: {
    isAnswer?: boolean
    mayBring?: (() => boolean) | undefined
  } = {}): Promise<Nonce[]> {
    if (this.#isInFlight) return this.#advertise(advertiseNew, mayBring)
    const now = this.#options.now()
    const isListed = this.#listedAt > this.#usedAt && now < this.#listedAt + NONCES_PING_1_AGAIN
    if (isListed && !isAnswer) return []
    const nonces = await this.#advertise(advertiseAll, mayBring)
    if (nonces.length > 0) this.#listedAt = now
    return nonces
  }

  /** The peer has not answered a ping: the nonces in the ping may be lost. */
  unanswered(): void {
    this.#listedAt = 0
  }

  /** The peer has lost its requests: none of them is in flight any more. */
  requestsLost(): void {
    this.#usedAt = 0
  }

  /** Whether the peer may hold nonces from before the start, which count only once it lists them. */
  get awaitsReport(): boolean {
    return !this.#hasReported && !this.#speaksVersion1 && this.#dormant.size > 0
  }

  /** Whether the peer's pings are of version 1, as `reportVersion1` has recorded. */
  get speaksVersion1(): boolean {
    return this.#speaksVersion1
  }

  /**
   * The id of the pool, to be sent to the peer. If the store has another id, nonces were lost there, and this
   * object is stale.
   */
  poolId(): string {
    const { peer, store } = this.#options
    const id = store.poolId(peer)
    this.#poolId ??= id
    this.#isRenewed = false
    if (this.#poolId !== id) this.#giveUp()
    return id
  }

  /**
   * Records which nonces the peer says that it holds.
   *
   * @param readsPoolId whether the peer drops its nonces when our pool's id changes
   * @returns whether our pool has got a new id, because the peer holds nonces that we have lost: the data
   *   folder is an older copy, a power cut took the latest, or the process ended with some set aside
   */
  report(codes: readonly string[], { readsPoolId = false } = {}): boolean {
    const { peer, store } = this.#options
    const isLost = readsPoolId && !this.#hasReported && this.#hasLost(codes)
    // First: if the store fails, the next list tells the same.
    if (isLost) {
      this.#poolId = store.renewPool(peer)
      this.#isRenewed = true
    }
    this.#hasReported = true
    this.#speaksVersion1 = false
    // A peer that asks us keeps some in reserve: without any, it has lost them, and its requests too.
    if (codes.length === 0) this.requestsLost()
    const reported = new Set(codes)
    this.#wake(reported)
    this.#pool.reported = codes
    this.#dropRefused(reported)
    // With the new id the peer drops all its nonces, so those that are not lost are sent again.
    if (this.#isRenewed) this.#pool.reported = []
    return isLost
  }

  /** Whether a peer that has used no nonce since the start holds some that we don't have. */
  #hasLost(codes: readonly string[]): boolean {
    const isKnown = (code: string) => this.#pool.unspent.has(code) || this.#dormant.has(code)
    return this.#usedAt === 0 && !codes.every(isKnown)
  }

  /** Makes the dormant nonces count that the peer lists, and deletes those that it no longer has. */
  #wake(reported: ReadonlySet<string>): void {
    const missing = [...this.#dormant.keys()].filter((code) => !reported.has(code))
    // Missing once: an advertisement may have crossed the report. Twice: the peer no longer has the nonce.
    this.#delete(missing.filter((code) => this.#missed.has(code)))
    this.#missed = new Set(missing)
    for (const [code, nonce] of this.#dormant) {
      if (!reported.has(code)) continue
      this.#pool.unspent.set(code, nonce)
      this.#dormant.delete(code)
    }
  }

  /**
   * Deletes nonces that the peer does not take although it runs short, however often they are sent. It counts them
   * as used: it was killed after it took them for requests that it never sent. New ones replace them.
   */
  #dropRefused(reported: ReadonlySet<string>): void {
    const now = this.#options.now()
    const isShort = this.#pool.reported.length < NONCES_REFILL_BELOW
    const left = [...this.#pool.unspent.keys()].filter((code) => isShort && !reported.has(code))
    const refused = new Map(left.map((code) => [code, this.#refused.get(code) ?? now]))
    this.#refused = refused
    this.#delete(left.filter((code) => now - (refused.get(code) ?? now) >= REFUSED_FOR))
  }

  /**
   * Records that the peer's pings are of version 1, which can't list what it holds. It may still use
   * our nonces from before the start: no honest peer uses a nonce twice, so its request shows that
   * it holds them. They are not sent again, because a peer that has used one would take it for new.
   * If too many add up over several starts, some are deleted.
   */
  reportVersion1(): void {
    this.#delete([...this.#dormant.keys()].slice(NONCES_DORMANT_MAX))
    this.#speaksVersion1 = true
  }

  /** Deletes nonces that the peer will not use any more. */
  #delete(codes: readonly string[]): void {
    const { peer, store } = this.#options
    const stored = this.#storedOf(codes)
    if (stored.length > 0) store.spend(peer, stored)
    this.#forget(codes)
  }

  /** Removes nonces from memory that are deleted from the disk. */
  #forget(codes: readonly string[]): void {
    spend(this.#pool, codes)
    for (const code of codes) {
      this.#aside.delete(code)
      this.#dormant.delete(code)
    }
  }

  async #advertise(rule: Rule, mayBring = () => true): Promise<Nonce[]> {
    const made = this.#making.then(() => this.#make(rule, mayBring))
    this.#making = made.catch(() => {})
    return made
  }

  async #make(rule: Rule, mayBring: () => boolean): Promise<Nonce[]> {
    const { peer, store, seckey, make } = this.#options
    // A rule changes nothing, so a dry run tells how many nonces it will ask for.
    const draft = rule(this.#pool, () => BLANK)
    if (draft.nonces.length > 0 && !mayBring()) return []
    const wanted = draft.fresh.length
    const made = wanted === 0 ? [] : await make(peer, wanted)
    if (made === null || this.#isStale) return []
    const { fresh, nonces } = rule(this.#pool, () => made.pop() ?? generateNonce(seckey))
    if (fresh.length > 0) store.add(peer, fresh)
    for (const nonce of fresh) this.#pool.unspent.set(nonce.code, nonce)
    return nonces
  }

  /** Whether the peer is asking for signatures, so that further requests may be on the way. */
  get #isInFlight(): boolean {
    return this.#options.now() < this.#usedAt + NONCES_IN_FLIGHT
  }

  #giveUp(): void {
    this.#isStale = true
    this.#options.onStale()
  }
}

const byCode = (
  kept: readonly KeptNonce[],
  { isFresh }: { isFresh: boolean },
): Map<string, SecretNonce> =>
  new Map(
    kept
      .filter(({ madeSinceStart }) => madeSinceStart === isFresh)
      .map(({ nonce }) => [nonce.code, nonce]),
  )

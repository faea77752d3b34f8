import { randomBytes } from 'node:crypto'
import { generateNonce, type SecretNonce } from '#protocol/v2/frost.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import { type BetaPing, UNKNOWN_GENERATION } from './beta-messages.ts'

/** The most there may be in either direction, what a peer is filled up to, and what counts as few. */
const CAPACITY = 100
const TARGET = 70
const FEW = 20
/** A peer is asked to sign only while more than this many of its nonces are held. */
const CRITICAL = 5

/** A pool as it is stored on a disk, secrets included. */
export interface PoolState {
  generation: string
  peers: Record<string, PeerState>
}

interface PeerState {
  /** Ours that only this peer may use. */
  unspent: SecretNonce[]
  /** The peer's, oldest first. */
  held: Nonce[]
  /** Codes of ours that the peer last reported to hold. */
  reported: string[]
  /** Of the peer's pool, as last seen. */
  generation: string
}

/**
 * Igloo beta's nonces, by its description: used newest first, with a generation that identifies the pool. It
 * does not remember which of a peer's nonces it has used.
 */
export class BetaPool {
  readonly generation: string
  readonly #seckey: string
  readonly #peers = new Map<string, PeerState>()

  /** @param state of a pool that goes on; a new one has a generation of its own */
  constructor(seckey: string, state?: PoolState) {
    this.#seckey = seckey
    this.generation = state?.generation ?? randomBytes(32).toString('hex')
    for (const [peer, one] of Object.entries(state?.peers ?? {})) {
      this.#peers.set(peer, structuredClone(one))
    }
  }

  get state(): PoolState {
    return structuredClone({
      generation: this.generation,
      peers: Object.fromEntries(this.#peers),
    })
  }

  /** Codes of the peer's nonces that are held, sorted. */
  heldOf(peer: string): string[] {
    return this.#of(peer)
      .held.map(({ code }) => code)
      .toSorted()
  }

  isUsable(peer: string): boolean {
    return this.#of(peer).held.length > CRITICAL
  }

  /** Of these codes, the ones of ours that the peer may still use, sorted. */
  recognized(peer: string, codes: readonly string[] = this.#of(peer).reported): string[] {
    const unspent = new Set(this.#of(peer).unspent.map(({ code }) => code))
    return [...new Set(codes)].filter((code) => unspent.has(code)).toSorted()
  }

  /** The nonces that a ping or a signature brings a peer: none while the peer reports enough. */
  advertised(peer: string): Nonce[] {
    const seen = new Set(this.recognized(peer))
    if (seen.size >= FEW) return []
    const nonces = this.#filled(peer, TARGET).filter(({ code }) => !seen.has(code))
    return nonces.slice(0, TARGET - seen.size)
  }

  /** All nonces for a peer: a joining member gets them, and sends them. */
  all(peer: string): Nonce[] {
    return this.#filled(peer, CAPACITY)
  }

  /** Takes in a peer's ping, in the order of the description. */
  take(peer: string, ping: BetaPing): void {
    const one = this.#of(peer)
    this.#reconcile(one, ping.nonce_pool_generation)
    if (ping.recognized_peer_nonce_codes !== null) {
      const live = new Set(ping.recognized_peer_nonce_codes)
      for (const { code } of ping.advertised_nonces) live.add(code)
      one.held = one.held.filter(({ code }) => live.has(code))
    }
    this.store(peer, ping.advertised_nonces)
    one.reported = [...ping.held_peer_nonce_codes]
  }

  /** Stores nonces of a peer that are not held yet, as far as there is room. */
  store(peer: string, nonces: readonly Nonce[]): void {
    const { held } = this.#of(peer)
    for (const nonce of nonces) {
      if (held.length >= CAPACITY) return
      if (!held.some(({ code }) => code === nonce.code)) held.push(nonce)
    }
  }

  /** Takes out the newest of a peer's nonces. */
  takeNewest(peer: string): Nonce | undefined {
    return this.#of(peer).held.pop()
  }

  /** Takes out our nonces for good; null, and none is taken out, if the peer may not use one of them. */
  spend(peer: string, codes: readonly string[]): SecretNonce[] | null {
    const one = this.#of(peer)
    const spent = codes.map((code) => one.unspent.find((nonce) => nonce.code === code))
    if (!spent.every((nonce) => nonce !== undefined)) return null
    one.unspent = one.unspent.filter(({ code }) => !codes.includes(code))
    return spent
  }

  #reconcile(one: PeerState, received: string): void {
    if (received === UNKNOWN_GENERATION) return
    if (one.generation !== UNKNOWN_GENERATION && one.generation !== received) one.held = []
    one.generation = received
  }

  /** Fills up to this many. @returns all that the peer may use, sorted, without secrets */
  #filled(peer: string, count: number): Nonce[] {
    const one = this.#of(peer)
    while (one.unspent.length < count) one.unspent.push(generateNonce(this.#seckey))
    return one.unspent
      .map(({ binder_pn, hidden_pn, code }) => ({ binder_pn, hidden_pn, code }))
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  }

  #of(peer: string): PeerState {
    const known = this.#peers.get(peer)
    if (known) return known
    const fresh: PeerState = {
      unspent: [],
      held: [],
      reported: [],
      generation: UNKNOWN_GENERATION,
    }
    this.#peers.set(peer, fresh)
    return fresh
  }
}

import { request } from '#contract/codes.ts'
import { PING_TIMEOUT } from '#contract/limits.ts'
import { several } from '#contract/message.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Permit } from '#policy/engine.ts'
import type { EcdhOperation, ExchangeOptions, ExchangeOutcome } from '../ecdh/shared-secrets.ts'
import { type Failure, invalid } from '../failure.ts'
import {
  allows,
  isV1Blocked,
  type Operation,
  type PeerBook,
  type PeerEntry,
  refusesIn,
} from '../peers/peers.ts'
import type { V1Policy } from '../peers/v1-policy.ts'
import type { Protocol } from '../protocol.ts'
import type { V2Protocol } from '../v2/protocol.ts'
import type { BatchOutcome, SignQueueOptions } from './sign-queue.ts'

/** How long peers have in 2026 if 1.x can step in. Milliseconds. */
const TIMEOUT_WITH_FALLBACK = 2_500

/** How long a peer heard in 1.x may take to be heard in 2026 as well. Milliseconds. */
const V2_GRACE = 500

export interface ProtocolChooserOptions {
  /** Null when the credentials are of 2026. */
  v1: Protocol | null
  /** Null when it is off. */
  v2: V2Protocol | null
  peers: PeerBook
  /** How many peers a signature needs. */
  need: number
  v1Policy: V1Policy
  /** Never rejects. */
  ping(peer: PeerEntry): Promise<unknown>
  /** Too few peers are online for a request. */
  onTooFew(): void
  /** Unix milliseconds. */
  now: () => number
}

/** A request that can be made in either protocol. */
interface Request<T> {
  operation: Operation
  canUseV2: boolean
  inV1(v1: Protocol): Promise<T | Failure>
  inV2(v2: V2Protocol): Promise<T | Failure>
}

/**
 * Chooses the protocol for each request: 2026 if enough online peers speak it, otherwise 1.x. When peers do
 * not answer in 2026, the request is repeated in 1.x if enough peers speak that. Nothing here rejects.
 */
export class ProtocolChooser {
  readonly #options: ProtocolChooserOptions

  constructor(options: ProtocolChooserOptions) {
    this.#options = options
  }

  /** As in `SignQueueOptions`. Tweaks exist only in 1.x: either all vectors have some, or none has. */
  readonly sign: SignQueueOptions['signBatch'] = async (permit, vectors, options) => {
    const { v1, v2 } = this.#options
    if (vectors.some((vector) => vector.length > 1)) {
      const usable = this.#v1
      const blocked = this.#blockedFromV1('sign')
      if (usable !== null && !this.#isSpoken('1.x', 'sign') && blocked.length > 0) {
        return invalid(request.tweaksKeptFrom1x(blocked))
      }
      if (usable !== null) return usable.sign(permit, vectors, options)
      return invalid(v1 === null ? request.tweaksUnknown : request.tweaksRefused)
    }
    const unmet = await this.#prepare('sign')
    if (unmet !== null) return unmet
    return this.#ask<Extract<BatchOutcome, { ok: true }>>({
      operation: 'sign',
      canUseV2: v2?.canSign() === true,
      inV2: (protocol) =>
        protocol.sign(permit, vectors, {
          ...options,
          ...(this.#canFallBack('sign') && { timeout: TIMEOUT_WITH_FALLBACK }),
        }),
      inV1: (protocol) => protocol.sign(permit, vectors, options),
    })
  }

  readonly exchange = async (
    permit: Permit<EcdhOperation>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome> => {
    const { v2 } = this.#options
    const unmet = await this.#prepare('ecdh')
    if (unmet !== null) return unmet
    return this.#ask({
      operation: 'ecdh',
      canUseV2: v2?.canExchange() === true,
      inV2: (protocol) => protocol.exchange(permit, publicKey),
      inV1: (protocol) => protocol.exchange(permit, publicKey, options),
    })
  }

  async #ask<T extends { ok: true }>(asked: Request<T>): Promise<T | Failure> {
    const outcome = await this.#askInTurn(asked)
    // Only silence may mean that the owner should allow 1.x again; other failures are reported as they are.
    if (outcome.ok || outcome.code !== 'timeout') return outcome
    const blocked = this.#blockedFromV1(asked.operation)
    if (blocked.length === 0) return outcome
    return { ...outcome, why: several('. ', [outcome.why, request.keptFrom1x(blocked)]) }
  }

  async #askInTurn<T extends { ok: true }>(asked: Request<T>): Promise<T | Failure> {
    const { operation, canUseV2, inV1, inV2 } = asked
    const { v2 } = this.#options
    const v1 = this.#v1
    if (v1 === null) return v2 === null ? invalid(request.firstGenerationRefused) : inV2(v2)
    if (v2 === null) return inV1(v1)
    if (!canUseV2) {
      const speakOnlyV2 = () =>
        this.#isSpoken('2026', operation) && !this.#isSpoken('1.x', operation)
      if (speakOnlyV2() || !this.#areEnoughForV1(operation)) return inV2(v2)
      const outcome = await inV1(v1)
      // Peers that were heard in 2026 meanwhile no longer answer in 1.x.
      return !outcome.ok && outcome.code === 'timeout' && speakOnlyV2() ? inV2(v2) : outcome
    }
    const outcome = await inV2(v2)
    const isFinal = outcome.ok || outcome.code === 'invalid' || outcome.code === 'stopped'
    if (isFinal || !this.#canFallBack(operation)) return outcome
    const fallback = await inV1(v1)
    // If a person has to answer, say so, or the caller might repeat the request and ask that person again.
    const isWithPerson = outcome.code === 'declined' || outcome.code === 'unanswered'
    return !fallback.ok && isWithPerson ? outcome : fallback
  }

  /** Short names of the peers that are not asked in 1.x because they were heard in 2026. */
  #blockedFromV1(operation: Operation): string[] {
    if (this.#v1 === null) return []
    return this.#options.peers.all
      .filter((peer) => isV1Blocked(peer) && allows(peer.policy, `send.${operation}`))
      .map(({ pubkey }) => pubkey.slice(0, 8))
  }

  /** 1.x, if the credentials have it and the owner does not refuse it. */
  get #v1(): Protocol | null {
    const { v1, v1Policy } = this.#options
    return v1Policy.isRefused ? null : v1
  }

  /** Whether enough peers may be asked in 1.x, online or not. */
  #areEnoughForV1(operation: Operation): boolean {
    const { peers, need } = this.#options
    const askable = peers.all.filter(
      (peer) => !isV1Blocked(peer) && allows(peer.policy, `send.${operation}`),
    )
    return askable.length >= need
  }

  #canFallBack(operation: Operation): boolean {
    return this.#v1 !== null && this.#isSpoken('1.x', operation)
  }

  /**
   * Learns what peers speak and, if only 2026 is left, waits until enough of them speak it. Returns the
   * failure when they don't.
   */
  async #prepare(operation: Operation): Promise<Failure | null> {
    const { v2, peers, need, onTooFew } = this.#options
    if (peers.online < need) onTooFew()
    if (v2 === null || need === 0) return null
    if (this.#v1 === null) return v2.awaitEnough(operation)
    await this.#learnProtocols(operation)
    return null
  }

  /**
   * Right after a start, pings the peers to learn what they speak: a slow peer of 2026 that is asked in 1.x
   * would not answer. A peer that answers in 1.x gets a moment more, because its answer in 2026 takes longer.
   */
  async #learnProtocols(operation: Operation): Promise<void> {
    const { peers, ping, now } = this.#options
    const isKnown = () =>
      this.#isSpoken('2026', operation) ||
      (this.#isSpoken('1.x', operation) && !peers.all.some((peer) => graceOf(peer, now()) > 0))
    const unknown = peers.all.filter(({ status }) => status === 'unknown')
    if (isKnown() || (unknown.length === 0 && !this.#isSpoken('1.x', operation))) return
    let areAllPinged = false
    void Promise.all(unknown.map(ping)).then(() => {
      areAllPinged = true
      peers.changes.notify()
    })
    const deadline = performance.now() + PING_TIMEOUT
    while (!isKnown() && performance.now() < deadline) {
      if (areAllPinged && !this.#isSpoken('1.x', operation)) return
      const grace = Math.max(...peers.all.map((peer) => graceOf(peer, now())))
      const left = deadline - performance.now()
      await peers.changes.next(grace > 0 ? Math.min(left, grace) : left)
    }
  }

  /** Whether enough online peers speak a protocol, may be asked, and would answer. */
  #isSpoken(protocol: ProtocolName, operation: Operation): boolean {
    const { peers, need } = this.#options
    const speakers = peers.all.filter(
      (peer) =>
        peer.status === 'online' &&
        allows(peer.policy, `send.${operation}`) &&
        peer.protocols.has(protocol) &&
        !(protocol === '1.x' && isV1Blocked(peer)) &&
        !refuses(peer, protocol, operation),
    )
    return speakers.length >= need
  }
}

/** A peer that refuses in 2026 also refuses in 1.x, but not the other way round. */
const refuses = (peer: PeerEntry, protocol: ProtocolName, operation: Operation): boolean =>
  protocol === '1.x'
    ? [...peer.protocols.keys()].some((name) => refusesIn(peer, name, operation))
    : refusesIn(peer, protocol, operation)

/** How much longer a peer that was just heard in 1.x for the first time may take to be heard in 2026. */
const graceOf = ({ protocols }: PeerEntry, now: number): number => {
  const v1 = protocols.get('1.x')
  return v1 === undefined || protocols.has('2026') ? 0 : v1.firstHeard + V2_GRACE - now
}

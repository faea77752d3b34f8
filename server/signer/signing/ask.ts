import { PING_TIMEOUT } from '#contract/limits.ts'
import { request } from '#contract/messages.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { Permit } from '#policy/engine.ts'
import type { SighashVector } from '#protocol/v1/messages.ts'
import type { ExchangeOptions, ExchangeOutcome } from '../ecdh/exchanges.ts'
import type { KeyUse } from '../ecdh/key-use.ts'
import type { Failure } from '../failure.ts'
import {
  allows,
  isKeptFrom1x,
  type Operation,
  type PeerBook,
  type PeerEntry,
  refusesIn,
} from '../peers/peers.ts'
import type { FirstGeneration } from '../peers/v1-warning.ts'
import type { Protocol, SignOptions } from '../protocol.ts'
import type { V2Protocol } from '../v2/protocol.ts'
import type { BatchOutcome } from './sign-queue.ts'

/** How long the newer generation gets if the older one can step in. Milliseconds. */
const WITH_FALLBACK = 2_500

/** How long a peer heard in 1.x may take to be heard in 2026 as well. Milliseconds. */
const GRACE = 500

export interface AskerOptions {
  /** Null when the credentials lack what it needs. */
  v1: Protocol | null
  /** Null when it is off. */
  v2: V2Protocol | null
  peers: PeerBook
  /** How many peers a signature needs. */
  need: number
  firstGeneration: FirstGeneration
  /** Pings a peer; never rejects. */
  ping(peer: PeerEntry): Promise<unknown>
  /** Called when too few peers are online for a request. */
  onTooFew(): void
  /** Unix milliseconds. */
  now: () => number
}

/** How to ask for one thing in either generation. */
interface Ways<T> {
  operation: Operation
  v2Can: boolean
  inGen2(v2: V2Protocol): Promise<T | Failure>
  inGen1(v1: Protocol): Promise<T | Failure>
  /** Whether a failure in the newer generation is final, whatever the older one could do. */
  isFinal(failure: Failure): boolean
}

/**
 * Decides in which generation to ask: the newest that enough online peers share, otherwise 1.x.
 * When peers that should have answered did not, 1.x steps in if enough peers speak it. Nothing here
 * rejects.
 */
export class Asker {
  readonly #options: AskerOptions

  constructor(options: AskerOptions) {
    this.#options = options
  }

  /**
   * @param vectors all with tweaks, which exist only in 1.x, or all without
   * @param events whose ids they are; null for bare hashes. 1.x does not send them
   * @param onSigned as in `SignOptions`
   */
  async sign(
    permit: Permit<'sign'>,
    vectors: SighashVector[],
    events: readonly string[] | null = null,
    onSigned?: SignOptions['onSigned'],
  ): Promise<BatchOutcome> {
    const { v1, v2 } = this.#options
    if (vectors.some((vector) => vector.length > 1)) {
      const older = this.#older
      const kept = this.#keptFrom1x('sign')
      if (older !== null && !this.#isSpoken('1.x', 'sign') && kept.length > 0) {
        return refused(request.tweaksKeptFrom1x(kept))
      }
      if (older !== null) return older.sign(permit, vectors, { onSigned })
      return refused(v1 === null ? request.tweaksUnknown : request.tweaksRefused)
    }
    const unmet = await this.#meet('sign')
    if (unmet !== null) return unmet
    return this.#ask<Extract<BatchOutcome, { ok: true }>>({
      operation: 'sign',
      v2Can: v2?.canSign() === true,
      inGen2: (ask) =>
        ask.sign(permit, vectors, {
          ...{ events, onSigned },
          ...(this.#canFallBack('sign') && { timeout: WITH_FALLBACK }),
        }),
      inGen1: (ask) => ask.sign(permit, vectors, { onSigned }),
      isFinal: ({ code }) => code === 'invalid' || code === 'stopped',
    })
  }

  async exchange(
    permit: Permit<KeyUse>,
    publicKey: string,
    options: ExchangeOptions,
  ): Promise<ExchangeOutcome> {
    const { v2 } = this.#options
    const unmet = await this.#meet('ecdh')
    if (unmet !== null) return unmet
    return this.#ask({
      operation: 'ecdh',
      v2Can: v2?.canExchange() === true,
      inGen2: (ask) => ask.exchange(permit, publicKey, options),
      inGen1: (ask) => ask.exchange(permit, publicKey, options),
      isFinal: ({ code }) => code === 'invalid' || code === 'stopped',
    })
  }

  async #ask<T extends { ok: true }>({
    operation,
    v2Can,
    inGen2,
    inGen1,
    isFinal,
  }: Ways<T>): Promise<T | Failure> {
    const outcome = await this.#askInTurn({ operation, v2Can, inGen2, inGen1, isFinal })
    // A refusal or a failing disk is reported as it is: only silence may be meant to lead back.
    if (outcome.ok || outcome.code !== 'timeout') return outcome
    const kept = this.#keptFrom1x(operation)
    if (kept.length === 0) return outcome
    return { ...outcome, reason: `${outcome.reason}. ${request.keptFrom1x(kept)}` }
  }

  async #askInTurn<T extends { ok: true }>({
    operation,
    v2Can,
    inGen2,
    inGen1,
    isFinal,
  }: Ways<T>): Promise<T | Failure> {
    const { v2 } = this.#options
    const older = this.#older
    if (older === null) {
      return v2 === null ? refused(request.firstGenerationRefused) : inGen2(v2)
    }
    if (v2 === null) return inGen1(older)
    if (!v2Can) {
      const onlyGen2 = () => this.#isSpoken('2026', operation) && !this.#isSpoken('1.x', operation)
      if (onlyGen2() || !this.#hasFor1x(operation)) return inGen2(v2)
      const outcome = await inGen1(older)
      // They were heard in 2026 meanwhile, and don't answer in 1.x for it.
      return !outcome.ok && outcome.code === 'timeout' && onlyGen2() ? inGen2(v2) : outcome
    }
    const outcome = await inGen2(v2)
    if (outcome.ok || isFinal(outcome) || !this.#canFallBack(operation)) return outcome
    const stepIn = await inGen1(older)
    // Nobody is to take the silence of others for a reason to ask that person again.
    return !stepIn.ok && isWithPerson(outcome) ? outcome : stepIn
  }

  /** Those that could have been asked in 1.x if they had not been heard in 2026. */
  #keptFrom1x(operation: Operation): string[] {
    if (this.#older === null) return []
    return this.#options.peers.all
      .filter((peer) => isKeptFrom1x(peer) && allows(peer.policy, `send.${operation}`))
      .map(({ pubkey }) => pubkey.slice(0, 8))
  }

  /** 1.x, if we have it and ask in it. */
  get #older(): Protocol | null {
    const { v1, firstGeneration } = this.#options
    return firstGeneration.isRefused ? null : v1
  }

  /** Whether enough peers may be asked in 1.x at all, whoever is online. */
  #hasFor1x(operation: Operation): boolean {
    const { peers, need } = this.#options
    const willing = peers.all.filter(
      (peer) => !isKeptFrom1x(peer) && allows(peer.policy, `send.${operation}`),
    )
    return willing.length >= need
  }

  #canFallBack(operation: Operation): boolean {
    return this.#older !== null && this.#isSpoken('1.x', operation)
  }

  /**
   * The preparation for any request: learn what peers speak and, if only 2026 is left, wait until
   * enough of them speak it. Returns the failure when they don't.
   */
  async #meet(operation: Operation): Promise<Failure | null> {
    const { v2, peers, need, onTooFew } = this.#options
    if (peers.online < need) onTooFew()
    if (v2 === null || need === 0) return null
    if (this.#older === null) return v2.awaitEnough(operation)
    await this.#learnGenerations(operation)
    return null
  }

  /**
   * Right after a start, nobody's generations are known: a ping tells, and is waited for as any is. Asked
   * in 1.x before, a slow peer of 2026 would not answer. A peer that answers in 1.x gets a moment
   * more: its answer in 2026 takes longer to make, and once it is heard there, it gets nothing in 1.x.
   */
  async #learnGenerations(operation: Operation): Promise<void> {
    const { peers, ping, now } = this.#options
    const isKnown = () =>
      this.#isSpoken('2026', operation) ||
      (this.#isSpoken('1.x', operation) && !peers.all.some((peer) => graceOf(peer, now()) > 0))
    const strangers = peers.all.filter(({ status }) => status === 'unknown')
    if (isKnown() || (strangers.length === 0 && !this.#isSpoken('1.x', operation))) return
    let isOver = false
    void Promise.all(strangers.map(ping)).then(() => {
      isOver = true
      peers.changes.notify()
    })
    const deadline = performance.now() + PING_TIMEOUT
    while (!isKnown() && performance.now() < deadline) {
      if (isOver && !this.#isSpoken('1.x', operation)) return
      const grace = Math.max(...peers.all.map((peer) => graceOf(peer, now())))
      const left = deadline - performance.now()
      await peers.changes.next(grace > 0 ? Math.min(left, grace) : left)
    }
  }

  /** Whether enough peers that are online, may be asked and would answer speak a generation. */
  #isSpoken(generation: ProtocolName, operation: Operation): boolean {
    const { peers, need } = this.#options
    const speakers = peers.all.filter(
      (peer) =>
        peer.status === 'online' &&
        allows(peer.policy, `send.${operation}`) &&
        peer.dialects.has(generation) &&
        !(generation === '1.x' && isKeptFrom1x(peer)) &&
        !refuses(peer, generation, operation),
    )
    return speakers.length >= need
  }
}

/** A peer that refuses in the newer generation also refuses in 1.x, but not the other way round. */
const refuses = (peer: PeerEntry, generation: ProtocolName, operation: Operation): boolean =>
  generation === '1.x'
    ? [...peer.dialects.keys()].some((name) => refusesIn(peer, name, operation))
    : refusesIn(peer, generation, operation)

/** How much longer a peer that was just heard for the first time, in 1.x, may be heard in 2026. */
const graceOf = ({ dialects }: PeerEntry, now: number): number => {
  const older = dialects.get('1.x')
  return older === undefined || dialects.has('2026') ? 0 : older.firstHeard + GRACE - now
}

/** Whether it failed because of the person at a peer. */
const isWithPerson = ({ code }: Failure): boolean => code === 'declined' || code === 'unanswered'

const refused = (reason: string): Failure => ({ ok: false, reason, code: 'invalid' })

import type { GenerationName } from '../contract/generations.ts'
import { request } from '../contract/messages.ts'
import type { SighashVector } from '../frostr/v1/messages.ts'
import type { ExchangeOutcome } from './exchanges.ts'
import type { Failure } from './failure.ts'
import type { FirstGeneration } from './first-generation.ts'
import type { Generation } from './generation.ts'
import type { NextGeneration } from './next/generation.ts'
import { allows, type Operation, type PeerBook, type PeerEntry } from './peers.ts'
import type { BatchOutcome } from './sign-queue.ts'

/** How long the newer generation gets where the older one can step in. Milliseconds. */
const WITH_FALLBACK = 2_500

/** How long it is waited for what peers speak, of whom nothing was heard. Milliseconds. */
const ACQUAINTANCE = 1_500

export interface AskingOptions {
  /** Null when the credentials have none of what it needs. */
  v1: Generation | null
  /** Null when it is off. */
  next: NextGeneration | null
  peers: PeerBook
  /** How many peers a signature takes. */
  need: number
  firstGeneration: FirstGeneration
  /** Pings a peer; never rejects. */
  ping(peer: PeerEntry): Promise<unknown>
}

/** How one thing is asked for in either generation. */
interface Ways<T> {
  operation: Operation
  nextCan: boolean
  inNext(next: NextGeneration): Promise<T | Failure>
  inV1(v1: Generation): Promise<T | Failure>
  /** Whether a failure in the newer generation stands, whatever the older one could do. */
  isFinal(failure: Failure): boolean
}

/**
 * In which generation something is asked for: the newest that enough online peers share, else 1.x.
 * When peers that should have answered did not, 1.x steps in where enough peers speak it. Nothing
 * here rejects.
 */
export class Asking {
  readonly #options: AskingOptions

  constructor(options: AskingOptions) {
    this.#options = options
  }

  /**
   * @param vectors all with tweaks, which exist in 1.x alone, or all without
   * @param events what each is the id of; null when they are hashes alone. 1.x says nothing of it
   */
  async sign(
    vectors: SighashVector[],
    events: readonly string[] | null = null,
  ): Promise<BatchOutcome> {
    const { v1, next } = this.#options
    if (vectors.some((vector) => vector.length > 1)) {
      const older = this.#older
      if (older !== null) return older.sign(vectors)
      return refused(v1 === null ? request.tweaksUnknown : request.tweaksRefused)
    }
    await this.#meet('sign')
    return this.#ask({
      operation: 'sign',
      nextCan: next?.canSign() === true,
      inNext: (ask) =>
        ask.sign(vectors, { events, ...(this.#canFallBack('sign') && { timeout: WITH_FALLBACK }) }),
      inV1: (ask) => ask.sign(vectors),
      isFinal: ({ code }) => code === 'invalid' || code === 'stopped',
    })
  }

  async exchange(publicKey: string, avoid: ReadonlySet<string>): Promise<ExchangeOutcome> {
    const { next } = this.#options
    await this.#meet('ecdh')
    return this.#ask({
      operation: 'ecdh',
      nextCan: next?.canExchange() === true,
      inNext: (ask) => ask.exchange(publicKey, avoid),
      inV1: (ask) => ask.exchange(publicKey, avoid),
      // Where peers contradict each other, to ask one of them alone would settle nothing.
      isFinal: ({ code }) => code !== 'timeout',
    })
  }

  async #ask<T extends { ok: true }>({
    operation,
    nextCan,
    inNext,
    inV1,
    isFinal,
  }: Ways<T>): Promise<T | Failure> {
    const { next } = this.#options
    const older = this.#older
    if (older === null) {
      if (next === null) return refused(request.firstGenerationRefused)
      return (await next.meet(operation)) ?? inNext(next)
    }
    if (next === null) return inV1(older)
    if (!nextCan) {
      const onlyNext = this.#isSpoken('2026', operation) && !this.#isSpoken('1.x', operation)
      return onlyNext ? inNext(next) : inV1(older)
    }
    const outcome = await inNext(next)
    return outcome.ok || isFinal(outcome) || !this.#canFallBack(operation) ? outcome : inV1(older)
  }

  /** 1.x, where we have it and ask for something in it. */
  get #older(): Generation | null {
    const { v1, firstGeneration } = this.#options
    return firstGeneration.isRefused ? null : v1
  }

  #canFallBack(operation: Operation): boolean {
    return this.#older !== null && this.#isSpoken('1.x', operation)
  }

  /** Right after a start it is not known what anyone speaks: a ping tells. */
  #meet(operation: Operation): Promise<void> | undefined {
    const { next, peers, need, ping } = this.#options
    const isKnown = () => this.#isSpoken('2026', operation) || this.#isSpoken('1.x', operation)
    const strangers = peers.all.filter(({ status }) => status === 'unknown')
    if (next === null || need === 0 || strangers.length === 0 || isKnown()) return undefined
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ACQUAINTANCE)
      const settle = () => {
        clearTimeout(timer)
        resolve()
      }
      const pings = strangers.map((peer) => ping(peer).then(() => isKnown() && settle()))
      void Promise.all(pings).then(settle)
    })
  }

  /** Whether enough peers that are online, may be asked and would answer speak a generation. */
  #isSpoken(generation: GenerationName, operation: Operation): boolean {
    const { peers, need } = this.#options
    const speakers = peers.all.filter(
      (peer) =>
        peer.status === 'online' &&
        allows(peer.policy, `send.${operation}`) &&
        peer.dialects.has(generation) &&
        !refuses(peer, generation, operation),
    )
    return speakers.length >= need
  }
}

/** Who refuses in the newer generation does so in 1.x; not so the other way round. */
const refuses = (
  { dialects }: PeerEntry,
  generation: GenerationName,
  operation: Operation,
): boolean =>
  generation === '1.x'
    ? [...dialects.values()].some(({ policy }) => policy?.[operation].recv === false)
    : dialects.get(generation)?.policy?.[operation].recv === false

const refused = (reason: string): Failure => ({ ok: false, reason, code: 'invalid' })

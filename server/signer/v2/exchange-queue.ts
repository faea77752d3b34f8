import type { Permit } from '#policy/engine.ts'
import { ofOneKey } from '../ecdh/key-exchange.ts'
import type { EcdhOperation, ExchangeOutcome } from '../ecdh/shared-secrets.ts'
import type { FailureCode } from '../failure.ts'
import {
  EXCHANGE_KEYS_MAX,
  EXCHANGE_REQUESTS_AT_ONCE,
  EXCHANGES_ALONE_AT_ONCE,
  KEY_BATCHES_AGAIN,
} from '../limits.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { speakers, willing } from './candidates.ts'
import type { V2Context } from './context.ts'
import { exchange } from './exchange.ts'
import { aboutKey } from './persons.ts'

interface Waiting {
  permit: Permit<EcdhOperation>
  /** X-only. */
  key: string
  settle(outcome: ExchangeOutcome): void
}

/** Failures after which the keys are not tried one by one: a person would be asked about each key. */
const FINAL: ReadonlySet<FailureCode> = new Set(['stopped', 'declined', 'unanswered'])

/**
 * Key exchanges with peers. While few are running, each is sent at once in a request of its own. Further
 * ones wait and are sent as one batch: relays accept few messages, and a message costs both sides more
 * than a key. Only peers that have answered for several keys before get batches. Others get single keys,
 * and only a few at a time: a peer with more requests than it can answer in time answers nothing, not
 * even pings. If a batch fails, its keys are asked for one by one.
 */
export class ExchangeQueue {
  readonly #context: V2Context
  #waiting: Waiting[] = []
  /** Requests, not keys. */
  #running = 0

  constructor(context: V2Context) {
    this.#context = context
  }

  /** @param key x-only. Never rejects */
  exchange(permit: Permit<EcdhOperation>, key: string): Promise<ExchangeOutcome> {
    return new Promise((settle) => {
      this.#waiting.push({ permit, key, settle })
      this.#sendNext()
    })
  }

  /** Sends what may be sent now. */
  #sendNext(): void {
    while (this.#waiting.length > 0) {
      const batchPeers = this.#batchPeers()
      const atOnce = batchPeers === null ? EXCHANGES_ALONE_AT_ONCE : EXCHANGE_REQUESTS_AT_ONCE
      if (this.#running >= atOnce) return
      const batch = this.#nextBatch(batchPeers === null ? 1 : EXCHANGE_KEYS_MAX)
      void this.#count(this.#exchangeBatch(batch), { isSingle: batchPeers === null })
    }
  }

  /**
   * Counts a request as running until it ends, or for a limited time: the whole timeout for a batch, half of
   * it for a single key. After that it only waits for a peer's owner, and others need not wait for it.
   */
  async #count(request: Promise<void>, { isSingle }: { isSingle: boolean }): Promise<void> {
    this.#running += 1
    const isOver = Promise.withResolvers<void>()
    const { requestTimeout } = this.#context
    const timer = setTimeout(isOver.resolve, isSingle ? requestTimeout / 2 : requestTimeout)
    await Promise.race([request, isOver.promise])
    clearTimeout(timer)
    this.#running -= 1
    this.#sendNext()
  }

  /**
   * Takes the next keys for one request. They have the same stop signal, so that a stop ends all of them or
   * none; and keys about which a person is being asked are kept apart, because they would delay the others.
   */
  #nextBatch(most: number): Waiting[] {
    const [first] = this.#waiting
    const signal = first?.permit.signal
    const isAsked = first !== undefined && this.#isAsked(first)
    const batch = new Map<string, Waiting>()
    const left: Waiting[] = []
    for (const one of this.#waiting) {
      const isAlike = one.permit.signal === signal && this.#isAsked(one) === isAsked
      const fits = isAlike && batch.size < most
      if (fits && !batch.has(one.key)) batch.set(one.key, one)
      else left.push(one)
    }
    this.#waiting = left
    return [...batch.values()]
  }

  /**
   * Settles all keys of a batch, or queues them again.
   *
   * @param isRetry keys that peers answer only one by one were removed from it
   */
  async #exchangeBatch(waiting: readonly Waiting[], isRetry = false): Promise<void> {
    const [first, ...more] = waiting
    const peers = this.#batchPeers()
    if (first === undefined || more.length === 0 || peers === null) return this.#oneByOne(waiting)
    const apart = new Set<string>()
    const outcome = await exchange(this.#context, first.permit, {
      keys: waiting.map(({ key }) => key),
      peers,
      isTrial: true,
      onApart: (keys) => {
        for (const key of keys) apart.add(key)
      },
    })
    if (outcome.ok) {
      for (const [at, { settle }] of waiting.entries()) settle(ofOneKey(outcome, at))
      return
    }
    if (outcome.code !== undefined && FINAL.has(outcome.code)) {
      for (const { settle } of waiting) settle(outcome)
      return
    }
    const others = waiting.filter(({ key }) => !apart.has(key))
    if (isRetry || others.length === waiting.length) {
      this.#pauseBatches(peers)
      this.#waiting.unshift(...waiting)
      // The request may no longer count as running, and then its end sends nothing.
      this.#sendNext()
      return
    }
    const oneByOne = this.#oneByOne(waiting.filter(({ key }) => apart.has(key)))
    await Promise.all([oneByOne, this.#exchangeBatch(others, true)])
  }

  async #oneByOne(waiting: readonly Waiting[]): Promise<void> {
    const peers = speakers(this.#context, 'ecdh')
    await Promise.all(
      waiting.map(async ({ permit, key, settle }) =>
        settle(ofOneKey(await exchange(this.#context, permit, { keys: [key], peers }))),
      ),
    )
  }

  /** Whether the person at a peer is being asked about a key. */
  #isAsked({ key }: Waiting): boolean {
    const { peers, persons } = this.#context
    return peers.all.some((peer) => persons.isAskedFor(peer, [aboutKey(key)]))
  }

  /** The peers that may get batches; null when they are too few. */
  #batchPeers(): PeerEntry[] | null {
    const { group, untrusted, now } = this.#context
    const batchPeers = willing(this.#context, 'ecdh').filter(({ xonly, protocols }) => {
      const since = protocols.get('2026')?.takesKeysSince
      return since !== undefined && since <= now() && !untrusted.peers.has(xonly)
    })
    const need = group.threshold - 1
    return need === 0 || batchPeers.length < need ? null : batchPeers
  }

  /** Sends these peers no batches for a while. */
  #pauseBatches(peers: readonly PeerEntry[]): void {
    for (const { protocols } of peers) {
      const state = protocols.get('2026')
      if (state) state.takesKeysSince = this.#context.now() + KEY_BATCHES_AGAIN
    }
  }
}

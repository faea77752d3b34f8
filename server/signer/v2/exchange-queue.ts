import type { Permit } from '#policy/engine.ts'
import type { EcdhOperation, ExchangeOutcome } from '../ecdh/shared-secrets.ts'
import type { FailureCode } from '../failure.ts'
import {
  EXCHANGE_KEYS_MAX,
  EXCHANGE_REQUESTS_AT_ONCE,
  EXCHANGES_ALONE_AT_ONCE,
  KEYS_TOGETHER_AGAIN,
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

/** What is not tried in another way: one by one, a person would be asked once for each key. */
const FINAL: ReadonlySet<FailureCode> = new Set(['stopped', 'declined', 'unanswered'])

/**
 * Key exchanges with peers. As long as few are under way, each goes by itself, at once. Those that come
 * in crowds wait until one of them is answered, and then go out in one request: relays take few
 * messages, and a message costs either side more than a key. That takes peers that have answered for
 * several keys before. Others are asked for one key at a time, and for few at once: whoever is asked for
 * more than it can answer in time answers nothing in time, no ping either. Whatever comes of it, a key
 * is never worse off than by itself: what can't be done together is done one by one.
 */
export class ExchangeQueue {
  readonly #context: V2Context
  #waiting: Waiting[] = []
  /** Requests, not keys. */
  #underWay = 0

  constructor(context: V2Context) {
    this.#context = context
  }

  /** @param key x-only. Never rejects */
  exchange(permit: Permit<EcdhOperation>, key: string): Promise<ExchangeOutcome> {
    return new Promise((settle) => {
      this.#waiting.push({ permit, key, settle })
      this.#go()
    })
  }

  /** Sends what may be sent now. */
  #go(): void {
    while (this.#waiting.length > 0) {
      const takers = this.#takers()
      const atOnce = takers === null ? EXCHANGES_ALONE_AT_ONCE : EXCHANGE_REQUESTS_AT_ONCE
      if (this.#underWay >= atOnce) return
      const taken = this.#take(takers === null ? 1 : EXCHANGE_KEYS_MAX)
      void this.#counted(this.#together(taken), { isAlone: takers === null })
    }
  }

  /**
   * A key alone that waits for a peer's owner counts for half its time only: others need not ask anybody. So does
   * a request for several that takes longer than anything but a person.
   */
  async #counted(request: Promise<void>, { isAlone }: { isAlone: boolean }): Promise<void> {
    this.#underWay += 1
    const enough = Promise.withResolvers<void>()
    const { requestTimeout } = this.#context
    const timer = setTimeout(enough.resolve, isAlone ? requestTimeout / 2 : requestTimeout)
    await Promise.race([request, enough.promise])
    clearTimeout(timer)
    this.#underWay -= 1
    this.#go()
  }

  /**
   * The next ones that can go together: a stop must end all of a request or none, and keys that a person is
   * asked for already must not hold back the others.
   */
  #take(most: number): Waiting[] {
    const [first] = this.#waiting
    const signal = first?.permit.signal
    const isAsked = first !== undefined && this.#isAsked(first)
    const taken = new Map<string, Waiting>()
    const left: Waiting[] = []
    for (const one of this.#waiting) {
      const isAlike = one.permit.signal === signal && this.#isAsked(one) === isAsked
      const fits = isAlike && taken.size < most
      if (fits && !taken.has(one.key)) taken.set(one.key, one)
      else left.push(one)
    }
    this.#waiting = left
    return [...taken.values()]
  }

  /**
   * Settles them all, or has them wait again.
   *
   * @param isAgain some that were among them were not answered with the others
   */
  async #together(waiting: readonly Waiting[], isAgain = false): Promise<void> {
    const [first, ...more] = waiting
    const peers = this.#takers()
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
      const { secrets, isProven } = outcome
      for (const [at, { settle }] of waiting.entries()) {
        settle({ ok: true, value: { secret: secrets[at] ?? '', isProven } })
      }
      return
    }
    if (outcome.code !== undefined && FINAL.has(outcome.code)) {
      for (const { settle } of waiting) settle(outcome)
      return
    }
    const others = waiting.filter(({ key }) => !apart.has(key))
    if (isAgain || others.length === waiting.length) {
      this.#sparePeers(peers)
      this.#waiting.unshift(...waiting)
      return
    }
    const oneByOne = this.#oneByOne(waiting.filter(({ key }) => apart.has(key)))
    await Promise.all([oneByOne, this.#together(others, true)])
  }

  async #oneByOne(waiting: readonly Waiting[]): Promise<void> {
    await Promise.all(
      waiting.map(async ({ permit, key, settle }) => settle(await this.#alone(permit, key))),
    )
  }

  async #alone(permit: Permit<EcdhOperation>, key: string): Promise<ExchangeOutcome> {
    const peers = speakers(this.#context, 'ecdh')
    const outcome = await exchange(this.#context, permit, { keys: [key], peers })
    if (!outcome.ok) return outcome
    const { secrets, isProven } = outcome
    return { ok: true, value: { secret: secrets[0] ?? '', isProven } }
  }

  /** Whether the person at a peer is asked for a key. */
  #isAsked({ key }: Waiting): boolean {
    const { peers, persons } = this.#context
    return peers.all.some((peer) => persons.isAskedFor(peer, [aboutKey(key)]))
  }

  /** The peers to ask for several keys; null when they are too few. */
  #takers(): PeerEntry[] | null {
    const { group, untrusted, now } = this.#context
    const takers = willing(this.#context, 'ecdh').filter(({ xonly, protocols }) => {
      const since = protocols.get('2026')?.takesKeysSince
      return since !== undefined && since <= now() && !untrusted.peers.has(xonly)
    })
    const need = group.threshold - 1
    return need === 0 || takers.length < need ? null : takers
  }

  /** Asks them for one key at a time, for a while. */
  #sparePeers(peers: readonly PeerEntry[]): void {
    for (const { protocols } of peers) {
      const dialect = protocols.get('2026')
      if (dialect) dialect.takesKeysSince = this.#context.now() + KEYS_TOGETHER_AGAIN
    }
  }
}

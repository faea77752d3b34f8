import { denial, type Message, type Nonce } from '#protocol/v2/messages.ts'

import { newHash } from './new-hash.ts'
import type { Heard, V2Rogue } from './v2-rogue.ts'
import { present } from './v2-vectors.ts'

/** Nonces: the most that such a device holds, how many it sends at once, and how many are few. */
const HELD_MAX = 100
const BATCH = 50
const FEW = 20

/**
 * A device that treats nonces as igloo-chrome 0.3.0 was seen to. Its pings are of version 1: they bring 50
 * new nonces once fewer than 20 are out, and never any that were sent before. It answers pings of version 2,
 * but reads nothing in them. It uses the oldest nonce it holds, and does not answer a request with a nonce
 * that it does not know. To a joining member it sends all that are unspent.
 */
export class PingOneDevice {
  readonly rogue: V2Rogue
  /** Floe's nonces that it holds, oldest first. */
  held: Nonce[] = []
  /** Codes of its own nonces that Floe may use. */
  readonly out = new Set<string>()
  /** Whether it is away and answers nothing. */
  isAway = false
  /** Whether it refuses members that ask to join. */
  joinsNobody = false
  readonly #floe: string

  constructor(rogue: V2Rogue, floe: string) {
    this.rogue = rogue
    this.#floe = floe
    rogue.conduct = (request) => (this.isAway ? null : this.#answer(request))
  }

  async ping(): Promise<void> {
    const { data } = await this.rogue.ask(this.#floe, {
      type: 'PingRequest',
      data: this.#pingData(),
    })
    this.#take(data.nonces ?? [])
  }

  /** Sends a request for a signature with the oldest nonce it holds; returns its id. */
  send(): string {
    const nonce = present(this.held.shift())
    const data = this.rogue.session(1, [nonce], [newHash()])
    return this.rogue.send(this.#floe, { type: 'SignRequest', data })
  }

  /** Takes in the nonces in the answers to these requests; returns how many answers were signatures. */
  collect(ids: readonly string[]): number {
    const answers = ids.flatMap((id) => this.rogue.answersTo(id).slice(0, 1))
    const signed = answers.filter(({ type }) => type === 'SignResponse')
    for (const { data } of signed) this.#take(data.replenish ?? [])
    return signed.length
  }

  /** Counts a batch of nonces as out that never arrives, as a relay may lose it. */
  sendsInVain(): void {
    this.#newNonces(BATCH)
  }

  #answer({ from, type, data }: Heard): Message | null {
    switch (type) {
      case 'PingRequest':
        if (data.version === 1) this.#take(data.nonces ?? [])
        return { type: 'PingResponse', data: this.#pingData() }
      case 'OnboardRequest': {
        if (this.joinsNobody) return { type: 'Error', data: denial('onboard') }
        this.#take(data.nonces)
        this.#newNonces(HELD_MAX - this.out.size)
        const nonces = [...this.out].map((code) => publicOf(present(this.rogue.own.get(code))))
        return { type: 'OnboardResponse', data: { group: this.rogue.group, nonces } }
      }
      case 'SignRequest': {
        const { idx } = this.rogue.share
        const set = data.nonces.find((one: { idx: number }) => one.idx === idx)
        const codes: string[] = set.entries.map(({ code }: Nonce) => code)
        if (from !== this.#floe || !codes.every((code) => this.out.delete(code))) return null
        const replenish = this.#batch()
        return { type: 'SignResponse', data: { ...this.rogue.partials(data), replenish } }
      }
      default:
        return null
    }
  }

  #pingData() {
    const policy_profile = this.rogue.profile(this.#floe)
    return { version: 1, nonces: this.#batch(), policy_profile } as const
  }

  #batch(): Nonce[] | null {
    return this.out.size < FEW ? this.#newNonces(BATCH) : null
  }

  #newNonces(count: number): Nonce[] {
    const nonces = this.rogue.newNonces(count)
    for (const { code } of nonces) this.out.add(code)
    return nonces
  }

  /** Takes in nonces. It does not remember which it has used. */
  #take(nonces: readonly Nonce[]): void {
    const known = new Set(this.held.map(({ code }) => code))
    const fresh = nonces.filter(({ code }) => !known.has(code))
    this.held = [...this.held, ...fresh].slice(0, HELD_MAX)
  }
}

const publicOf = ({ code, binder_pn, hidden_pn }: Nonce): Nonce => ({ code, binder_pn, hidden_pn })

import { NONCES_PER_PEER_MAX, NONCES_RESERVE, NONCES_TARGET } from '#protocol/limits.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import type { Nonce, Ping } from '#protocol/v2/messages.ts'
import { newHash } from './new-hash.ts'
import { V2Rogue } from './v2-rogue.ts'
import { present } from './v2-vectors.ts'

/** The result of one attempt to get a signature. */
export type Tried = 'signed' | 'refused' | 'silence' | 'too few nonces'

/**
 * A member that asks as devices of other makes do. It uses nonces first in, first out, holds no more than a
 * hundred and drops none unused. It asks for one hash a session, and any error ends the session.
 */
export class V2Device {
  readonly rogue: V2Rogue
  /** The x-only key of the member it asks. */
  readonly #peer: string
  readonly #pingVersion: 1 | 2
  #held: Nonce[] = []
  readonly #known = new Set<string>()
  /** The error with which it was last refused. */
  refusal: { code: string; message: string } | null = null

  /** @param pingVersion of its pings; it can't read pings of the other version */
  static async start(
    keyset: Keyset,
    idx: number,
    relay: string,
    { peer, pingVersion = 2 }: { peer: string; pingVersion?: 1 | 2 },
  ): Promise<V2Device> {
    return new V2Device(await V2Rogue.start(keyset, idx, relay), peer, pingVersion)
  }

  private constructor(rogue: V2Rogue, peer: string, pingVersion: 1 | 2) {
    this.rogue = rogue
    this.#peer = peer
    this.#pingVersion = pingVersion
    rogue.conduct = ({ type, data }, honest) => {
      if (type !== 'PingRequest') return honest()
      if (data.version !== pingVersion) return null
      this.#take(data)
      return { type: 'PingResponse', data: this.#pingData() }
    }
  }

  /** The codes of the nonces it holds. */
  get codes(): string[] {
    return this.#held.map(({ code }) => code)
  }

  /** Takes in new nonces, as long as there is room. */
  receive(nonces: readonly Nonce[]): void {
    for (const nonce of nonces) {
      if (this.#held.length >= NONCES_PER_PEER_MAX) return
      if (this.#known.has(nonce.code)) continue
      this.#known.add(nonce.code)
      this.#held.push(nonce)
    }
  }

  async ping(): Promise<void> {
    const message = { type: 'PingRequest', data: this.#pingData() } as const
    this.#take((await this.rogue.ask(this.#peer, message)).data)
  }

  #pingData(): Ping {
    const nonces = this.rogue.newNonces(NONCES_TARGET)
    return this.#pingVersion === 1
      ? { version: 1, nonces, policy_profile: this.rogue.profile(this.#peer) }
      : this.rogue.pingData(this.#peer, this.codes, nonces)
  }

  #take(ping: Ping): void {
    this.receive(ping.version === 1 ? (ping.nonces ?? []) : ping.advertised_nonces)
  }

  /**
   * Asks for one signature.
   *
   * @param patience how long it waits for an answer, in milliseconds
   */
  async sign(patience: number): Promise<Tried> {
    if (this.#held.length <= NONCES_RESERVE) return 'too few nonces'
    const nonce = present(this.#held.shift())
    const { idx } = present(this.rogue.group.members.find((m) => m.pubkey.slice(2) === this.#peer))
    const data = this.rogue.session(idx, [nonce], [newHash()])
    const answer = await this.rogue
      .ask(this.#peer, { type: 'SignRequest', data }, {}, patience)
      .catch(() => null)
    if (answer === null) return 'silence'
    if (answer.type === 'Error') {
      this.refusal = answer.data
      return 'refused'
    }
    this.receive(answer.data.replenish ?? [])
    return 'signed'
  }
}

import { NONCES_REFILL_BELOW } from '#protocol/limits.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import { OwnNonces, type OwnNoncesOptions } from './own-nonces.ts'
import { PeerNonces, type PeerNoncesOptions } from './peer-nonces.ts'

type NoncesOptions = Omit<OwnNoncesOptions & PeerNoncesOptions, 'peer' | 'onStale'>

/** The nonces between us and one peer, in both directions. */
export interface PairNonces {
  own: OwnNonces
  theirs: PeerNonces
}

/** The nonces between us and each peer. Every method throws when the store does. */
export class Nonces {
  readonly #options: NoncesOptions
  /** By x-only key. */
  readonly #pairs = new Map<string, PairNonces>()

  constructor(options: NoncesOptions) {
    this.#options = options
  }

  /**
   * Those of one peer. They are read again once the store turns out to have others, so callers don't keep them.
   *
   * @param peer x-only key
   */
  of(peer: string): PairNonces {
    const known = this.#pairs.get(peer)
    if (known !== undefined) return known
    const { store } = this.#options
    const [kept, keptOfPeer] = [store.unspent(peer), store.peerNonces(peer)]
    const options = { ...this.#options, peer, onStale: () => this.#pairs.delete(peer) }
    const pair = {
      own: new OwnNonces(kept, options),
      theirs: new PeerNonces(keptOfPeer, options),
    }
    this.#pairs.set(peer, pair)
    return pair
  }

  /** Accepts the nonces of a version 1 ping. */
  receiveVersion1(peer: string, nonces: readonly Nonce[]): void {
    if (nonces.length === 0) return
    const { own, theirs } = this.of(peer)
    // The peer does not know the nonces that we hold: they are lost, and its requests too.
    if (theirs.held >= NONCES_REFILL_BELOW) own.requestsLost()
    theirs.receiveVersion1(nonces)
  }

  /**
   * Drops the nonces of a peer that has not answered. In version 1 they stay, because the peer would never send
   * them again.
   *
   * @param unanswered as in `PeerNonces`
   */
  drop(peer: string, unanswered: Iterable<string> = []): void {
    const { own, theirs } = this.of(peer)
    theirs.drop(unanswered, { keepsHeld: own.speaksVersion1 })
  }

  /** Makes the peers' nonces that were stored as used ahead of time count as unused again. */
  rest(): void {
    for (const { theirs } of this.#pairs.values()) theirs.rest()
  }
}

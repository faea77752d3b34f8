import { ownerWarning } from '#contract/codes.ts'
import { SHARE_EXPOSED_BY } from '#contract/limits.ts'
import type { V1Mode } from '#contract/protocols.ts'
import type { Warnings } from '../warnings.ts'
import { isV1Blocked, type PeerEntry, type PeerPolicy } from './peers.ts'

/** How we treat peers that speak 1.x. */
export class V1Policy {
  #mode: V1Mode
  readonly #warnings: Warnings

  constructor(mode: V1Mode, warnings: Warnings) {
    this.#mode = mode
    this.#warnings = warnings
  }

  /** Sets the mode, and withdraws warnings that it makes obsolete. */
  setMode(mode: V1Mode): void {
    this.#mode = mode
    if (mode !== 'warn') this.#warnings.clearDaily('1.x')
  }

  /** Whether 1.x is used for pings and echoes only. */
  get isRefused(): boolean {
    return this.#mode === 'refuse'
  }

  /** Whether a peer's requests in 1.x are answered, if its policy allows them. */
  serves(peer: PeerEntry): boolean {
    return !this.isRefused && !isV1Blocked(peer)
  }

  /** The peer's policy as it applies in 1.x. */
  policyOf(peer: PeerEntry): PeerPolicy {
    const { policy } = peer
    return this.serves(peer) ? policy : { ...policy, allowReceive: false }
  }

  /** Counts partial signatures of ours that peers are about to get, and warns before the third. */
  exposing(peers: readonly PeerEntry[], count: number): void {
    for (const peer of peers) {
      const { partialSignatures: had, pubkey } = peer
      peer.partialSignatures += count
      if (had >= SHARE_EXPOSED_BY || had + count < SHARE_EXPOSED_BY) continue
      const data = { generation: '1.x', partialSignatures: had }
      this.#warnings.raise('third', ownerWarning.thirdInFirst(pubkey.slice(0, 8)), peer, data)
    }
  }

  /** We are answering a peer's request in 1.x. */
  served(peer: PeerEntry): void {
    if (this.#mode !== 'warn') return
    const message = ownerWarning.firstGeneration(peer.pubkey.slice(0, 8))
    this.#warnings.raiseDaily('1.x', message, peer, { generation: '1.x' })
  }
}

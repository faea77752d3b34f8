import type { FirstGenerationMode } from '../contract/generations.ts'
import { ownerWarning } from '../contract/messages.ts'
import { DailyWarning } from './daily-warning.ts'
import { isKeptFrom1x, type PeerEntry, type PeerPolicy } from './peers.ts'
import type { Warnings } from './warnings.ts'

/** With so many partial signatures of 1.x a co-signer works out the share. */
const TOO_MANY = 3

/** How this node meets peers that still speak 1.x. */
export class FirstGeneration {
  #mode: FirstGenerationMode
  readonly #warnings: Warnings
  readonly #spoken: DailyWarning

  /** @param warnedAt when peers were last warned about (`DailyWarning`) */
  constructor(
    mode: FirstGenerationMode,
    warnings: Warnings,
    now: () => number,
    warnedAt?: Map<string, number>,
  ) {
    this.#mode = mode
    this.#warnings = warnings
    this.#spoken = new DailyWarning('1.x', warnings, now, warnedAt)
  }

  /** What was warned about is forgotten where it is no longer to be warned about, or can't happen. */
  meet(mode: FirstGenerationMode): void {
    this.#mode = mode
    if (mode !== 'warn') this.#spoken.clear()
  }

  /** Whether it is spoken no more, but for pings and echoes. */
  get isRefused(): boolean {
    return this.#mode === 'refuse'
  }

  /** The peer's policy, as it is in this generation. */
  policyOf(peer: PeerEntry): PeerPolicy {
    const { policy } = peer
    return this.isRefused || isKeptFrom1x(peer) ? { ...policy, allowReceive: false } : policy
  }

  /** Peers are about to have so many more of our partial signatures: said before the third. */
  exposing(peers: readonly PeerEntry[], partialSignatures: number): void {
    for (const { partialSignatures: had, pubkey, xonly } of peers) {
      if (had >= TOO_MANY || had + partialSignatures < TOO_MANY) continue
      const data = { peer: pubkey, generation: '1.x', partialSignatures: had }
      this.#warnings.raise(`third:${xonly}`, ownerWarning.thirdInFirst(pubkey.slice(0, 8)), data)
    }
  }

  /** A peer has asked us to sign or to exchange keys, and is answered. */
  served(peer: PeerEntry): void {
    if (this.#mode !== 'warn') return
    const message = ownerWarning.firstGeneration(peer.pubkey.slice(0, 8))
    this.#spoken.raise(peer, message, { generation: '1.x' })
  }
}

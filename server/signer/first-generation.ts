import type { FirstGenerationMode } from '../contract/generations.ts'
import { ownerWarning } from '../contract/messages.ts'
import { isKeptFrom1x, type PeerEntry, type PeerPolicy } from './peers.ts'
import type { Warnings } from './warnings.ts'

/** How long a warning about a peer is not repeated. Milliseconds. */
const DAY = 24 * 3_600_000
/** With so many partial signatures of 1.x a co-signer works out the share. */
const TOO_MANY = 3

/** How this node meets peers that still speak 1.x. */
export class FirstGeneration {
  #mode: FirstGenerationMode
  readonly #warnings: Warnings
  readonly #now: () => number
  /** When a peer was last warned about, by x-only key. Unix milliseconds. */
  readonly #warnedAt: Map<string, number>

  /** @param warnedAt as of nodes before this one: a restart is no reason to say it again */
  constructor(
    mode: FirstGenerationMode,
    warnings: Warnings,
    now: () => number,
    warnedAt = new Map<string, number>(),
  ) {
    this.#mode = mode
    this.#warnings = warnings
    this.#now = now
    this.#warnedAt = warnedAt
  }

  /** What was warned about is forgotten where it is no longer to be warned about, or can't happen. */
  meet(mode: FirstGenerationMode): void {
    this.#mode = mode
    if (mode === 'warn') return
    for (const xonly of this.#warnedAt.keys()) this.#warnings.clear(keyOf(xonly))
    this.#warnedAt.clear()
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
    const now = this.#now()
    const last = this.#warnedAt.get(peer.xonly)
    if (last !== undefined && now - last < DAY) return
    this.#warnedAt.set(peer.xonly, now)
    const key = keyOf(peer.xonly)
    this.#warnings.clear(key)
    this.#warnings.raise(key, ownerWarning.firstGeneration(peer.pubkey.slice(0, 8)), {
      peer: peer.pubkey,
      generation: '1.x',
    })
  }
}

const keyOf = (xonly: string): string => `1.x:${xonly}`

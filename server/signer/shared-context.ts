import type { Self } from '#protocol/keyset.ts'
import type { PeerAuthoriser } from './peers/authorise-peer.ts'
import type { UntrustedPeers } from './peers/choose-cosigners.ts'
import type { PeerBook, PeerEntry } from './peers/peers.ts'
import type { WorkQueue } from './worker/work-queue.ts'

/** What the parts of either protocol share. */
export interface SharedContext {
  self: Self
  peers: PeerBook
  work: WorkQueue
  /** Decides about what peers ask for. */
  authoriser: PeerAuthoriser
  /** Called when an answer to a ping or an echo is sent, on which nothing depends. */
  onIdleAnswer(): void
  /** Exempts the answer to our request from the rate limit. */
  expectFrom(peer: PeerEntry): void
  /** The peers that sent wrong results lately. */
  untrusted: UntrustedPeers
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  /** How long peers have for an answer to a ping. Milliseconds. */
  pingTimeout: number
  /** Monotonic clock for intervals; Unix milliseconds. */
  now: () => number
  /** The machine's clock for event stamps; Unix milliseconds. */
  wall: () => number
  random: () => number
}

import type { Envelope } from '#protocol/v1/envelope.ts'
import type { GroupPackage, SharePackage } from '#protocol/v1/packages.ts'
import type { PeerAuthoriser } from '../peers/authorise-peer.ts'
import type { PeerLoads } from '../peers/peer-loads.ts'
import type { PeerBook, PeerEntry, PeerPolicy } from '../peers/peers.ts'
import type { ProtocolLog } from '../protocol-log.ts'
import type { PendingRequests } from '../signing/ask-peers.ts'
import type { WorkQueue } from '../worker/work-queue.ts'
import type { EchoBudget } from './echo.ts'
import type { Messenger } from './messenger.ts'

/** What the parts of protocol 1.x share. */
export interface V1Context extends ProtocolLog {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number; pubkey: string }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests<Envelope>
  /** The requests that peers have to answer for us. */
  loads: PeerLoads
  work: WorkQueue
  /** Limits the answers to echoes. */
  echoBudget: EchoBudget
  /** Decides about what peers ask for. */
  authoriser: PeerAuthoriser
  /** A peer's policy in this protocol, and whether the peer gets anything in it. */
  policyOf(peer: PeerEntry): PeerPolicy
  serves(peer: PeerEntry): boolean
  /** A peer gets what it has asked for. */
  served(peer: PeerEntry): void
  /** Peers are about to get this many more of our partial signatures. */
  exposing(peers: readonly PeerEntry[], partialSignatures: number): void
  /** Called when an answer to a ping or an echo is sent, on which nothing depends. */
  onIdleAnswer(): void
  /** Exempts the answer to our request from the rate limit. */
  expectFrom(peer: PeerEntry): void
  /** X-only keys of the peers that sent wrong results lately. */
  untrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  /** The same for a ping. */
  pingTimeout: number
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** For stamps: the machine's clock, Unix milliseconds. */
  wall: () => number
  random: () => number
}

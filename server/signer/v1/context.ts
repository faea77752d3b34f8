import type { Envelope } from '#protocol/v1/envelope.ts'
import type { GroupPackage, SharePackage } from '#protocol/v1/packages.ts'
import type { Journal } from '../journal.ts'
import type { PeersDoor } from '../peers/authorise-peer.ts'
import type { Loads } from '../peers/loads.ts'
import type { PeerBook, PeerEntry, PeerPolicy } from '../peers/peers.ts'
import type { PendingRequests } from '../signing/pending.ts'
import type { CurveWork } from '../worker/work-queue.ts'
import type { EchoBudget } from './echo.ts'
import type { Messenger } from './messenger.ts'

/** What the parts of protocol 1.x share. */
export interface V1Context extends Journal {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number; pubkey: string }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests<Envelope>
  /** The requests that peers have to answer for us. */
  loads: Loads
  work: CurveWork
  /** Limits the answers to echoes. */
  echoBudget: EchoBudget
  /** Decides about what peers ask for. */
  door: PeersDoor
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
  distrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** For stamps: the machine's clock, Unix milliseconds. */
  wall: () => number
  random: () => number
}

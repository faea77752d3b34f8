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

/** What the parts of 1.x share. */
export interface V1Context extends Journal {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number; pubkey: string }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests<Envelope>
  /** What peers have to do for us. */
  loads: Loads
  work: CurveWork
  /** How much answers to echoes may use. */
  echoBudget: EchoBudget
  /** Decides about what peers ask for. */
  door: PeersDoor
  /** A peer's policy as it applies in this protocol, and whether anything is given to it here. */
  policyOf(peer: PeerEntry): PeerPolicy
  serves(peer: PeerEntry): boolean
  /** A peer has asked for something here that it gets. */
  served(peer: PeerEntry): void
  /** Peers are about to get this many more of our partial signatures. */
  exposing(peers: readonly PeerEntry[], partialSignatures: number): void
  /** Called when an answer to a ping or an echo leaves, on which nothing depends. */
  onIdleAnswer(): void
  /** Makes sure that the answer to our request is not rejected by the rate limit. */
  expectFrom(peer: PeerEntry): void
  /** X-only keys of the peers that lied lately. */
  distrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds. */
  wall: () => number
  random: () => number
}

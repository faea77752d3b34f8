import type { Envelope } from '../../frostr/gen1/envelope.ts'
import type { GroupPackage, SharePackage } from '../../frostr/gen1/packages.ts'
import type { CurveWork } from '../curve-work.ts'
import type { Journal } from '../journal.ts'
import type { PeerBook, PeerEntry } from '../peers.ts'
import type { PendingRequests } from '../pending.ts'
import type { EchoBudget } from './echo-budget.ts'
import type { Messenger } from './messenger.ts'

/** What the parts of generation 1 share. */
export interface Gen1Context extends Journal {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number; pubkey: string }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests<Envelope>
  work: CurveWork
  /** What answers to echoes may take. */
  echoBudget: EchoBudget
  /** Peers are about to have so many more partial signatures of ours. */
  exposing(peers: readonly PeerEntry[], partialSignatures: number): void
  /** An answer to a ping or an echo leaves, for want of which nothing waits. */
  onIdleAnswer(): void
  /** Makes sure that the answer to a request of ours is not turned away as one too many. */
  expectFrom(peer: PeerEntry): void
  /** X-only keys of the peers that have lied lately. */
  distrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** Unix milliseconds. */
  now: () => number
  random: () => number
}

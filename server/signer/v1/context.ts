import type { GroupPackage, SharePackage } from '../../frostr/v1/packages.ts'
import type { EventLog } from '../events.ts'
import type { PeerBook, PeerEntry } from '../peers.ts'
import type { PendingRequests } from '../pending.ts'
import type { Reporter } from '../reporter.ts'
import type { Turns } from '../turns.ts'
import type { Messenger } from './messenger.ts'

/** What is written down of every signature: by us for a peer, or by peers for us. */
export interface SignatureRecord {
  direction: 'given' | 'asked'
  /** X-only keys of the peers in the session. */
  peers: string[]
  sessionId: string
  hashes: string[]
  type: string
  outcome: 'ok' | 'failed'
  /** Milliseconds. */
  took: number
}

/** What the parts of generation 1 share. */
export interface V1Context {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number; pubkey: string }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests
  turns: Turns
  log: EventLog
  reporter: Reporter
  audit(record: SignatureRecord): void
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

/** The owner that our own work has in `Turns`. */
export const OWN_TURNS = 'self'

/** Our own work is bounded where it is asked for, and must not be lost on the way. */
export const UNBOUNDED = Number.POSITIVE_INFINITY

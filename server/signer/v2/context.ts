import type { TokenBuckets } from '#lib/token-bucket.ts'
import type { Envelope } from '#protocol/v2/envelope.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import type { PeerAuthoriser } from '../peers/authorise-peer.ts'
import type { PeerBook, PeerEntry } from '../peers/peers.ts'
import type { ProtocolLog } from '../protocol-log.ts'
import type { PendingRequests } from '../signing/ask-peers.ts'
import type { WorkQueue } from '../worker/work-queue.ts'
import type { Sessions } from './batch-size.ts'
import type { DuplicateShares } from './duplicate-share.ts'
import type { LateAnswers } from './late-answers.ts'
import type { Messenger } from './messenger.ts'
import type { MissingNonces } from './missing-nonces.ts'
import type { Nonces } from './nonces.ts'
import type { OnboardingRequests } from './onboarding-requests.ts'
import type { PersonRequests } from './persons.ts'

/** What the parts of the 2026 generation share. */
export interface V2Context extends ProtocolLog {
  group: GroupPackage
  gid: string
  share: SharePackage
  self: { xonly: string; idx: number }
  peers: PeerBook
  messenger: Messenger
  pending: PendingRequests<Envelope>
  work: WorkQueue
  /** Decides about what peers ask for. */
  authoriser: PeerAuthoriser
  nonces: Nonces
  /** How many lists of nonces answers may still bring, by x-only key. */
  nonceLists: TokenBuckets
  /** How often peers are pinged because those of their nonces that we held are lost, by x-only key. */
  poolPings: TokenBuckets
  /** How often peers are told that a nonce is not available. */
  missingNonces: MissingNonces
  /** The nonces that peers are asked to sign with, until they answer. */
  lateAnswers: LateAnswers
  /** Our requests that persons at peers are perhaps asked about. */
  persons: PersonRequests
  /** Aborts when the node stops: no person is waited for any longer. */
  leaving: AbortSignal
  /** Whether two devices run on a peer's share. */
  duplicateShares: DuplicateShares
  /** Pings in a row that a peer has not answered, by x-only key. */
  unanswered: Map<string, number>
  /**
   * When a peer last had none for us when asked for all its nonces, by x-only key. Unix
   * milliseconds.
   */
  askedForAll: Map<string, number>
  sessions: Sessions
  /** A peer of ping version 1 has given none of its nonces, or gives them again. */
  onNonces(peer: PeerEntry, given: boolean): void
  /** Takes room for a ping that nobody asked for; false when there is none. */
  mayPing(): boolean
  /** Called when an answer to a ping or an echo leaves, on which nothing depends. */
  onIdleAnswer(): void
  /** Makes sure that the answer to our request is not rejected by the rate limit. */
  expectFrom(peer: PeerEntry): void
  /** X-only keys of the peers that lied lately. */
  untrusted: { readonly peers: ReadonlySet<string>; add(peer: PeerEntry, reason: string): void }
  /** Checks on a peer that has not answered. */
  onSilent(peer: PeerEntry): void
  /** A peer has sent its first ping: a device runs on its share. */
  onMet(): void
  /** Two devices run on a peer's share, or one again. */
  onTwoDevices(peer: PeerEntry, areTwo: boolean): void
  /** An Igloo of before 2026-06 has asked for a key exchange, whose result differs for it and for us. */
  onUnweighted(peer: PeerEntry): void
  /** Pings a peer as the node does, in all generations that it speaks. Never rejects. */
  ping(peer: PeerEntry): Promise<{ success: boolean }>
  /** The group's name for those that join it. */
  groupName(): string
  /** The members that have asked to join. */
  onboarding: OnboardingRequests
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  /** The same for a ping. */
  pingTimeout: number
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds. */
  wall: () => number
  random: () => number
}

import type { TokenBuckets } from '#lib/token-bucket.ts'
import type { Envelope } from '#protocol/v2/envelope.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { ProtocolLog } from '../protocol-log.ts'
import type { SharedContext } from '../shared-context.ts'
import type { PendingRequests } from '../signing/ask-peers.ts'
import type { DuplicateShares } from './duplicate-share.ts'
import type { KnownRequests } from './known-requests.ts'
import type { Messenger } from './messenger.ts'
import type { Nonces } from './nonces.ts'
import type { OnboardingRequests } from './onboarding-requests.ts'
import type { NonceRefusals } from './peer-limits.ts'
import type { PersonRequests } from './persons.ts'
import type { RequestedNonces, SignSessions } from './sign-sessions.ts'

/** What protocol 2026 is created with. */
export interface V2Setting extends SharedContext, ProtocolLog {
  group: GroupPackage
  share: SharePackage
  messenger: Messenger
  /** A peer of ping version 1 gives us none of its nonces, or gives them again. */
  onNonces(peer: PeerEntry, given: boolean): void
  /** Whether a ping that nobody asked for may be sent; if so, it is counted. */
  mayPing(): boolean
  /** A peer has sent its first ping: a device runs on its share. */
  onMet(): void
  /** Two devices run on a peer's share, or one again. */
  onTwoDevices(peer: PeerEntry, areTwo: boolean): void
  /** An Igloo of before 2026-06 has asked for a key exchange, whose result differs for it and for us. */
  onUnweighted(peer: PeerEntry): void
  /** Pings a peer in all protocols that it uses. Never rejects. */
  ping(peer: PeerEntry): Promise<{ success: boolean }>
  /** The group's name for devices that join it. */
  groupName(): string
  /** The members that have asked to join. */
  onboarding: OnboardingRequests
}

/** What the parts of protocol 2026 share. Nothing that this file imports may import it. */
export interface V2Context extends V2Setting {
  gid: string
  pending: PendingRequests<Envelope>
  nonces: Nonces
  knownRequests: KnownRequests
  /** Limits the lists of nonces that answers bring, by x-only key. */
  nonceLists: TokenBuckets
  /** Limits the pings of peers whose nonces that we held are lost, by x-only key. */
  poolPings: TokenBuckets
  /** Limits the errors that a nonce is not available. */
  nonceRefusals: NonceRefusals
  /** The nonces in our unanswered signing requests. */
  requestedNonces: RequestedNonces
  /** Our requests that persons at peers may have to approve. */
  persons: PersonRequests
  /** Aborts when the signer stops: no person is waited for any longer. */
  stopping: AbortSignal
  /** Finds two devices with the same share. */
  duplicateShares: DuplicateShares
  /** Pings in a row that a peer has not answered, by x-only key. */
  unanswered: Map<string, number>
  /** When a peer was last asked for all its nonces and had none for us, by x-only key. Unix milliseconds. */
  askedForAll: Map<string, number>
  sessions: SignSessions
}

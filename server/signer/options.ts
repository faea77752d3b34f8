import type { V1Mode } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { BucketRate } from '#lib/token-bucket.ts'
import type { PolicyEngine } from '#policy/engine.ts'
import type { Keyset } from '#protocol/keyset.ts'
import type { RelayTimings } from '#relay/limits.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { ExchangeRecord } from './ecdh/exchange-record.ts'
import type { KeptOfPeer, PeerBuild, PeerEntry, PeerPolicy } from './peers/peers.ts'
import type { SignQueue, SignQueueOptions } from './signing/sign-queue.ts'
import type { SignatureRecord } from './signing/signature-record.ts'
import type { OpenNonces } from './v2/credentials.ts'
import type { OnboardingRecord } from './v2/onboarding-requests.ts'

/** What a node measures time by, in milliseconds. Tests change it; nothing else does. */
export interface SignerTimings {
  /** Of the connections of its own. */
  relay: Partial<RelayTimings>
  startDelay: number
  pingInterval: number
  selfEchoInterval: number
  /** How long peers have for an answer to what is asked of them. */
  request: number
  /** How long a peer may take to be heard in both generations. */
  meeting: number
  /** How long a stop waits for what is under way. */
  drain: number
}

/** What the 2026 generation needs beside the credentials. */
export interface V2Requirements {
  nonces: OpenNonces
  /** What the group is called towards those that join it; undefined when it has no name. */
  groupName(): string | undefined
  /** A member has asked to be taken in. */
  onOnboarding?: (record: OnboardingRecord) => void
  /** A member is about to get the group. What it throws keeps the group from leaving. */
  onGroupGiven?: (peer: PeerEntry) => void
}

/** What a node runs on. */
export interface SignerOptions {
  /** When it is of 1.x both generations run, else that of 2026 alone. */
  keyset: Keyset
  /** Decides about what peers ask for. */
  policyEngine: PolicyEngine
  /** Normalised relay URLs, without duplicates. */
  relays: readonly string[]
  /** Where the relay connections are; without it, the node has some of its own. */
  relayPool?: RelayPool
  /** Whether our clock, and not a peer's, is wrong; without it, it passes for right. */
  ownClock?: ClockWitnesses
  /** By x-only key; a peer without one has both allowed. */
  policies?: ReadonlyMap<string, PeerPolicy>
  /** Partial signatures given before, by x-only key. */
  partialSignatures?: ReadonlyMap<string, number>
  /** What is kept of what peers speak, by x-only key; and who is to keep what is learnt of it. */
  generations?: ReadonlyMap<string, KeptOfPeer>
  onHeardIn2026?: (peer: PeerEntry) => void
  onBuild?: (peer: PeerEntry, build: PeerBuild) => void
  /** When peers were last warned about for 1.x, by x-only key; outlives the node. */
  firstGenerationWarnedAt?: Map<string, number>
  /** When peers were last warned about for key exchanges that come out wrong; as above. */
  unweightedWarnedAt?: Map<string, number>
  log: KeysetLog
  audit?: (record: SignatureRecord) => void
  auditExchange?: (record: ExchangeRecord) => void
  /** What the 2026 generation runs on; without it, it is off. Credentials of 2026 need it. */
  v2?: V2Requirements
  /** How peers that speak 1.x are met; they are answered, with a warning, unless told otherwise. */
  firstGeneration?: V1Mode
  /** The state of a relay or a peer has changed. */
  onChange?: () => void
  timings?: Partial<SignerTimings>
  /** Aborted when nobody is to wait for the person at a peer any longer. A stop of the node does so too. */
  leaving?: AbortSignal
  /** What one sender may cost us over one relay. Tests lower it; nothing else does. */
  senderRate?: BucketRate
  /** Gathers requests for signatures. The bench also signs past it; nothing else gives its own. */
  signQueue?: (options: SignQueueOptions) => SignQueue
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now?: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds; `now`, where that is given alone. */
  wall?: () => number
  random?: () => number
}

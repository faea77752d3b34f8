import { PING_TIMEOUT } from '#contract/limits.ts'
import type { V1Mode } from '#contract/protocols.ts'
import type { KeysetLog } from '#events/event-log.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { BucketRate } from '#lib/token-bucket.ts'
import type { PolicyEngine } from '#policy/engine.ts'
import type { Keyset } from '#protocol/keyset.ts'
import type { RelayTimings } from '#relay/limits.ts'
import type { RelayPool } from '#relay/pool.ts'
import {
  PING_INTERVAL,
  REQUEST_TIMEOUT,
  SELF_ECHO_INTERVAL,
  START_DELAY,
  TWIN_GONE,
} from './limits.ts'
import type { PeerBuild, PeerEntry, PeerPolicy, SavedPeer } from './peers/peers.ts'
import type { ExchangeRecord, SignatureRecord } from './protocol-log.ts'
import type { SignQueue, SignQueueOptions } from './signing/sign-queue.ts'
import type { OpenNonces } from './v2/credentials.ts'
import type { OnboardingRecord } from './v2/onboarding-requests.ts'

/** Time spans of a signer, in milliseconds. Only tests change them. */
export interface SignerTimings {
  /** Of connections that the signer opens itself. */
  relay: Partial<RelayTimings>
  startDelay: number
  pingInterval: number
  selfEchoInterval: number
  /** How long peers have for an answer. */
  request: number
  /** How long peers have for an answer to a ping. */
  ping: number
  /** How long a peer may take to be heard in both protocols. */
  meeting: number
  /** How long another device with our share is silent before it counts as gone. */
  twinGone: number
  /** How long a stop waits for requests under way. */
  drain: number
}

export const DEFAULT_TIMINGS: SignerTimings = {
  relay: {},
  startDelay: START_DELAY,
  pingInterval: PING_INTERVAL,
  selfEchoInterval: SELF_ECHO_INTERVAL,
  request: REQUEST_TIMEOUT,
  ping: PING_TIMEOUT,
  meeting: 60_000,
  twinGone: TWIN_GONE,
  drain: 3_000,
}

/** What the 2026 protocol needs in addition to the credentials. */
export interface V2Requirements {
  nonces: OpenNonces
  /** The group's name for devices that join; undefined when it has none. */
  groupName(): string | undefined
  /** A member has asked to join. */
  onOnboarding?: (record: OnboardingRecord) => void
  /** A member is about to get the group. If this throws, the group is not sent. */
  onGroupGiven?: (peer: PeerEntry) => void
}

export interface SignerOptions {
  /** A keyset of 1.x runs both protocols, one of 2026 only that. */
  keyset: Keyset
  /** Decides about peers' requests. */
  policyEngine: PolicyEngine
  /** Normalised relay URLs, without duplicates. */
  relays: readonly string[]
  /** Shared relay connections; without it, the signer opens its own. */
  relayPool?: RelayPool
  /** Detects that our own clock is wrong; without it, our clock is assumed to be right. */
  ownClock?: ClockWitnesses
  /** By x-only key; a peer without one may send and receive. */
  policies?: ReadonlyMap<string, PeerPolicy>
  /** Partial signatures given so far in 1.x, by x-only key. */
  partialSignatures?: ReadonlyMap<string, number>
  /** The saved states of peers' protocols, by x-only key. The callbacks below save changes. */
  savedPeers?: ReadonlyMap<string, SavedPeer> | undefined
  onHeardIn2026?: (peer: PeerEntry) => void
  onBuild?: (peer: PeerEntry, build: PeerBuild) => void
  /** When daily warnings were last given. The supervisor keeps this map over restarts. */
  warnedAt?: Map<string, number>
  log: KeysetLog
  audit?: (record: SignatureRecord) => void
  auditExchange?: (record: ExchangeRecord) => void
  /** Without it the 2026 protocol is off. Credentials of 2026 need it. */
  v2?: V2Requirements
  /** How peers that speak 1.x are treated; `warn` by default. */
  v1Mode?: V1Mode | undefined
  /** The state of a relay or a peer has changed. */
  onChange?: () => void
  timings?: Partial<SignerTimings>
  /** Aborts when we stop waiting for people at peers; a stop of the signer does so too. */
  leaving?: AbortSignal
  /** Rate limit of one sender on one relay. Only tests lower it. */
  senderRate?: BucketRate
  /** Replaced only by the benchmark, which also signs without the queue. */
  signQueue?: (options: SignQueueOptions) => SignQueue
  /** Monotonic clock for intervals; Unix milliseconds. */
  now?: () => number
  /** The machine's clock for event stamps; Unix milliseconds. Defaults to `now` if that is given. */
  wall?: () => number
  random?: () => number
}

import { ownerEvent, ownerWarning, request, protocolTexts as texts } from '#contract/messages.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError } from '#lib/errors.ts'
import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import { signEvent } from '#nostr/event.ts'
import { authTemplate } from '#relay/authentication.ts'
import { RelayPool } from '#relay/pool.ts'
import { SeenIds } from '#relay/seen.ts'
import type { PublishOptions, RelaySession } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { DailyWarning } from './daily-warning.ts'
import { Exchanges } from './ecdh/exchanges.ts'
import { Guard } from './guard.ts'
import { IdleBudget } from './idle-budget.ts'
import { journalOf } from './journal.ts'
import type { SignerOptions, SignerTimings } from './options.ts'
import { PeersDoor } from './peers/authorise-peer.ts'
import { Clocks } from './peers/clocks.ts'
import { Distrusted } from './peers/distrusted.ts'
import { PeerBook, type PeerEntry, presenceOf } from './peers/peers.ts'
import { Pings } from './peers/pings.ts'
import { FirstGeneration } from './peers/v1-warning.ts'
import type { Protocol } from './protocol.ts'
import { Reporter } from './reporter.ts'
import { Asker } from './signing/ask.ts'
import { SignQueue, type SignQueueOptions } from './signing/sign-queue.ts'
import { Messenger } from './v1/messenger.ts'
import { createV1Protocol, type V1Protocol } from './v1/protocol.ts'
import { openCredentials } from './v2/credentials.ts'
import { Messenger as V2Messenger } from './v2/messenger.ts'
import { OnboardingRequests } from './v2/onboarding-requests.ts'
import { createV2Protocol, type V2Protocol } from './v2/protocol.ts'
import { Warnings } from './warnings.ts'
import { CurveWork } from './worker/work-queue.ts'

/** What a node is told by its parts. */
export interface Happenings {
  onRelay(status: RelayStatus): void
  onPeerStatus(): void
  /** A peer's event, verified, that is about to be read. */
  onPeerEvent(): void
  /** An event by our own key that we did not send, its signature verified. */
  onOwnEvent(event: NostrEvent): void
  /** What we have sent has come back over a relay. */
  onReturned(relay: string): void
  /** Too few peers are online for what was asked for. */
  onTooFew(): void
}

/** What a node is made of. */
export interface Parts {
  peers: PeerBook
  warnings: Warnings
  line: RelaySession
  guard: Guard
  work: CurveWork
  /** Null when the credentials have none of what it needs. */
  v1: V1Protocol | null
  /** Null when it is off. */
  v2: V2Protocol | null
  /** Why nothing is signed in the 2026 generation; null when it is. */
  v2Problem: () => string | null
  /** One of them at least; the older first. */
  generations: readonly [Protocol, ...Protocol[]]
  firstGeneration: FirstGeneration
  /** The members that have asked to be taken in. */
  onboarding: OnboardingRequests
  exchanges: Exchanges
  pings: Pings
  /** What leaves without anyone having asked for it. */
  idle: IdleBudget
  queue: SignQueue
}

/**
 * What one sender may cost us over one relay: as much as two fast signers can ask of each other, and
 * not more than one core of a small machine, where a verification takes 0.7 ms. Answers that we have
 * asked for come on top.
 */
const BUCKET: BucketRate = { capacity: 1_000, perSecond: 1_000 }

const V2_OFF = '2026-off'
const V2_FAILING = '2026-failing'

/**
 * Puts a node's parts together; nothing of them runs yet.
 *
 * @throws FrostrError (NODE_ERROR) when no generation of the protocol can run
 */
export function assemble(
  options: SignerOptions & { timings: SignerTimings },
  happenings: Happenings,
): Parts {
  const { keyset, log, now = steadyNow, random = Math.random } = options
  const { wall = options.now ?? Date.now } = options
  const { self } = keyset
  const { seckey } = keyset.share
  const { members, threshold } = keyset.outline
  const { audit = () => {}, auditExchange = () => {} } = options
  const own = new SeenIds()
  const buckets = new TokenBuckets(options.senderRate ?? BUCKET, now)
  const warnings = new Warnings(log)
  const clocks = new Clocks(warnings, options.ownClock)
  const peers = new PeerBook({
    members,
    self: self.xonly,
    policies: options.policies ?? new Map(),
    partialSignatures: options.partialSignatures ?? new Map(),
    ...(options.generations && { generations: options.generations }),
    ...(options.onHeardIn2026 && { onHeardIn2026: options.onHeardIn2026 }),
    onBuild: (peer, build, before) => {
      options.onBuild?.(peer, build)
      if (before === null) return
      const message = ownerEvent.buildChanged(peer.pubkey.slice(0, 8), build, before)
      log.add('info', message, { peer: peer.pubkey, build, before })
    },
    now,
    onStatus: (peer, eventType) => {
      log.peerStatus(presenceOf(peer), eventType)
      happenings.onPeerStatus()
    },
  })
  // As the member that we are, with the share's own key, which nobody takes for the group's: messages to
  // other members, and who we are to relays. It takes no permit.
  const sign = (template: EventTemplate): NostrEvent => {
    const event = signEvent(template, seckey, self.xonly)
    own.add(event.id)
    return event
  }
  const relayPool =
    options.relayPool ?? new RelayPool({ timings: options.timings.relay, now, wall, random })
  const line = relayPool.line({
    urls: options.relays,
    authenticate: (challenge, url) => sign(authTemplate(challenge, url, wall())),
    onChange: happenings.onRelay,
  })
  const firstGeneration = new FirstGeneration(
    options.firstGeneration ?? 'warn',
    warnings,
    now,
    options.firstGenerationWarnedAt,
  )
  const unweighted = new DailyWarning('unweighted', warnings, now, options.unweightedWarnedAt)
  const ping = (peer: PeerEntry) => pings.ping(peer)
  const idle = new IdleBudget(now)
  const publish = (event: NostrEvent, options?: PublishOptions) => line.publish(event, options)
  const opened = options.v2 && openCredentials(keyset, options.v2.nonces)
  let v2Problem = opened?.ok ? null : (opened?.error ?? request.v2Off)
  const work = new CurveWork({
    keys: {
      ...(keyset.protocol === '1.x' && { v1: { group: keyset.group, share: keyset.share } }),
      ...(opened?.ok && { v2: { group: opened.value.group, share: opened.value.share } }),
    },
    log,
  })
  const reporter = new Reporter(log, now)
  const onboarding = new OnboardingRequests({
    onNews: (record) => {
      const { peer, state } = record
      if (state === 'waiting') warnings.raise(...onboardingWarning(peer))
      options.v2?.onOnboarding?.(record)
    },
    onSettled: (peer) => warnings.clear(onboardingKey(peer)),
    onAnswered: (peer) => options.v2?.onGroupGiven?.(peer),
    now,
  })
  const door = new PeersDoor({
    policyEngine: options.policyEngine,
    onHeld: (peer, held) => {
      reporter.held(held.operation, held.reason, peer.xonly)
      if (held.operation === 'onboard') onboarding.held(peer, held)
    },
  })
  const shared = {
    ...{ work, door },
    self,
    peers,
    expectFrom: (peer: PeerEntry) => buckets.credit(peer.xonly),
    distrusted: new Distrusted(log, now),
    onSilent: (peer: PeerEntry) => void ping(peer),
    onIdleAnswer: () => idle.note(),
    requestTimeout: options.timings.request,
    ...{ now, wall },
    random,
  }
  const v1 =
    keyset.protocol === '1.x'
      ? createV1Protocol({
          ...shared,
          ...journalOf('1.x', log, { audit, auditExchange, now }),
          group: keyset.group,
          share: keyset.share,
          messenger: new Messenger({ seckey, sign, publish, wall }),
          publish,
          firstGeneration,
        })
      : null
  if (opened?.ok === false && v1 !== null) warnings.raise(V2_OFF, opened.error)
  const v2 = opened?.ok
    ? createV2Protocol({
        ...shared,
        ...opened.value,
        ...journalOf('2026', log, { audit, auditExchange, now }),
        messenger: new V2Messenger({ seckey, sign, publish, wall }),
        publish,
        ...(options.leaving && { left: options.leaving }),
        onStore: (problem) => {
          v2Problem = problem
          if (problem === null) warnings.clear(V2_FAILING)
          else warnings.raise(V2_FAILING, problem)
        },
        groupName: () => options.v2?.groupName()?.trim() || opened.value.group.group_name,
        onboarding,
        onUnweighted: (peer) => {
          const message = ownerWarning.exchangeUnweighted(peer.pubkey.slice(0, 8))
          unweighted.raise(peer, message, { generation: '2026' })
        },
        onMet: happenings.onPeerStatus,
        onTwoDevices: (peer, areTwo) => {
          peer.areTwoDevices = areTwo
          happenings.onPeerStatus()
          const message = ownerWarning.twoDevices(peer.pubkey.slice(0, 8), peer.idx)
          if (areTwo) warnings.raise(twoDevicesKey(peer), message, { peer: peer.pubkey })
          else warnings.clear(twoDevicesKey(peer))
        },
        ping,
        onNonces: (peer, given) => {
          if (given) warnings.clear(noncesKey(peer))
          else warnings.raise(noncesKey(peer), ownerWarning.noNoncesGiven(peer.pubkey.slice(0, 8)))
        },
        mayPing: () => !line.isThrottled && idle.take(1, peers.all.length - peers.online),
      })
    : null
  const [first, ...others] = [v1, v2].filter((generation) => generation !== null)
  if (first === undefined) {
    throw new FrostrError('NODE_ERROR', texts.createNode, {
      details: { reason: ownerWarning.noncesNeeded },
    })
  }
  const generations: Parts['generations'] = [first, ...others]
  const onMore = (events: number) => idle.note(events)
  const pings: Pings = new Pings({ generations, peers, log, onMore, now })
  const need = threshold - 1
  const { onTooFew } = happenings
  const asker = new Asker({ v1, v2, peers, need, firstGeneration, ping, onTooFew, now })
  const byKind = new Map(generations.map((generation) => [generation.kind, generation]))
  const observeClock = (event: NostrEvent, peer: PeerEntry) =>
    clocks.observe(peer, event.created_at, Math.floor(wall() / 1000))
  const guard = new Guard({
    self: self.xonly,
    peers,
    kinds: new Set(byKind.keys()),
    seen: line.seen,
    own,
    buckets,
    reporter,
    wall,
    onPeerEvent: (event, peer) => {
      happenings.onPeerEvent()
      observeClock(event, peer)
      byKind.get(event.kind)?.receive(event, peer)
    },
    onStale: observeClock,
    onOwnEvent: happenings.onOwnEvent,
    onReturned: (id, relay) => {
      first.returned(id, relay)
      happenings.onReturned(relay)
    },
    onForged: (relay, forged) => line.chargeForged(relay, forged),
  })
  const { signQueue = (gathering: SignQueueOptions) => new SignQueue(gathering) } = options
  const queue = signQueue({
    signBatch: (permit, vectors, events, onSigned) => asker.sign(permit, vectors, events, onSigned),
    now,
    missing: texts.signatureMissing,
  })
  const exchanges = new Exchanges((permit, publicKey, options) =>
    asker.exchange(permit, publicKey, options),
  )
  return {
    ...{ peers, warnings, line, guard, work, v1, v2, generations, firstGeneration },
    v2Problem: () => v2Problem,
    ...{ onboarding, exchanges, pings, idle, queue },
  }
}

const noncesKey = ({ xonly }: PeerEntry): string => `nonces:${xonly}`

const twoDevicesKey = ({ xonly }: PeerEntry): string => `two-devices:${xonly}`
const onboardingKey = ({ xonly }: PeerEntry): string => `onboarding:${xonly}`

const onboardingWarning = (peer: PeerEntry) =>
  [
    onboardingKey(peer),
    ownerWarning.onboardingAsked(peer.pubkey.slice(0, 8), peer.idx),
    { peer: peer.pubkey, index: peer.idx, generation: '2026', onboarding: 'waiting' },
  ] as const

import {
  ownerWarning,
  relay as relayTexts,
  request,
  protocolTexts as texts,
} from '#contract/codes.ts'
import type { Failure } from '#contract/message.ts'
import { ownerEvent } from '#contract/messages.ts'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError } from '#lib/errors.ts'
import { type BucketRate, TokenBuckets } from '#lib/token-bucket.ts'
import { eventSigner } from '#nostr/event.ts'
import { authTemplate } from '#relay/authentication.ts'
import { RelayPool } from '#relay/pool.ts'
import { SeenIds } from '#relay/seen.ts'
import type { PublishOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { SharedSecrets } from './ecdh/shared-secrets.ts'
import { Guard } from './guard.ts'
import type { SignerOptions, SignerTimings } from './options.ts'
import { PeerAuthoriser } from './peers/authorise-peer.ts'
import { UntrustedPeers } from './peers/choose-cosigners.ts'
import { PeerBook, type PeerEntry, presenceOf } from './peers/peers.ts'
import { PingMonitor } from './peers/ping-monitor.ts'
import { IdleBudget } from './peers/ping-schedule.ts'
import { Pings } from './peers/pings.ts'
import { V1Policy } from './peers/v1-policy.ts'
import { createProtocolLog, Reporter } from './protocol-log.ts'
import { Connectivity } from './self-echo.ts'
import { ProtocolChooser } from './signing/choose-protocol.ts'
import { SignQueue, type SignQueueOptions } from './signing/sign-queue.ts'
import { Messenger } from './v1/messenger.ts'
import { createV1Protocol } from './v1/protocol.ts'
import { openCredentials } from './v2/credentials.ts'
import { Messenger as V2Messenger } from './v2/messenger.ts'
import { OnboardingRequests } from './v2/onboarding-requests.ts'
import { createV2Protocol } from './v2/protocol.ts'
import { Clocks, Warnings } from './warnings.ts'
import { WorkQueue } from './worker/work-queue.ts'

/** What the parts report to the signer. */
export interface PartEvents {
  onRelay(status: RelayStatus): void
  onPeerStatus(): void
  /** A peer's verified event is about to be read. */
  onPeerEvent(): void
  /** A verified event of our own key that we did not send. */
  onOwnEvent(event: NostrEvent): void
}

export type Parts = ReturnType<typeof createParts>

/**
 * Limit of one sender on one relay: what two fast signers can ask of each other, but not more than one
 * core of a small machine can verify (0.7 ms each). Answers to our requests come on top.
 */
const SENDER_RATE: BucketRate = { capacity: 1_000, perSecond: 1_000 }

/**
 * Creates a signer's parts and connects them. Nothing runs yet. `v1` is null when the credentials are of 2026,
 * `v2` when it is off; `v2Problem` tells why nothing is signed in 2026, or null.
 *
 * @throws FrostrError (NODE_ERROR) when the credentials fit neither protocol
 */
export function createParts(
  options: SignerOptions & { timings: SignerTimings },
  events: PartEvents,
) {
  const { keyset, log, timings, now = steadyNow, random = Math.random } = options
  const { wall = options.now ?? Date.now } = options
  const { self } = keyset
  const { seckey } = keyset.share
  const { members, threshold } = keyset.outline
  const { audit = () => {}, auditExchange = () => {} } = options
  const own = new SeenIds()
  const buckets = new TokenBuckets(options.senderRate ?? SENDER_RATE, now)
  const warnings = new Warnings(log, now, options.warnedAt)
  const clocks = new Clocks(warnings, options.ownClock)
  const peers = new PeerBook({
    members,
    self: self.xonly,
    policies: options.policies ?? new Map(),
    partialSignatures: options.partialSignatures ?? new Map(),
    savedPeers: options.savedPeers,
    onHeardIn2026: options.onHeardIn2026,
    onBuild: (peer, build, before) => {
      options.onBuild?.(peer, build)
      if (before === null) return
      const message = ownerEvent.buildChanged(peer.pubkey.slice(0, 8), build, before)
      log.add('info', message, { peer: peer.pubkey, build, before })
    },
    now,
    onStatus: (peer, eventType) => {
      log.peerStatus(presenceOf(peer), eventType)
      events.onPeerStatus()
    },
  })
  // Signs with the share's own nostr key, not with the group's, so it needs no permit: for messages to
  // peers, and to authenticate to relays.
  const signOwn = eventSigner(seckey, self.xonly)
  const sign = (template: EventTemplate): NostrEvent => {
    const event = signOwn(template)
    own.add(event.id)
    return event
  }
  const relayPool =
    options.relayPool ?? new RelayPool({ timings: timings.relay, now, wall, random })
  const relaySession = relayPool.session({
    urls: options.relays,
    authenticate: (challenge, url) => sign(authTemplate(challenge, url, wall())),
    onChange: events.onRelay,
  })
  const v1Policy = new V1Policy(options.v1Mode ?? 'warn', warnings)
  const ping = (peer: PeerEntry) => pings.ping(peer)
  const idle = new IdleBudget(now)
  const publish = (event: NostrEvent, options?: PublishOptions) =>
    relaySession.publish(event, options)
  const opened = options.v2 && openCredentials(keyset, options.v2.nonces)
  let v2Problem: Failure | null = opened?.ok ? null : (opened ?? request.v2Off)
  const work = new WorkQueue({
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
      if (state === 'waiting') {
        const message = ownerWarning.onboardingAsked(peer.pubkey.slice(0, 8), peer.idx)
        const data = { index: peer.idx, generation: '2026', onboarding: 'waiting' }
        warnings.raise('onboarding', message, peer, data)
      }
      options.v2?.onOnboarding?.(record)
    },
    onSettled: (peer) => warnings.clear('onboarding', peer),
    onAnswered: (peer) => options.v2?.onGroupGiven?.(peer),
    now,
  })
  const authoriser = new PeerAuthoriser({
    policyEngine: options.policyEngine,
    onHeld: (peer, held) => {
      reporter.held(held.operation, held.reason, peer.xonly)
      if (held.operation === 'onboard') onboarding.held(peer, held)
    },
  })
  const shared = {
    ...{ work, authoriser },
    self,
    peers,
    expectFrom: (peer: PeerEntry) => buckets.credit(peer.xonly),
    untrusted: new UntrustedPeers(log, now),
    onSilent: (peer: PeerEntry) => void ping(peer),
    onIdleAnswer: () => idle.note(),
    requestTimeout: timings.request,
    pingTimeout: timings.ping,
    ...{ now, wall },
    random,
  }
  const v1 =
    keyset.protocol === '1.x'
      ? createV1Protocol({
          ...shared,
          ...createProtocolLog('1.x', log, { audit, auditExchange, now }),
          group: keyset.group,
          share: keyset.share,
          messenger: new Messenger({ seckey, sign, publish, wall }),
          publish,
          v1Policy,
        })
      : null
  if (opened?.ok === false && v1 !== null) warnings.raise('2026-off', opened)
  const v2 = opened?.ok
    ? createV2Protocol({
        ...shared,
        ...opened.value,
        ...createProtocolLog('2026', log, { audit, auditExchange, now }),
        messenger: new V2Messenger({ seckey, sign, publish, wall }),
        publish,
        ...(options.leaving && { left: options.leaving }),
        onStore: (problem) => {
          v2Problem = problem
          if (problem === null) warnings.clear('2026-failing')
          else warnings.raise('2026-failing', problem)
        },
        groupName: () => options.v2?.groupName()?.trim() || opened.value.group.group_name,
        onboarding,
        onUnweighted: (peer) => {
          const message = ownerWarning.exchangeUnweighted(peer.pubkey.slice(0, 8))
          warnings.raiseDaily('unweighted', message, peer, { generation: '2026' })
        },
        onMet: events.onPeerStatus,
        onTwoDevices: (peer, areTwo) => {
          peer.areTwoDevices = areTwo
          events.onPeerStatus()
          const message = ownerWarning.twoDevices(peer.pubkey.slice(0, 8), peer.idx)
          if (areTwo) warnings.raise('two-devices', message, peer)
          else warnings.clear('two-devices', peer)
        },
        ping,
        onNonces: (peer, given) => {
          const message = ownerWarning.noNoncesGiven(peer.pubkey.slice(0, 8))
          if (given) warnings.clear('nonces', peer)
          else warnings.raise('nonces', message, peer)
        },
        mayPing: () => !relaySession.isThrottled && idle.take(1, peers.all.length - peers.online),
      })
    : null
  const [first, ...others] = [v1, v2].filter((protocol) => protocol !== null)
  if (first === undefined) {
    throw new FrostrError('NODE_ERROR', texts.createNode, {
      details: { reason: ownerWarning.noncesNeeded },
    })
  }
  /** 1.x first. */
  const protocols = [first, ...others] as const
  const onMore = (events: number) => idle.note(events)
  const pings: Pings = new Pings({ protocols, peers, log, onMore, now })
  const monitor = new PingMonitor({
    peers: () => peers.all,
    self: self.idx,
    ping: (peer) => pings.ping(peer, { idle: true }),
    cost: (peer) => pings.cost(peer),
    needsNonces: (peer) => v2?.isWanting(peer) ?? false,
    isThrottled: () => relaySession.isThrottled,
    budget: idle,
    interval: timings.pingInterval,
    ...{ log, now, random },
  })
  const connectivity = new Connectivity({
    relays: () => relaySession.statuses,
    sendEcho: (relay) => {
      idle.note()
      return first.sendEcho({ relay })
    },
    probe: (relay) => relaySession.probe(relay),
    onBroken: (relay) => relaySession.reconnect(relay, relayTexts.notReturned),
    now,
    interval: timings.selfEchoInterval,
  })
  const chooser = new ProtocolChooser({
    ...{ v1, v2, peers, v1Policy, ping, now },
    need: threshold - 1,
    onTooFew: () => monitor.pingOffline(),
  })
  const observeClock = (event: NostrEvent, peer: PeerEntry) =>
    clocks.observe(peer, event.created_at, Math.floor(wall() / 1000))
  const guard = new Guard({
    self: self.xonly,
    peers,
    kinds: new Map(protocols.map((protocol) => [protocol.kind, protocol])),
    seen: relaySession.seen,
    own,
    buckets,
    reporter,
    wall,
    onPeerEvent: (event, peer) => {
      events.onPeerEvent()
      observeClock(event, peer)
    },
    onStale: observeClock,
    onOwnEvent: events.onOwnEvent,
    onReturned: (id, relay) => {
      first.returned(id, relay)
      connectivity.returned(relay)
    },
    onForged: (relay, forged) => relaySession.chargeForged(relay, forged),
  })
  const { signQueue = (given: SignQueueOptions) => new SignQueue(given) } = options
  return {
    ...{ peers, warnings, relaySession, guard, work, v1, v2, protocols, v1Policy },
    v2Problem: () => v2Problem,
    ...{ onboarding, pings, monitor, connectivity },
    queue: signQueue({ signBatch: chooser.sign, now }),
    sharedSecrets: new SharedSecrets(chooser.exchange),
  }
}

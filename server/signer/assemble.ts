import { ownerWarning, node as texts } from '../contract/messages.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import { authTemplate } from '../relay/authentication.ts'
import type { RelayStatus } from '../relay/connection.ts'
import { RelayPool } from '../relay/pool.ts'
import { SeenIds } from '../relay/seen.ts'
import { Asking } from './asking.ts'
import { Clocks } from './clocks.ts'
import { Distrusted } from './distrusted.ts'
import { Exchanges } from './exchanges.ts'
import { FirstGeneration } from './first-generation.ts'
import type { Generation } from './generation.ts'
import { Guard } from './guard.ts'
import { journalOf } from './journal.ts'
import { openCredentials, wireName } from './next/credentials.ts'
import { createNext, type NextGeneration } from './next/generation.ts'
import { Messenger as NextMessenger } from './next/messenger.ts'
import type { NodeOptions } from './options.ts'
import { PeerBook, type PeerEntry } from './peers.ts'
import { Pings } from './pings.ts'
import { Reporter } from './reporter.ts'
import { SignQueue, type SignQueueOptions } from './sign-queue.ts'
import { type BucketRate, TokenBuckets } from './token-bucket.ts'
import { createV1, type V1Generation } from './v1/generation.ts'
import { Messenger } from './v1/messenger.ts'
import { Warnings } from './warnings.ts'

/** Who a node is in its group: its public key in both forms, hex, and its index. */
export interface Self {
  pubkey: string
  xonly: string
  idx: number
}

/** What a node is told by its parts. */
export interface Happenings {
  onRelay(status: RelayStatus): void
  onPeerStatus(): void
  /** A peer's event, verified, that is about to be read. */
  onPeerEvent(): void
  /** An event by our own key that we did not send, its signature verified. */
  onOwnEvent(event: NostrEvent): void
}

/** What a node is made of. */
export interface Parts {
  peers: PeerBook
  warnings: Warnings
  pool: RelayPool
  guard: Guard
  v1: V1Generation
  /** Null when it is off. */
  next: NextGeneration | null
  generations: readonly Generation[]
  exchanges: Exchanges
  pings: Pings
  queue: SignQueue
}

/**
 * What one sender may cost us over one relay: as much as two fast signers can ask of each other, and
 * not more than one core of a small machine, where a verification takes 0.7 ms. Answers that we have
 * asked for come on top.
 */
const BUCKET: BucketRate = { capacity: 1_000, perSecond: 1_000 }

const NEXT_OFF = '2026-off'
const NEXT_FAILING = '2026-failing'

/** Puts a node's parts together; nothing of them runs yet. */
export function assemble(options: NodeOptions, self: Self, happenings: Happenings): Parts {
  const { group, share, log, now = Date.now, random = Math.random } = options
  const { audit = () => {} } = options
  const own = new SeenIds()
  const buckets = new TokenBuckets(options.senderRate ?? BUCKET, now)
  const warnings = new Warnings(log)
  const clocks = new Clocks(warnings)
  const peers = new PeerBook({
    commits: group.commits,
    self: self.xonly,
    policies: options.policies ?? new Map(),
    partialSignatures: options.partialSignatures ?? new Map(),
    now,
    onStatus: (peer, eventType) => {
      log.peerStatus(peer.pubkey, peer.status, eventType)
      happenings.onPeerStatus()
    },
  })
  const messenger = new Messenger({
    seckey: share.seckey,
    self: self.xonly,
    publish: (event, relay) => pool.publish(event, relay),
    onOwnEvent: (id) => own.add(id),
    now,
  })
  const pool: RelayPool = new RelayPool({
    urls: options.relays,
    authenticate: (challenge, url) => messenger.sign(authTemplate(challenge, url, now())),
    onChange: happenings.onRelay,
    timings: options.timings?.relay ?? {},
    now,
    random,
  })
  const firstGeneration = new FirstGeneration(options.firstGeneration ?? 'warn', warnings, now)
  const ping = (peer: PeerEntry) => pings.ping(peer)
  const shared = {
    self,
    peers,
    expectFrom: (peer: PeerEntry) => buckets.credit(peer.xonly),
    distrusted: new Distrusted(log, now),
    onSilent: (peer: PeerEntry) => void ping(peer),
    now,
    random,
  }
  const v1 = createV1({
    ...shared,
    ...journalOf('1.x', log, { audit, now }),
    group,
    share,
    messenger,
    publish: (event, relay) => pool.publish(event, relay),
    firstGeneration,
  })
  const opened =
    options.next === undefined ? null : openCredentials({ group, share }, options.next.nonces)
  if (opened?.ok === false) warnings.raise(NEXT_OFF, opened.error)
  const next = opened?.ok
    ? createNext({
        ...shared,
        ...opened.value,
        ...journalOf('2026', log, { audit, now }),
        messenger: new NextMessenger({
          seckey: share.seckey,
          sign: (template) => messenger.sign(template),
          publish: (event) => pool.publish(event),
          now,
        }),
        onStore: (works) => {
          if (works) warnings.clear(NEXT_FAILING)
          else warnings.raise(NEXT_FAILING, ownerWarning.noncesFailing)
        },
        groupName: () => wireName(options.next?.groupName()),
        approveOnboarding: options.next?.approveOnboarding ?? (() => true),
        ping,
      })
    : null
  const generations: Generation[] = next === null ? [v1] : [v1, next]
  const pings: Pings = new Pings({ generations, peers, log, now })
  const need = group.threshold - 1
  const asking = new Asking({ v1, next, peers, need, firstGeneration, ping })
  const byKind = new Map(generations.map((generation) => [generation.kind, generation]))
  const observeClock = (event: NostrEvent, peer: PeerEntry) =>
    clocks.observe(peer, event.created_at, Math.floor(now() / 1000))
  const guard = new Guard({
    self: self.xonly,
    peers,
    kinds: new Set(byKind.keys()),
    seen: pool.seen,
    own,
    buckets,
    reporter: new Reporter(log, now),
    now,
    onPeerEvent: (event, peer) => {
      happenings.onPeerEvent()
      observeClock(event, peer)
      const generation = byKind.get(event.kind)
      if (generation === undefined) return
      peers.heardFrom(peer, generation.name)
      generation.receive(event, peer)
    },
    onStale: observeClock,
    onOwnEvent: happenings.onOwnEvent,
    onReturned: (id, relay) => v1.returned(id, relay),
  })
  const { signQueue = (gathering: SignQueueOptions) => new SignQueue(gathering) } = options
  const queue = signQueue({
    signBatch: (vectors) => asking.sign(vectors),
    now,
    missing: texts.signatureMissing,
  })
  const exchanges = new Exchanges((publicKey, avoid) => asking.exchange(publicKey, avoid))
  return { peers, warnings, pool, guard, v1, next, generations, exchanges, pings, queue }
}

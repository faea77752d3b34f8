import {
  MAX_STAMP_SKEW_S,
  MAX_TWEAKS,
  PING_INTERVAL,
  SELF_ECHO_INTERVAL,
  START_DELAY,
} from '../contract/limits.ts'
import { ownerWarning, refusal, request, node as texts } from '../contract/messages.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import type { PingDiagnosis, PingResult } from '../contract/peers.ts'
import type { FirstGenerationMode } from '../contract/settings.ts'
import { FrostrError, fail, type Result } from '../frostr/errors.ts'
import type { GroupPackage as NextGroup } from '../frostr/next/group.ts'
import { scalarFault } from '../frostr/scalars.ts'
import { isMember } from '../frostr/v1/compatibility.ts'
import { encodeGroup } from '../frostr/v1/group.ts'
import type { CommitPackage, GroupPackage, SharePackage } from '../frostr/v1/packages.ts'
import { encodeShare } from '../frostr/v1/share.ts'
import type { RelayStatus } from '../relay/connection.ts'
import { RelayPool } from '../relay/pool.ts'
import { SeenIds } from '../relay/seen.ts'
import type { RelayTimings } from '../relay/timings.ts'
import { Asking } from './asking.ts'
import { Clocks } from './clocks.ts'
import { Connectivity } from './connectivity.ts'
import { CurveWork } from './curve-work.ts'
import { diagnosePeers } from './diagnostics.ts'
import { Distrusted } from './distrusted.ts'
import type { EventLog } from './events.ts'
import { type EcdhOutcome, Exchanges } from './exchanges.ts'
import { FirstGeneration } from './first-generation.ts'
import type { Generation } from './generation.ts'
import { Guard } from './guard.ts'
import { journalOf } from './journal.ts'
import { type OpenNonces, openCredentials, wireName } from './next/credentials.ts'
import { createNext, type NextGeneration } from './next/generation.ts'
import { Messenger as NextMessenger } from './next/messenger.ts'
import { PeerBook, type PeerEntry, type PeerPolicy, xonlyOf } from './peers.ts'
import { PingMonitor } from './ping-monitor.ts'
import { Pings } from './pings.ts'
import { RelayJournal } from './relay-journal.ts'
import { Reporter } from './reporter.ts'
import { type SignOutcome, SignQueue, type SignQueueOptions } from './sign-queue.ts'
import type { SignatureRecord } from './signature-record.ts'
import { type BucketRate, TokenBuckets } from './token-bucket.ts'
import type { EchoOutcome } from './v1/echo.ts'
import { createV1, type V1Generation } from './v1/generation.ts'
import { Messenger } from './v1/messenger.ts'
import { Warnings } from './warnings.ts'

/** What a node measures time by, in milliseconds. Tests shorten it; nothing else does. */
export interface NodeTimings {
  relay: Partial<RelayTimings>
  startDelay: number
  pingInterval: number
  selfEchoInterval: number
  /** How long a stop waits for what is under way. */
  drain: number
}

const TIMINGS: NodeTimings = {
  relay: {},
  startDelay: START_DELAY,
  pingInterval: PING_INTERVAL,
  selfEchoInterval: SELF_ECHO_INTERVAL,
  drain: 7_000,
}

/** What the 2026 generation needs beside the credentials. */
export interface NextRequirements {
  nonces: OpenNonces
  /** What the group is called towards those that join it; undefined when it has no name. */
  groupName(): string | undefined
  /** Whether a member that asks to be taken in is answered; every one is unless told otherwise. */
  approveOnboarding?: (peer: PeerEntry) => boolean | Promise<boolean>
}

export interface NodeOptions {
  group: GroupPackage
  share: SharePackage
  /** Normalised relay URLs, without duplicates. */
  relays: readonly string[]
  /** By x-only key; a peer without one has both allowed. */
  policies?: ReadonlyMap<string, PeerPolicy>
  /** Partial signatures given before, by x-only key. */
  partialSignatures?: ReadonlyMap<string, number>
  log: EventLog
  audit?: (record: SignatureRecord) => void
  /** What the 2026 generation runs on; without it, it is off. */
  next?: NextRequirements
  /** How peers that speak 1.x are met; they are answered, with a warning, unless told otherwise. */
  firstGeneration?: FirstGenerationMode
  /** The state of a relay or a peer has changed. */
  onChange?: () => void
  timings?: Partial<NodeTimings>
  /** What one sender may cost us over one relay. Tests lower it; nothing else does. */
  senderRate?: BucketRate
  /** Gathers requests for signatures. The bench also signs past it; nothing else gives its own. */
  signQueue?: (options: SignQueueOptions) => SignQueue
  /** Unix milliseconds. */
  now?: () => number
  random?: () => number
}

/**
 * What one sender may cost us over one relay: as much as two fast signers can ask of each other, and
 * not more than one core of a small machine, where a verification takes 0.7 ms. Answers that we have
 * asked for come on top.
 */
const BUCKET: BucketRate = { capacity: 1_000, perSecond: 1_000 }

const HASH = /^[0-9a-f]{64}$/
const SAME_SHARE = 'same-share'
const NEXT_OFF = '2026-off'
const NEXT_FAILING = '2026-failing'

/**
 * The running signer: owns the share, the peers with their policies, the relays and the log, and
 * hands what arrives to the generation of the protocol that it belongs to.
 */
export class SignerNode {
  readonly peers: PeerBook
  readonly warnings: Warnings
  readonly monitor: PingMonitor
  readonly connectivity: Connectivity
  readonly group: GroupPackage
  readonly self: { pubkey: string; xonly: string; idx: number }
  readonly #timings: NodeTimings
  readonly #now: () => number
  readonly #onChange: () => void
  readonly #own = new SeenIds()
  readonly #clocks: Clocks
  readonly #journal: RelayJournal
  readonly #pool: RelayPool
  readonly #guard: Guard
  readonly #v1: V1Generation
  readonly #next: NextGeneration | null
  readonly #generations: readonly Generation[]
  readonly #exchanges: Exchanges
  readonly #pings: Pings
  readonly #asking: Asking
  readonly #queue: SignQueue
  readonly #work: CurveWork
  readonly #underWay = new Set<Promise<unknown>>()
  #lastActivity: number | null = null
  #heard = false
  #startedAt = 0
  #begun = false
  #startTimer: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined

  /** @throws FrostrError (NODE_ERROR) when the packages are unsound or don't belong together */
  constructor(options: NodeOptions) {
    const { group, share, log, now = Date.now, random = Math.random } = options
    const { audit = () => {} } = options
    const { pubkey, idx } = checkPackages(group, share)
    const self = { pubkey, xonly: xonlyOf(pubkey), idx }
    const reporter = new Reporter(log, now)
    const distrusted = new Distrusted(log, now)
    const buckets = new TokenBuckets(options.senderRate ?? BUCKET, now)
    this.group = group
    this.self = self
    this.#now = now
    this.#timings = { ...TIMINGS, ...options.timings }
    this.#onChange = options.onChange ?? (() => {})
    this.warnings = new Warnings(log)
    this.#clocks = new Clocks(this.warnings)
    this.#journal = new RelayJournal(log, now)
    this.peers = new PeerBook({
      commits: group.commits,
      self: self.xonly,
      policies: options.policies ?? new Map(),
      partialSignatures: options.partialSignatures ?? new Map(),
      now,
      onStatus: (peer, eventType) => {
        log.peerStatus(peer.pubkey, peer.status, eventType)
        this.#onChange()
      },
    })
    const messenger = new Messenger({
      seckey: share.seckey,
      self: self.xonly,
      publish: (event, relay) => this.#pool.publish(event, relay),
      onOwnEvent: (id) => this.#own.add(id),
      now,
    })
    this.#pool = new RelayPool({
      urls: options.relays,
      authenticate: (challenge, url) => messenger.sign(authTemplate(challenge, url, now())),
      onChange: (status) => this.#relayChanged(status),
      timings: this.#timings.relay,
      now,
      random,
    })
    const firstGeneration = new FirstGeneration(
      options.firstGeneration ?? 'warn',
      this.warnings,
      now,
    )
    const { next } = options
    const opened = next === undefined ? null : openCredentials({ group, share }, next.nonces)
    if (opened?.ok === false) this.warnings.raise(NEXT_OFF, opened.error)
    this.#work = new CurveWork({
      keys: {
        v1: { group, share },
        ...(opened?.ok && { next: { group: opened.value.group, share: opened.value.share } }),
      },
      log,
    })
    const shared = {
      work: this.#work,
      self,
      peers: this.peers,
      expectFrom: (peer: PeerEntry) => buckets.credit(peer.xonly),
      distrusted,
      onSilent: (peer: PeerEntry) => void this.#pings.ping(peer),
      now,
      random,
    }
    this.#v1 = createV1({
      ...shared,
      ...journalOf('1.x', log, { audit, now }),
      group,
      share,
      messenger,
      publish: (event, relay) => this.#pool.publish(event, relay),
      firstGeneration,
    })
    this.#next = opened?.ok
      ? createNext({
          ...shared,
          ...opened.value,
          ...journalOf('2026', log, { audit, now }),
          messenger: new NextMessenger({
            seckey: share.seckey,
            sign: (template) => messenger.sign(template),
            publish: (event) => this.#pool.publish(event),
            now,
          }),
          onStore: (works) => {
            if (works) this.warnings.clear(NEXT_FAILING)
            else this.warnings.raise(NEXT_FAILING, ownerWarning.noncesFailing)
          },
          groupName: () => wireName(next?.groupName()),
          approveOnboarding: next?.approveOnboarding ?? (() => true),
          ping: (peer) => this.#pings.ping(peer),
        })
      : null
    this.#generations = this.#next === null ? [this.#v1] : [this.#v1, this.#next]
    this.#pings = new Pings({ generations: this.#generations, peers: this.peers, log, now })
    this.#asking = new Asking({
      v1: this.#v1,
      next: this.#next,
      peers: this.peers,
      need: group.threshold - 1,
      firstGeneration,
      ping: (peer) => this.#pings.ping(peer),
    })
    this.#exchanges = new Exchanges((publicKey, avoid) => this.#asking.exchange(publicKey, avoid))
    const byKind = new Map(this.#generations.map((generation) => [generation.kind, generation]))
    const observeClock = (event: NostrEvent, peer: PeerEntry) =>
      this.#clocks.observe(peer, event.created_at, Math.floor(now() / 1000))
    this.#guard = new Guard({
      self: self.xonly,
      peers: this.peers,
      kinds: new Set(byKind.keys()),
      seen: this.#pool.seen,
      own: this.#own,
      buckets,
      reporter,
      now,
      onPeerEvent: (event, peer) => {
        this.#lastActivity = now()
        observeClock(event, peer)
        const generation = byKind.get(event.kind)
        if (generation === undefined) return
        this.peers.heardFrom(peer, generation.name)
        generation.receive(event, peer)
      },
      onStale: observeClock,
      onOwnEvent: (event) => {
        // What is older was sent by this very node, before it was started anew.
        const isRecent = event.created_at * 1000 > this.#startedAt
        if (isRecent && !this.#v1.handingOver) this.#warnOfSameShare()
        const isToUs = event.tags.some((tag) => tag[0] === 'p' && tag[1] === self.xonly)
        if (isToUs && event.kind === this.#v1.kind) this.#v1.receiveOwn(event)
      },
      onReturned: (id, relay) => this.#v1.returned(id, relay),
    })
    const { signQueue = (gathering: SignQueueOptions) => new SignQueue(gathering) } = options
    this.#queue = signQueue({
      signBatch: (vectors) => this.#asking.sign(vectors),
      now,
      missing: texts.signatureMissing,
    })
    this.monitor = new PingMonitor({
      pingAll: () => this.pingAll(),
      log,
      interval: this.#timings.pingInterval,
    })
    this.connectivity = new Connectivity({
      relays: () => this.#pool.statuses,
      sendEcho: (relay) => this.#v1.sendEcho({ relay }),
      onDeaf: (relay) => this.#pool.reconnect(relay, 'silent: our own message did not come back'),
      now,
      interval: this.#timings.selfEchoInterval,
    })
  }

  /** At least one relay has an open, confirmed subscription: what is sent to us is heard. */
  get isReady(): boolean {
    return this.#heard && this.#stopping === undefined
  }

  get relays(): RelayStatus[] {
    return this.#pool.statuses
  }

  /** When a peer's message last arrived; Unix milliseconds. */
  get lastActivity(): number | null {
    return this.#lastActivity
  }

  /** @throws FrostrError (NODE_ERROR) when there is no relay to connect to */
  start(): void {
    if (this.#pool.statuses.length === 0) {
      throw new FrostrError('NODE_ERROR', texts.connectNode, { details: { reason: 'no relays' } })
    }
    this.#startedAt = this.#now()
    const { xonly } = this.self
    const kinds = this.#generations.map(({ kind }) => kind)
    const authors = [...this.peers.all.map((peer) => peer.xonly), xonly]
    // The second filter hears peers whose clock is behind, as far as their messages are taken; the
    // third shows what another node with this share sends to others.
    this.#pool.subscribe(
      [
        { kinds, authors, '#p': [xonly] },
        { kinds, authors, '#p': [xonly], lag: MAX_STAMP_SKEW_S },
        { kinds, authors: [xonly] },
      ],
      (event, relay) => this.#guard.receive(event, relay),
    )
    this.#pool.start()
  }

  /** Answers what is in flight, then lets go of everything. Later calls wait for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  /** Never rejects; a ping of the same peer that is under way is shared. */
  async ping(pubkey: string): Promise<PingResult> {
    const peer = this.peers.get(pubkey)
    if (peer) return this.#pings.ping(peer)
    const timestamp = new Date(this.#now()).toISOString()
    return { pubkey, success: false, error: texts.peerDataNotFound, timestamp }
  }

  pingAll(): Promise<PingResult[]> {
    return Promise.all(this.peers.all.map((peer) => this.#pings.ping(peer)))
  }

  diagnose(): Promise<PingDiagnosis[]> {
    return diagnosePeers({ pingAll: () => this.pingAll() })
  }

  /**
   * Signs a hash with the group's key, together with threshold − 1 peers. Never rejects.
   *
   * @param hash and each of the key's tweaks: 32 bytes, hex
   */
  sign(hash: string, tweaks: readonly string[] = []): Promise<SignOutcome> {
    const vector = [hash, ...tweaks].map((part) => part.toLowerCase())
    if (!vector.every((part) => HASH.test(part))) {
      return Promise.resolve({ ok: false, reason: request.hashFormat, code: 'invalid' })
    }
    const [sighash = '', ...rest] = vector
    // What can't be signed must not spoil the session of those that it would leave with.
    if (rest.length > MAX_TWEAKS) {
      return Promise.resolve({
        ok: false,
        reason: refusal.tooManyTweaks(MAX_TWEAKS),
        code: 'invalid',
      })
    }
    if (rest.some((tweak) => scalarFault(tweak) !== undefined)) {
      return Promise.resolve({ ok: false, reason: refusal.tweakInvalid, code: 'invalid' })
    }
    return this.#track(this.#queue.push([sighash, ...rest]))
  }

  /**
   * The point that the group's secret key shares with a public key: a secret. Never rejects.
   *
   * @param publicKey 32 or 33 bytes, hex
   * @param fresh the one given before did not decrypt: ask again, others where there are
   */
  ecdh(publicKey: string, { fresh = false } = {}): Promise<EcdhOutcome> {
    const exchanges = this.#exchanges
    return this.#track(fresh ? exchanges.fresh(publicKey) : exchanges.secret(publicKey))
  }

  /**
   * Asks a member to take us in, by the 2026 generation: both then hold nonces of each other. Never
   * rejects.
   */
  async onboard(pubkey: string): Promise<Result<NextGroup>> {
    const peer = this.peers.get(pubkey)
    if (!peer) return fail(texts.peerDataNotFound)
    if (this.#next === null) return fail(request.nextOff)
    return this.#track(this.#next.onboard(peer))
  }

  /** Sends a message to ourselves, through all relays or one. Never rejects. */
  sendEcho(options?: { relay?: string; timeout?: number }): Promise<EchoOutcome> {
    return this.#track(this.#v1.sendEcho(options))
  }

  /** Waits until another holder of this share announces itself. Never rejects. */
  awaitEcho(timeout?: number): Promise<EchoOutcome> {
    return this.#v1.awaitEcho(timeout)
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#startTimer)
    this.monitor.stop()
    this.connectivity.stop()
    this.#queue.stop()
    const settled = this.#guard
      .idle()
      .then(() => Promise.all([...this.#generations.map((one) => one.drain()), ...this.#underWay]))
    await within(settled, this.#timings.drain)
    this.#guard.stop()
    const parts = [...this.#generations, this.#pool, this.#work]
    await Promise.all(parts.map((part) => part.stop()))
  }

  #relayChanged(status: RelayStatus): void {
    this.#journal.observe(status)
    const heard = this.#pool.heard > 0
    if (heard && !this.#heard) this.#becameReady()
    this.#heard = heard
    this.#onChange()
  }

  #becameReady(): void {
    if (this.#stopping !== undefined) return
    if (this.#begun) {
      // Peers that were lost with the relay are back with it, most likely.
      if (this.monitor.isRunning) void this.pingAll()
      return
    }
    clearTimeout(this.#startTimer)
    this.#startTimer = setTimeout(() => {
      this.#begun = true
      this.monitor.resume()
      this.connectivity.start()
      void this.connectivity.check()
    }, this.#timings.startDelay)
  }

  #warnOfSameShare(): void {
    this.warnings.raise(
      SAME_SHARE,
      'Another node is running with the same share as this one. Two nodes of one share answer ' +
        'twice and get in each other’s way: stop one of them.',
    )
    this.#onChange()
  }

  #track<T>(promise: Promise<T>): Promise<T> {
    const tracked = promise.finally(() => this.#underWay.delete(tracked))
    this.#underWay.add(tracked)
    return tracked
  }
}

/** @returns our own entry in the group */
function checkPackages(group: GroupPackage, share: SharePackage): CommitPackage {
  try {
    encodeGroup(group)
    encodeShare(share)
  } catch (cause) {
    const reason = cause instanceof FrostrError ? cause.message : texts.invalidCredentials
    throw new FrostrError('NODE_ERROR', texts.createNode, { details: { reason }, cause })
  }
  const member = group.commits.find(({ idx }) => idx === share.idx)
  if (member && isMember(group, share)) return member
  throw new FrostrError('NODE_ERROR', texts.createNode, {
    details: { reason: texts.invalidCredentials },
  })
}

/** NIP-42. */
export const authTemplate = (challenge: string, url: string, now: number) => ({
  kind: 22_242,
  created_at: Math.floor(now / 1000),
  tags: [
    ['relay', url],
    ['challenge', challenge],
  ],
  content: '',
})

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}

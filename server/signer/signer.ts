import { setImmediate as nextTurn } from 'node:timers/promises'
import { PING_TIMEOUT } from '#contract/limits.ts'
import { ownerWarning, refusal, request, protocolTexts as texts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { PingDiagnosis, PingResult } from '#contract/peers.ts'
import type { ProtocolName, V1Mode } from '#contract/protocols.ts'
import type { ProtocolState } from '#contract/status.ts'
import { scalarFault } from '#crypto/curve/scalars.ts'
import { isoOf, steadyNow } from '#lib/clock.ts'
import { FrostrError, fail, type Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { Self } from '#protocol/keyset.ts'
import { MAX_STAMP_SKEW_S, MAX_TWEAKS } from '#protocol/limits.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { GroupPackage as V2Group } from '#protocol/v2/group.ts'
import type { RelayStatus } from '#relay/status.ts'
import { Connectivity } from './connectivity.ts'
import { assemble, type Parts } from './create-signer.ts'
import type { EcdhOutcome } from './ecdh/exchanges.ts'
import type { KeyUse } from './ecdh/key-use.ts'
import { PING_INTERVAL, REQUEST_TIMEOUT, SELF_ECHO_INTERVAL, START_DELAY } from './limits.ts'
import type { SignerOptions, SignerTimings } from './options.ts'
import { diagnosePeers } from './peers/diagnostics.ts'
import type { Cosigner } from './peers/directions.ts'
import { isKeptFrom1x, isShutOut, type PeerBook, type PeerEntry, refusesIn } from './peers/peers.ts'
import { PingMonitor } from './peers/ping-monitor.ts'
import { protocolStates } from './peers/protocol-states.ts'
import { RelayJournal } from './relay-journal.ts'
import { type EchoOutcome, echoFailed, type SendEchoOptions } from './self-echo.ts'
import type { SignOutcome } from './signing/sign-queue.ts'
import { unlessStopped } from './signing/stopping.ts'
import type { OnboardingRequests } from './v2/onboarding-requests.ts'
import type { Warnings } from './warnings.ts'

/** How long a stop waits for frames that were read before it. Turns of the event loop. */
const LAST_TURNS = 3

const TIMINGS: SignerTimings = {
  relay: {},
  startDelay: START_DELAY,
  pingInterval: PING_INTERVAL,
  selfEchoInterval: SELF_ECHO_INTERVAL,
  request: REQUEST_TIMEOUT,
  ping: PING_TIMEOUT,
  meeting: 60_000,
  drain: 7_000,
}

const HASH = /^[0-9a-f]{64}$/
const SAME_SHARE = 'same-share'

/**
 * The running signer: owns the share, the peers with their policies, the relays and the log, and
 * hands what arrives to the generation of the protocol that it belongs to.
 */
export class Signer {
  readonly monitor: PingMonitor
  readonly connectivity: Connectivity
  readonly group: GroupOutline
  readonly self: Self
  readonly #parts: Parts
  readonly #timings: SignerTimings
  readonly #now: () => number
  readonly #wall: () => number
  readonly #onChange: () => void
  readonly #journal: RelayJournal
  readonly #underWay = new Set<Promise<unknown>>()
  /** Relays that were set since the start, and are not heard yet. */
  readonly #added = new Set<string>()
  #lastActivity: number | null = null
  #heard = false
  /** By the machine's clock, as events are stamped. */
  #startedAt = 0
  #begun = false
  #startTimer: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined

  /** @throws FrostrError (NODE_ERROR) when no generation of the protocol can run */
  constructor(options: SignerOptions) {
    const { keyset, log, now = steadyNow, onChange = () => {} } = options
    this.group = keyset.outline
    this.self = keyset.self
    this.#now = now
    this.#wall = options.wall ?? options.now ?? Date.now
    this.#timings = { ...TIMINGS, ...options.timings }
    this.#onChange = onChange
    this.#journal = new RelayJournal(log, now)
    this.#parts = assemble(
      { ...options, timings: this.#timings },
      {
        onRelay: (status) => this.#relayChanged(status),
        onPeerStatus: onChange,
        onPeerEvent: () => {
          this.#lastActivity = now()
        },
        onOwnEvent: (event) => this.#receiveOwn(event),
        onReturned: (relay) => this.connectivity.returned(relay),
        onTooFew: () => this.monitor.callOffline(),
      },
    )
    const { line, generations, peers, pings, v2, idle } = this.#parts
    this.monitor = new PingMonitor({
      peers: () => peers.all,
      self: this.self.idx,
      ping: (peer) => pings.ping(peer, { idle: true }),
      cost: (peer) => pings.cost(peer),
      isWanting: (peer) => v2?.isWanting(peer) ?? false,
      isHeldBack: () => line.isThrottled,
      budget: idle,
      log,
      now,
      random: options.random ?? Math.random,
      interval: this.#timings.pingInterval,
    })
    this.connectivity = new Connectivity({
      relays: () => line.statuses,
      sendEcho: (relay) => {
        idle.note()
        return generations[0].sendEcho({ relay })
      },
      probe: (relay) => line.probe(relay),
      onDeaf: (relay) => line.reconnect(relay, 'silent: our own message did not come back'),
      now,
      interval: this.#timings.selfEchoInterval,
    })
  }

  get peers(): PeerBook {
    return this.#parts.peers
  }

  /** The members that have asked to be taken in. */
  get onboarding(): OnboardingRequests {
    return this.#parts.onboarding
  }

  get warnings(): Warnings {
    return this.#parts.warnings
  }

  /** What the owner should know and act on now. */
  get notices(): string[] {
    const { warnings, firstGeneration } = this.#parts
    if (firstGeneration.isRefused) return warnings.list
    const shutOut = this.peers.all.filter((peer) =>
      isShutOut(peer, { now: this.#now(), meeting: this.#timings.meeting }),
    )
    return [
      ...warnings.list,
      ...shutOut.map(({ pubkey }) => ownerWarning.shutOut(pubkey.slice(0, 8))),
    ]
  }

  /** At least one relay has an open, confirmed subscription: what is sent to us is heard. */
  get isReady(): boolean {
    return this.#heard && this.#stopping === undefined
  }

  get relays(): RelayStatus[] {
    return this.#parts.line.statuses
  }

  /** In which generations signatures are given and asked for, and why not in the others. */
  get generations(): ProtocolState[] {
    const { v1, firstGeneration, v2Problem } = this.#parts
    return protocolStates({
      hasFirst: v1 !== null,
      isFirstRefused: firstGeneration.isRefused,
      v2Problem: v2Problem(),
    })
  }

  /** The generations that it speaks, whether or not it signs in them now. */
  get spoken(): ProtocolName[] {
    return this.#parts.generations.map(({ name }) => name)
  }

  /** The peers, as far as it matters for who can sign with whom. */
  get cosigners(): Cosigner[] {
    const { firstGeneration, v2 } = this.#parts
    const isAskedIn1x = (peer: PeerEntry) =>
      peer.dialects.has('1.x') && !firstGeneration.isRefused && !isKeptFrom1x(peer)
    return this.peers.all.map((peer) => {
      const { status, policy, dialects } = peer
      const isSilent = !dialects.has('2026')
      const isOlder =
        isSilent && (firstGeneration.isRefused || (isKeptFrom1x(peer) && dialects.has('1.x')))
      return {
        status,
        policy,
        isOlder,
        refusesUs: refusesIn(peer, isSilent ? '1.x' : '2026', 'sign'),
        givesNoNonces: v2?.givesNoNonces(peer) === true && !isAskedIn1x(peer),
      }
    })
  }

  /** When a peer's message last arrived; Unix milliseconds. */
  get lastActivity(): number | null {
    return this.#lastActivity
  }

  /** @throws FrostrError (NODE_ERROR) when there is no relay to connect to */
  start(): void {
    if (this.#parts.line.statuses.length === 0) {
      throw new FrostrError('NODE_ERROR', texts.connectNode, { details: { reason: 'no relays' } })
    }
    this.#startedAt = this.#wall()
    const { xonly } = this.self
    const kinds = this.#parts.generations.map(({ kind }) => kind)
    const authors = [...this.peers.all.map((peer) => peer.xonly), xonly]
    // The second filter hears peers whose clock is behind, as far as their messages are taken; the
    // third shows what another node with this share sends to others.
    this.#parts.line.subscribe(
      [
        { kinds, authors, '#p': [xonly] },
        { kinds, authors, '#p': [xonly], lag: MAX_STAMP_SKEW_S },
        { kinds, authors: [xonly] },
      ],
      (event, relay) => this.#parts.guard.receive(event, relay),
    )
    this.#parts.line.start()
  }

  /** Answers what is in flight, then lets go of everything. Later calls wait for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  /** Never rejects; a ping of the same peer that is under way is shared. */
  async ping(pubkey: string): Promise<PingResult> {
    const peer = this.peers.get(pubkey)
    if (peer) return this.#parts.pings.ping(peer)
    const timestamp = isoOf(this.#now())
    return { pubkey, success: false, error: texts.peerDataNotFound, timestamp }
  }

  pingAll(): Promise<PingResult[]> {
    return Promise.all(this.peers.all.map((peer) => this.#parts.pings.ping(peer)))
  }

  diagnose(): Promise<PingDiagnosis[]> {
    return diagnosePeers({ pingAll: () => this.pingAll() })
  }

  /**
   * Signs a hash with the group's key, together with threshold − 1 peers. Never rejects; ends at once when
   * the owner stops everything.
   *
   * @param hash and each of the key's tweaks: 32 bytes, hex
   * @param event what the hash is the id of, serialised (NIP-01): peers of the 2026 generation are
   *   told, so that they can check and show what they sign
   */
  sign(
    permit: Permit<'sign'>,
    hash: string,
    tweaks: readonly string[] = [],
    event?: string,
  ): Promise<SignOutcome> {
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
    return this.#track(
      unlessStopped(permit.signal, () => this.#parts.queue.push(permit, [sighash, ...rest], event)),
    )
  }

  /**
   * Signs a hash together with one peer in particular, and others where it takes more: in 2026, which
   * alone can choose. Never rejects; ends at once when the owner stops everything.
   *
   * @param hash 32 bytes, hex
   */
  async prove(permit: Permit<'sign'>, hash: string, pubkey: string): Promise<SignOutcome> {
    const through = this.peers.get(pubkey)
    const { v2 } = this.#parts
    if (through === undefined || v2 === null || !HASH.test(hash)) {
      const reason = v2 === null ? request.v2Off : texts.peerDataNotFound
      return { ok: false, reason, code: 'invalid' }
    }
    return this.#track(
      unlessStopped<SignOutcome>(permit.signal, async () => {
        const outcome = await v2.sign(permit, [[hash]], { through })
        const [signature] = outcome.signatures ?? []
        if (!outcome.ok) return outcome
        return signature === undefined
          ? { ok: false, reason: texts.nodeError, code: 'invalid' }
          : { ok: true, signature }
      }),
    )
  }

  /**
   * The point that the group's secret key shares with a public key: a secret. Never rejects; ends at once
   * when the owner stops everything.
   *
   * @param publicKey 32 or 33 bytes, hex
   * @param proven as in `ExchangeOptions`
   */
  ecdh(permit: Permit<KeyUse>, publicKey: string, { proven = true } = {}): Promise<EcdhOutcome> {
    const { exchanges } = this.#parts
    return this.#track(
      unlessStopped(permit.signal, () => exchanges.secret(permit, publicKey, { proven })),
    )
  }

  /** Keeps no result of a key exchange that was made so far, or is being made. */
  forgetSecrets(): void {
    this.#parts.exchanges.forget()
  }

  /**
   * Asks a member to take us in, by the 2026 generation: both then hold nonces of each other. Never
   * rejects.
   */
  async onboard(pubkey: string): Promise<Result<V2Group>> {
    const peer = this.peers.get(pubkey)
    if (!peer) return fail(texts.peerDataNotFound)
    if (this.#parts.v2 === null) return fail(request.v2Off)
    return this.#track(this.#parts.v2.onboard(peer))
  }

  /** Says how peers that speak 1.x are met from now on. */
  meetFirstGeneration(mode: V1Mode): void {
    this.#parts.firstGeneration.meet(mode)
    this.#onChange()
  }

  /**
   * Changes the relays. Those that stay are not touched, and what is under way goes on.
   *
   * @param relays normalised, without duplicates
   */
  setRelays(relays: readonly string[]): void {
    const before = this.relays.map(({ url }) => url)
    for (const relay of before) {
      if (relays.includes(relay)) continue
      this.#journal.removed(relay)
      this.connectivity.left(relay)
      this.#added.delete(relay)
    }
    for (const relay of relays) {
      if (before.includes(relay)) continue
      this.#journal.added(relay)
      this.#added.add(relay)
    }
    this.#parts.line.setRelays(relays)
  }

  /**
   * The machine's clock was set, and the relays are asked anew: finds out at once who is there.
   *
   * @param by milliseconds forward
   */
  clockSet(by: number): void {
    this.#startedAt += by
    if (this.monitor.isRunning) this.monitor.sweep()
  }

  /** Sends a message to ourselves, through all relays or one. Never rejects. */
  sendEcho(options?: SendEchoOptions): Promise<EchoOutcome> {
    return this.#track(this.#parts.generations[0].sendEcho(options))
  }

  /** Waits until another holder of this share announces itself, as 1.x has it. Never rejects. */
  async awaitEcho(timeout?: number): Promise<EchoOutcome> {
    return this.#parts.v1?.awaitEcho(timeout) ?? echoFailed(request.firstGenerationOff)
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#startTimer)
    this.monitor.stop()
    this.connectivity.stop()
    this.#parts.queue.stop()
    // What the sockets have read by now is handed over a frame at a time, each in a turn of its own.
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
    const settled = this.#parts.guard
      .idle()
      .then(() =>
        Promise.all([...this.#parts.generations.map((one) => one.drain()), ...this.#underWay]),
      )
    await within(settled, this.#timings.drain)
    this.#parts.guard.stop()
    const { generations, line, work } = this.#parts
    await Promise.all([...generations, line, work].map((part) => part.stop()))
  }

  #relayChanged(status: RelayStatus): void {
    this.#journal.observe(status)
    const heard = this.#parts.line.heard > 0
    if (heard && !this.#heard) this.#becameReady()
    this.#heard = heard
    // Peers that could not be reached may be there.
    if (status.heard && this.#added.delete(status.url) && this.monitor.isRunning) {
      this.monitor.sweep()
    }
    this.#onChange()
  }

  #becameReady(): void {
    if (this.#stopping !== undefined) return
    if (this.#begun) {
      // Peers that were lost with the relay are back with it, most likely.
      if (this.monitor.isRunning) this.monitor.sweep()
      return
    }
    this.#parts.v2?.begin()
    clearTimeout(this.#startTimer)
    this.#startTimer = setTimeout(() => {
      this.#begun = true
      this.monitor.resume()
      this.connectivity.start()
      void this.connectivity.look()
    }, this.#timings.startDelay)
  }

  #receiveOwn(event: NostrEvent): void {
    const { v1 } = this.#parts
    // What is older was sent by this very node, before it was started anew.
    const isRecent = event.created_at * 1000 > this.#startedAt
    if (isRecent && v1?.handingOver !== true) this.#warnOfSameShare()
    const isToUs = event.tags.some((tag) => tag[0] === 'p' && tag[1] === this.self.xonly)
    if (isToUs && event.kind === v1?.kind) v1.receiveOwn(event)
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

async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}

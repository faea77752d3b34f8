import { setImmediate as nextTurn } from 'node:timers/promises'
import { ownerWarning, request } from '#contract/codes.ts'
import type { Failure as Why } from '#contract/message.ts'
import { refusal, protocolTexts as texts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import type { PingDiagnosis, PingResult } from '#contract/peers.ts'
import type { ProtocolName, V1Mode } from '#contract/protocols.ts'
import { scalarFault } from '#crypto/curve/scalars.ts'
import { isoOf, steadyNow } from '#lib/clock.ts'
import { FrostrError, fail, type Result } from '#lib/errors.ts'
import type { Permit } from '#policy/engine.ts'
import type { Self } from '#protocol/keyset.ts'
import { MAX_STAMP_SKEW_S, MAX_TWEAKS } from '#protocol/limits.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { GroupPackage as V2Group } from '#protocol/v2/group.ts'
import type { RelayStatus } from '#relay/status.ts'
import { createParts, type Parts } from './create-signer.ts'
import type { EcdhOperation, EcdhOutcome } from './ecdh/shared-secrets.ts'
import { type Failure, invalid, unlessStopped, within } from './failure.ts'
import { type Cosigner, cosignerOf, type ProtocolHealth, protocolStates } from './health.ts'
import { LAST_TURNS } from './limits.ts'
import { DEFAULT_TIMINGS, type SignerOptions, type SignerTimings } from './options.ts'
import { allows, isShutOut, type PeerBook, type PeerEntry } from './peers/peers.ts'
import type { PingMonitor } from './peers/ping-monitor.ts'
import { diagnosePeers } from './peers/pings.ts'
import { RelayLog } from './relay-log.ts'
import {
  type Connectivity,
  type EchoOutcome,
  echoFailed,
  type SendEchoOptions,
} from './self-echo.ts'
import type { SignOutcome } from './signing/sign-queue.ts'
import type { OnboardingRequests } from './v2/onboarding-requests.ts'
import type { Warnings } from './warnings.ts'

const HASH = /^[0-9a-f]{64}$/

/** A running signer of one share: its peers, its relays, and both versions of the protocol. */
export class Signer {
  readonly monitor: PingMonitor
  readonly connectivity: Connectivity
  readonly group: GroupOutline
  readonly self: Self
  readonly peers: PeerBook
  readonly warnings: Warnings
  /** The members that have asked to join. */
  readonly onboarding: OnboardingRequests
  readonly #parts: Parts
  readonly #timings: SignerTimings
  readonly #now: () => number
  readonly #wall: () => number
  readonly #onChange: () => void
  readonly #relayLog: RelayLog
  readonly #underWay = new Set<Promise<unknown>>()
  /** Relays added since the start that are not heard yet. */
  readonly #added = new Set<string>()
  #lastActivity: number | null = null
  #heard = false
  /** When the signer started, by the clock that stamps events; Unix milliseconds. */
  #startedAt = 0
  #begun = false
  /** Withdraws the warning of another device with our share, once that device is silent. */
  #twinTimer: NodeJS.Timeout | undefined
  #startTimer: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined

  /** @throws FrostrError (NODE_ERROR) when the credentials fit neither protocol */
  constructor(options: SignerOptions) {
    const { keyset, log, now = steadyNow, onChange = () => {} } = options
    this.group = keyset.outline
    this.self = keyset.self
    this.#now = now
    this.#wall = options.wall ?? options.now ?? Date.now
    this.#timings = { ...DEFAULT_TIMINGS, ...options.timings }
    this.#onChange = onChange
    this.#relayLog = new RelayLog(log, now)
    this.#parts = createParts(
      { ...options, timings: this.#timings },
      {
        onRelay: (status) => this.#relayChanged(status),
        onPeerStatus: onChange,
        onPeerEvent: () => {
          this.#lastActivity = now()
        },
        onOwnEvent: (event) => this.#receiveOwn(event),
      },
    )
    this.monitor = this.#parts.monitor
    this.connectivity = this.#parts.connectivity
    this.peers = this.#parts.peers
    this.warnings = this.#parts.warnings
    this.onboarding = this.#parts.onboarding
  }

  /** What the owner should act on now. */
  get ownerWarnings(): Why[] {
    return [
      ...this.warnings.active.map(({ why }) => why),
      ...this.shutOut.map(({ pubkey }) => ownerWarning.shutOut(pubkey.slice(0, 8))),
    ]
  }

  /** The peers that are refused in 1.x because they once spoke 2026. */
  get shutOut(): PeerEntry[] {
    if (this.#parts.v1Policy.isRefused) return []
    return this.peers.all.filter((peer) =>
      isShutOut(peer, { now: this.#now(), meeting: this.#timings.meeting }),
    )
  }

  /** At least one relay has confirmed our subscription, so we receive messages. */
  get isReady(): boolean {
    return this.#heard && this.#stopping === undefined
  }

  get relays(): RelayStatus[] {
    return this.#parts.relaySession.statuses
  }

  /** In which protocols we sign and ask for signatures, and why not in the others. */
  get protocols(): ProtocolHealth[] {
    const { v1, v1Policy, v2Problem } = this.#parts
    return protocolStates({
      hasV1: v1 !== null,
      isV1Refused: v1Policy.isRefused,
      v2Problem: v2Problem(),
    })
  }

  /** The protocols it speaks, whether or not it signs in them now. */
  get protocolNames(): ProtocolName[] {
    return this.#parts.protocols.map(({ name }) => name)
  }

  /** The states of the peers that decide whether we can sign with them. */
  get cosigners(): Cosigner[] {
    const { v1Policy, v2 } = this.#parts
    return this.peers.all.map((peer) =>
      cosignerOf(peer, {
        isV1Refused: v1Policy.isRefused,
        givesNoNonces: v2?.givesNoNonces(peer) === true,
      }),
    )
  }

  /** When the last message of a peer arrived; Unix milliseconds. */
  get lastActivity(): number | null {
    return this.#lastActivity
  }

  /** @throws FrostrError (NODE_ERROR) when there is no relay to connect to */
  start(): void {
    if (this.#parts.relaySession.statuses.length === 0) {
      throw new FrostrError('NODE_ERROR', texts.connectNode, {
        details: { reason: { error: 'no relays' } },
      })
    }
    this.#startedAt = this.#wall()
    const { xonly } = this.self
    const kinds = this.#parts.protocols.map(({ kind }) => kind)
    const authors = [...this.peers.all.map((peer) => peer.xonly), xonly]
    // The second filter is for peers whose clock is behind. The third shows what another device with this
    // share sends to others.
    const { guard, relaySession } = this.#parts
    relaySession.subscribe(
      [
        { kinds, authors, '#p': [xonly] },
        { kinds, authors, '#p': [xonly], lag: MAX_STAMP_SKEW_S },
        { kinds, authors: [xonly] },
      ],
      guard.receive.bind(guard),
    )
    relaySession.start()
  }

  /** Answers the requests under way, then closes everything. Later calls wait for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  /** Never rejects. Shares a ping of the same peer that is under way. */
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
    return diagnosePeers(() => this.pingAll())
  }

  /**
   * Signs a hash with the group's key and threshold − 1 peers. Never rejects; ends at once when the owner
   * stops everything.
   *
   * @param hash 32 bytes, hex; each tweak likewise
   * @param event whose id the hash is, serialised (NIP-01): peers that speak 2026 get it, so that they can
   *   check and show what they sign
   */
  async sign(
    permit: Permit<'sign'>,
    hash: string,
    tweaks: readonly string[] = [],
    event?: string,
  ): Promise<SignOutcome> {
    const vector = [hash, ...tweaks].map((part) => part.toLowerCase())
    if (!vector.every((part) => HASH.test(part))) return invalid(request.hashFormat)
    const [sighash = '', ...rest] = vector
    // Checked here, because a bad vector would fail the whole batch that it is sent with.
    if (rest.length > MAX_TWEAKS) return invalid({ error: refusal.tooManyTweaks(MAX_TWEAKS) })
    if (rest.some((tweak) => scalarFault(tweak) !== undefined)) {
      return invalid({ error: refusal.tweakInvalid })
    }
    return this.#track(
      unlessStopped(permit.signal, () => this.#parts.queue.push(permit, [sighash, ...rest], event)),
    )
  }

  /**
   * Signs a hash together with a given peer, in 2026 only: in 1.x a test would give away a part of the share.
   * Never rejects; ends at once when the owner stops everything.
   *
   * @param hash 32 bytes, hex
   * @param pubkey null: any peer
   */
  async prove(permit: Permit<'sign'>, hash: string, pubkey: string | null): Promise<SignOutcome> {
    const through = pubkey === null ? null : this.peers.get(pubkey)
    const { v2 } = this.#parts
    if (through === undefined || v2 === null || !HASH.test(hash)) {
      return invalid(v2 === null ? request.v2Off : { error: texts.peerDataNotFound })
    }
    return this.#track(
      unlessStopped<SignOutcome>(permit.signal, async () => {
        const need = this.group.threshold - 1
        const away = this.peers.all.filter(({ status }) => status !== 'online')
        const areTooFew = this.peers.all.length - away.length < need
        // Peers that were away may be back.
        const asked = away.filter((peer) => areTooFew || peer === through)
        await Promise.all(asked.map((peer) => this.#parts.pings.ping(peer)))
        const barrier = proofBarrier(this.peers.all, through, need)
        if (barrier !== null) return barrier
        const outcome = await v2.sign(permit, [[hash]], { through })
        const [signature] = outcome.signatures ?? []
        if (!outcome.ok) return outcome
        return signature ? { ok: true, signature } : invalid({ error: texts.nodeError })
      }),
    )
  }

  /**
   * The ECDH secret of the group's key and a public key. Never rejects; ends at once when the owner stops
   * everything.
   *
   * @param publicKey 32 or 33 bytes, hex
   * @param proven as in `ExchangeOptions`
   */
  ecdh(
    permit: Permit<EcdhOperation>,
    publicKey: string,
    { proven = true } = {},
  ): Promise<EcdhOutcome> {
    const { sharedSecrets } = this.#parts
    return this.#track(
      unlessStopped(permit.signal, () => sharedSecrets.get(permit, publicKey, { proven })),
    )
  }

  /** Drops all ECDH secrets, those of exchanges under way included. */
  forgetSecrets(): void {
    this.#parts.sharedSecrets.forget()
  }

  /** Asks a peer for the group, in 2026. Afterwards both hold nonces of each other. Never rejects. */
  async onboard(pubkey: string): Promise<Result<V2Group>> {
    const peer = this.peers.get(pubkey)
    if (!peer) return fail(texts.peerDataNotFound)
    if (this.#parts.v2 === null) return fail(request.v2Off)
    return this.#track(this.#parts.v2.onboard(peer))
  }

  /** Sets how peers that speak 1.x are treated from now on. */
  setV1Mode(mode: V1Mode): void {
    this.#parts.v1Policy.setMode(mode)
    this.#onChange()
  }

  /**
   * Changes the relays. Connections to those that stay are kept, and requests under way go on.
   *
   * @param relays normalised, without duplicates
   */
  setRelays(relays: readonly string[]): void {
    const before = this.relays.map(({ url }) => url)
    for (const relay of before) {
      if (relays.includes(relay)) continue
      this.#relayLog.removed(relay)
      this.connectivity.removed(relay)
      this.#added.delete(relay)
    }
    for (const relay of relays) {
      if (before.includes(relay)) continue
      this.#relayLog.added(relay)
      this.#added.add(relay)
    }
    this.#parts.relaySession.setRelays(relays)
  }

  /**
   * The machine's clock was set: pings all peers to find out who is online.
   *
   * @param by milliseconds forward
   */
  clockSet(by: number): void {
    this.#startedAt += by
    if (this.monitor.isRunning) this.monitor.pingAll()
  }

  /** Sends a message to ourselves, through all relays or one. Never rejects. */
  sendEcho(options?: SendEchoOptions): Promise<EchoOutcome> {
    return this.#track(this.#parts.protocols[0].sendEcho(options))
  }

  /** Waits until another device with this share announces itself, in 1.x. Never rejects. */
  async awaitEcho(timeout?: number): Promise<EchoOutcome> {
    return this.#parts.v1?.handover.wait(timeout) ?? echoFailed(request.firstGenerationOff.error)
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#startTimer)
    clearTimeout(this.#twinTimer)
    this.monitor.stop()
    this.connectivity.stop()
    this.#parts.queue.stop()
    // Each frame that the sockets have read is handled in its own turn of the event loop.
    for (let turn = 0; turn < LAST_TURNS; turn += 1) await nextTurn()
    const { guard, protocols, relaySession, work } = this.#parts
    const settled = guard
      .idle()
      .then(() => Promise.all([...protocols.map((one) => one.drain()), ...this.#underWay]))
    await within(settled, this.#timings.drain)
    guard.stop()
    await Promise.all([...protocols, relaySession, work].map((part) => part.stop()))
  }

  #relayChanged(status: RelayStatus): void {
    this.#relayLog.observe(status)
    const heard = this.#parts.relaySession.heard > 0
    if (heard && !this.#heard) this.#becameReady()
    this.#heard = heard
    // Peers that could not be reached may be on the new relay.
    if (status.heard && this.#added.delete(status.url) && this.monitor.isRunning) {
      this.monitor.pingAll()
    }
    this.#onChange()
  }

  #becameReady(): void {
    if (this.#stopping !== undefined) return
    if (this.#begun) {
      // Peers that went offline with the relay are probably back.
      if (this.monitor.isRunning) this.monitor.pingAll()
      return
    }
    this.#parts.v2?.begin()
    clearTimeout(this.#startTimer)
    this.#startTimer = setTimeout(() => {
      this.#begun = true
      this.monitor.resume()
      this.connectivity.start()
      void this.connectivity.check()
    }, this.#timings.startDelay)
  }

  #receiveOwn(event: NostrEvent): void {
    const { v1 } = this.#parts
    // Older events are our own, from before a restart.
    const isRecent = event.created_at * 1000 > this.#startedAt
    if (isRecent && v1?.handover.isAwaited !== true) this.#warnOfSameShare()
    const isToUs = event.tags.some((tag) => tag[0] === 'p' && tag[1] === this.self.xonly)
    if (isToUs && event.kind === v1?.kind) v1.receiveOwn(event)
  }

  #warnOfSameShare(): void {
    clearTimeout(this.#twinTimer)
    this.#twinTimer = setTimeout(() => {
      this.warnings.clear('same-share')
      this.#onChange()
    }, this.#timings.twinGone).unref()
    this.warnings.raise('same-share', {
      error:
        'Another node is running with the same share as this one. Two nodes of one share answer ' +
        'twice and get in each other’s way: stop one of them.',
    })
    this.#onChange()
  }

  #track<T>(promise: Promise<T>): Promise<T> {
    const tracked = promise.finally(() => this.#underWay.delete(tracked))
    this.#underWay.add(tracked)
    return tracked
  }
}

/** Why no test signature can be made now; null: it may be tried. @param need how many peers must sign */
function proofBarrier(
  peers: readonly PeerEntry[],
  through: PeerEntry | null,
  need: number,
): Failure | null {
  const online = peers.filter(({ status }) => status === 'online')
  const isOlder = ({ protocols }: PeerEntry) => !protocols.has('2026')
  if (through !== null) {
    if (!online.includes(through)) return { ok: false, why: request.proofAway }
    if (isOlder(through)) return invalid(request.proofOlder)
    if (!allows(through.policy, 'send.sign')) return invalid(request.proofOff)
  }
  const missing = need - online.length
  // The `busy` failure says nothing about the device that is to be proven.
  if (missing > 0) return { ok: false, why: request.proofAlone(missing), code: 'busy' }
  const isOnlyOlder = online.filter((peer) => !isOlder(peer)).length < need
  return isOnlyOlder ? invalid(request.proofOlder) : null
}

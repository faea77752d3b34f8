import { ownerWarning, request, protocolTexts as texts } from '#contract/messages.ts'
import type { Settings } from '#contract/settings.ts'
import type { ProtocolState } from '#contract/status.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError, fail, type Result } from '#lib/errors.ts'
import type { ClockWitnesses } from '#lib/own-clock.ts'
import type { PolicyEngine } from '#policy/engine.ts'
import type { Credentials } from '#protocol/keyset.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { ExchangeRecord } from './ecdh/exchange-record.ts'
import { healthOf, type SignerHealth } from './health.ts'
import type { SignerTimings } from './options.ts'
import { shut } from './peers/directions.ts'
import { PeerManager } from './peers/peer-manager.ts'
import type { KeptOfPeer, PeerBuild, PeerEntry, PeerPolicy } from './peers/peers.ts'
import { obstacleOf } from './peers/protocol-states.ts'
import type { Running } from './running.ts'
import { Signer } from './signer.ts'
import type { SignatureRecord } from './signing/signature-record.ts'
import { type NonceIdentity, nonceIdentity, type OpenNonces } from './v2/credentials.ts'
import type { OnboardingRecord } from './v2/onboarding-requests.ts'

export interface SupervisorOptions {
  running: Running
  /** How peers are met; without it, by the node's own defaults. */
  protocol?: () => Settings
  policies(): ReadonlyMap<string, PeerPolicy>
  /** What peers speak and run, by x-only key, ours and theirs. Without it nothing is kept. */
  generations?: {
    of(self: string): ReadonlyMap<string, KeptOfPeer>
    heardIn2026(self: string, peer: string): void
    setBuild(self: string, peer: string, build: PeerBuild): void
  }
  partialSignatures(): ReadonlyMap<string, number>
  audit(record: SignatureRecord): void
  /** A peer gets our part of a key exchange. */
  auditExchange(record: ExchangeRecord): void
  /** A member has asked to be taken in. */
  onOnboarding?(record: OnboardingRecord): void
  /** Decides about what peers ask for. */
  policyEngine: PolicyEngine
  /** Without it the 2026 generation of the protocol is off. */
  nonces?: OpenNonces
  /** Deletes the nonces of a share that was deleted or replaced. May throw. */
  forgetNonces?(identity: NonceIdentity): void
  /** Where the relay connections are; without it, each node makes its own. */
  relayPool?: RelayPool
  /** Whether this machine's clock is the one that is wrong. */
  ownClock?: ClockWitnesses
  log: KeysetLog
  timings?: Partial<SignerTimings>
  /** Aborted when nobody is to wait for a person any longer. */
  leaving?: AbortSignal
  /** Unix milliseconds. */
  now?: () => number
}

/** What the running signer hears; nothing when none runs. Times are Unix milliseconds. */
export interface Activity {
  /** It hears a relay and is not being stopped. */
  isReady: boolean
  last: number | null
  /** When we last learnt whether a relay brings us our own events, and how many checks in a row failed. */
  lastCheck: number | null
  failedChecks: number
}

/**
 * The signer's life: starts it when credentials are saved, restarts it when they change, tells it when
 * the relays do, stops it when they are deleted, and knows at any time its state and why.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #now: () => number
  readonly #running: Running
  /** Of the credentials that the node runs on. */
  #key: string | null = null
  /** Whose nonces are kept, as far as this process knows. */
  #identity: NonceIdentity | null = null
  #problem: string | null = null
  #silentSince: number
  #wasHeard = false
  #ending = false
  #state: SignerHealth['state'] = 'stopped'
  #applying: Promise<void> = Promise.resolve()
  #stopped = false
  /** When peers were last warned about for 1.x: a restart of the node is no reason to do it again. */
  readonly #firstGenerationWarnedAt = new Map<string, number>()
  /** The same for key exchanges that come out wrong. */
  readonly #unweightedWarnedAt = new Map<string, number>()

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#running = options.running
    this.#now = options.now ?? steadyNow
    this.#silentSince = this.#now()
  }

  get signer(): Signer | null {
    return this.#running.signer
  }

  get hasCredentials(): boolean {
    const { share, group } = this.credentials
    return share !== null && group !== null
  }

  /** The relay URLs in force. */
  get relays(): string[] {
    return this.#running.relays
  }

  get relayStates(): RelayStatus[] {
    return this.signer?.relays ?? []
  }

  get activity(): Activity {
    const { signer } = this
    return {
      isReady: signer?.isReady ?? false,
      last: signer?.lastActivity ?? null,
      lastCheck: signer?.connectivity.lastCheck ?? null,
      failedChecks: signer?.connectivity.failures ?? 0,
    }
  }

  /** The generations that it speaks, the oldest first, and why it does not sign in one. */
  get generations(): ProtocolState[] {
    return this.signer?.generations ?? []
  }

  get warnings(): string[] {
    return [...this.#running.notices, ...(this.signer?.notices ?? [])]
  }

  get verdict(): SignerHealth {
    const { signer } = this
    if (signer) {
      const { relays, cosigners: peers, group } = signer
      const { threshold } = group
      const silentSince = this.#silentSince
      const wasHeard = this.#wasHeard
      const obstacle = obstacleOf(signer.generations)
      return healthOf({ relays, peers, threshold, obstacle, silentSince, wasHeard }, this.#now())
    }
    const reason = this.#problem ?? (this.#stopped ? request.stopped : request.noCredentials)
    return { state: 'stopped', reason, directions: shut('stopped') }
  }

  /** What the group credential says; null when none is saved. */
  get group(): Result<GroupOutline> | null {
    return this.#running.group
  }

  /** Our own x-only key; null when no sound share is saved. */
  get self(): string | null {
    return this.#running.self
  }

  /** The credentials in force, and what they say. */
  get credentials(): Credentials {
    return this.#running.credentials
  }

  get peerManager(): PeerManager {
    const { policies, partialSignatures } = this.#options
    const group = this.group ?? fail(texts.invalidCredentials)
    return new PeerManager({
      group,
      self: this.self,
      signer: this.signer,
      policies,
      partialSignatures,
    })
  }

  /**
   * Brings the node in line with settings that have changed, one call after the other. Rejects when the
   * settings can't be read.
   *
   * @param checked what the settings' credentials say, if they were read before they were saved
   */
  apply(checked?: Credentials): Promise<void> {
    this.#running.settingsChanged(checked)
    const applied = this.#applying.then(() => this.#apply())
    this.#applying = applied.catch(() => {})
    return applied
  }

  /** Brings a running node in line with a change of how peers are met. */
  applyProtocol(): void {
    const protocol = this.#options.protocol?.()
    if (protocol === undefined) return
    this.signer?.meetFirstGeneration(protocol.firstGeneration)
  }

  /** Answers what is in flight and ends the node for good. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#applying
    await this.#end()
  }

  async #apply(): Promise<void> {
    if (this.#stopped) return
    const { signer } = this
    const { credentials, relaySetting: relays } = this.#running
    const { texts, keyset } = credentials
    const key = JSON.stringify([texts.share, texts.group])
    if (signer !== null && this.#key === key && relays.ok) {
      signer.setRelays(relays.value)
      return
    }
    await this.#end()
    this.#forgetOthers(
      keyset?.ok && keyset.value.v2.ok ? nonceIdentity(keyset.value.v2.value) : null,
    )
    this.#problem = null
    if (this.hasCredentials) {
      try {
        this.#begin(credentials, relays)
        this.#key = key
      } catch (error) {
        this.#running.signer = null
        this.#problem = describe(error)
        this.#options.log.add('error', `Signer not started: ${this.#problem}`)
      }
    }
    this.#observe()
  }

  #begin(credentials: Credentials, relays: Result<string[]>): void {
    const {
      relayPool,
      log,
      audit,
      auditExchange,
      policies,
      partialSignatures,
      nonces,
      timings,
      leaving,
      protocol,
      policyEngine: decides,
    } = this.#options
    const { generations, ownClock } = this.#options
    const { share, group, self, keyset } = credentials
    if (share?.ok === false) throw nodeError(texts.invalidCredentials, share.error)
    if (group?.ok === false) throw nodeError(texts.invalidCredentials, group.error)
    if (!relays.ok) throw nodeError(texts.connectNode, relays.error)
    if (!keyset?.ok) throw nodeError(texts.createNode, texts.invalidCredentials)
    const signer = new Signer({
      keyset: keyset.value,
      policyEngine: decides,
      relays: relays.value,
      ...(relayPool && { relayPool }),
      ...(ownClock && { ownClock }),
      policies: policies(),
      partialSignatures: partialSignatures(),
      ...(self !== null && generations && { generations: generations.of(self) }),
      onHeardIn2026: (peer) => this.#keepHeard(self, peer),
      onBuild: (peer, build) => this.#keepBuild(self, peer, build),
      firstGenerationWarnedAt: this.#firstGenerationWarnedAt,
      unweightedWarnedAt: this.#unweightedWarnedAt,
      log,
      audit,
      auditExchange,
      onChange: () => this.#observe(),
      now: this.#now,
      wall: this.#options.now ?? Date.now,
      ...(protocol && { firstGeneration: protocol().firstGeneration }),
      ...(nonces && {
        v2: {
          nonces,
          groupName: () => this.#running.groupName,
          onOnboarding: (record) => this.#options.onOnboarding?.(record),
          onGroupGiven: (peer) => this.#running.groupGiven(peer),
        },
      }),
      ...(timings === undefined ? {} : { timings }),
      ...(leaving && { leaving }),
    })
    this.#silentSince = this.#now()
    this.#wasHeard = false
    this.#running.signer = signer
    signer.start()
  }

  /** What can't be kept is learnt again after the next start; until then it is known here. */
  #keepHeard(self: string | null, peer: PeerEntry): void {
    try {
      if (self !== null) this.#options.generations?.heardIn2026(self, peer.xonly)
    } catch {
      this.#options.log.add('error', ownerWarning.generationNotKept(peer.pubkey.slice(0, 8)))
    }
  }

  #keepBuild(self: string | null, peer: PeerEntry, build: PeerBuild): void {
    try {
      if (self !== null) this.#options.generations?.setBuild(self, peer.xonly, build)
    } catch {
      // It is learnt again after the next start, from the first ping.
    }
  }

  #forgetOthers(identity: NonceIdentity | null): void {
    const before = this.#identity
    this.#identity = identity
    if (before === null) return
    if (before.gid === identity?.gid && before.seckey === identity.seckey) return
    try {
      this.#options.forgetNonces?.(before)
    } catch {
      this.#options.log.add('error', ownerWarning.noncesNotDeleted)
    }
  }

  async #end(): Promise<void> {
    const ending = this.signer
    if (!ending) return
    this.#running.changed()
    this.#ending = true
    try {
      await ending.stop()
    } catch (error) {
      this.#options.log.add('error', `${texts.closeNode}: ${describe(error)}`)
    }
    this.#ending = false
    // Whoever ends it decides what comes next: another node, or none.
    this.#running.signer = null
  }

  /** Logs a change of the state, in the status's own words. */
  #observe(): void {
    // A node that is being closed loses its relays, which is no news.
    if (this.#ending) return
    this.#running.changed()
    if (this.signer?.isReady) this.#wasHeard = true
    else if (this.signer && (this.#state === 'running' || this.#state === 'degraded')) {
      this.#silentSince = this.#now()
    }
    const { state, reason } = this.verdict
    if (state === this.#state) return
    this.#state = state
    this.#options.log.add('system', `Signer ${state}: ${reason}`)
  }
}

const nodeError = (message: string, reason: string): FrostrError =>
  new FrostrError('NODE_ERROR', message, { details: { reason } })

function describe(error: unknown): string {
  if (!(error instanceof FrostrError)) return texts.nodeError
  const reason = error.details?.['reason']
  return typeof reason === 'string' ? `${error.message}: ${reason}` : error.message
}

import { protocolTexts as coded, request, start } from '#contract/codes.ts'
import { type Failure, type Message, several } from '#contract/message.ts'
import { ownerWarning, protocolTexts as texts } from '#contract/messages.ts'
import type { V1Mode } from '#contract/protocols.ts'
import { steadyNow } from '#lib/clock.ts'
import { FrostrError, fail, type Result } from '#lib/errors.ts'
import type { Credentials } from '#protocol/keyset.ts'
import type { GroupOutline } from '#protocol/packages.ts'
import type { RelayStatus } from '#relay/status.ts'
import { healthOf, obstacleOf, type ProtocolHealth, type SignerHealth, shut } from './health.ts'
import type { SignerOptions } from './options.ts'
import { PeerManager } from './peers/peer-manager.ts'
import type { PeerBuild, PeerEntry, PeerPolicy, SavedPeer } from './peers/peers.ts'
import type { Running } from './running.ts'
import { Signer } from './signer.ts'
import { type NonceIdentity, nonceIdentity, type OpenNonces } from './v2/credentials.ts'
import type { OnboardingRecord } from './v2/onboarding-requests.ts'

export interface SupervisorOptions
  extends Pick<
    SignerOptions,
    | 'audit'
    | 'auditExchange'
    | 'leaving'
    | 'log'
    | 'ownClock'
    | 'policyEngine'
    | 'relayPool'
    | 'timings'
  > {
  running: Running
  /** How peers that speak 1.x are treated; without it, by the signer's default. */
  v1Mode?: () => V1Mode
  policies(): ReadonlyMap<string, PeerPolicy>
  /** Saves what peers speak and run, by our x-only key and theirs. Without it nothing is saved. */
  peerProtocols?: {
    of(self: string): ReadonlyMap<string, SavedPeer>
    heardIn2026(self: string, peer: string): void
    setBuild(self: string, peer: string, build: PeerBuild): void
  }
  partialSignatures(): ReadonlyMap<string, number>
  /** A member has asked to join. */
  onOnboarding?(record: OnboardingRecord): void
  /** Without it the 2026 protocol is off. */
  nonces?: OpenNonces
  /** Deletes the nonces of a share that was deleted or replaced. May throw. */
  forgetNonces?(identity: NonceIdentity): void
  /** Unix milliseconds. */
  now?: () => number
}

/** What the running signer has heard. Times are Unix milliseconds. */
export interface Activity {
  /** The signer hears a relay and is not being stopped. */
  isReady: boolean
  /** The last message of a peer. */
  last: number | null
  /** The last check whether a relay returns our own events, and how many checks in a row failed. */
  lastCheck: number | null
  failedChecks: number
}

/**
 * Starts the signer when credentials are saved, restarts it when they change, updates its relays, and stops
 * it when the credentials are deleted. Knows its health at any time.
 */
export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #now: () => number
  readonly #running: Running
  /** The credentials that the signer runs on, as text. */
  #key: string | null = null
  /** The share whose nonces are stored, as far as this process knows. */
  #identity: NonceIdentity | null = null
  #problem: Failure | null = null
  #silentSince: number
  #wasHeard = false
  #ending = false
  #state: SignerHealth['state'] = 'stopped'
  #applying: Promise<void> = Promise.resolve()
  #stopped = false
  /** When daily warnings were last given. Kept here, so that a restart does not repeat them. */
  readonly #warnedAt = new Map<string, number>()

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

  /** Since when no relay is heard; null: one is, or no signer runs. Steady time. */
  get silentSince(): number | null {
    return this.signer === null || this.signer.isReady ? null : this.#silentSince
  }

  /** In which protocols it signs, 1.x first, and why not in the others. */
  get protocols(): ProtocolHealth[] {
    return this.signer?.protocols ?? []
  }

  get warnings(): Failure[] {
    return [...this.settingsWarnings, ...(this.signer?.ownerWarnings ?? [])]
  }

  /** The warnings that concern only the settings. */
  get settingsWarnings(): readonly Message[] {
    return this.#running.warnings
  }

  get health(): SignerHealth {
    const { signer } = this
    if (signer) {
      const { relays, cosigners: peers, group } = signer
      const { threshold } = group
      const silentSince = this.#silentSince
      const wasHeard = this.#wasHeard
      const obstacle = obstacleOf(signer.protocols)
      return healthOf({ relays, peers, threshold, obstacle, silentSince, wasHeard }, this.#now())
    }
    const reason = this.#problem ?? (this.#stopped ? request.stopped : request.noCredentials)
    return { state: 'stopped', reason, directions: shut('stopped') }
  }

  /** The group; null when no group credential is saved. */
  get group(): Result<GroupOutline> | null {
    return this.#running.group
  }

  /** Our own x-only key; null when no valid share is saved. */
  get self(): string | null {
    return this.#running.self
  }

  /** The current credentials, parsed. */
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
   * Applies changed settings to the signer, one call after the other. Rejects when the settings can't be read.
   *
   * @param checked the settings' credentials, if they are parsed already
   */
  apply(checked?: Credentials): Promise<void> {
    this.#running.settingsChanged(checked)
    const applied = this.#applying.then(() => this.#apply())
    this.#applying = applied.catch(() => {})
    return applied
  }

  /** Sets how peers that speak 1.x are treated from now on. */
  setV1Mode(mode: V1Mode): void {
    this.signer?.setV1Mode(mode)
  }

  /** Answers the requests under way and ends the signer for good. */
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
        this.#options.log.add('error', `Signer not started: ${this.#problem.error}`)
      }
    }
    this.#observe()
  }

  #begin(credentials: Credentials, relays: Result<string[]>): void {
    const { policies, partialSignatures, peerProtocols, nonces, v1Mode } = this.#options
    const { share, group, keyset } = credentials
    if (share?.ok === false) throw nodeError(start.unreadable(share))
    if (group?.ok === false) throw nodeError(start.unreadable(group))
    if (!relays.ok) throw nodeError(several(': ', [coded.connectNode, relays]))
    if (!keyset?.ok) throw nodeError(start.invalid)
    const self = keyset.value.self.xonly
    const signer = new Signer({
      ...this.#options,
      keyset: keyset.value,
      relays: relays.value,
      policies: policies(),
      partialSignatures: partialSignatures(),
      savedPeers: peerProtocols?.of(self),
      onHeardIn2026: (peer) => this.#keepHeard(self, peer),
      onBuild: (peer, build) => this.#keepBuild(self, peer, build),
      warnedAt: this.#warnedAt,
      onChange: () => this.#observe(),
      now: this.#now,
      wall: this.#options.now ?? Date.now,
      v1Mode: v1Mode?.(),
      ...(nonces && {
        v2: {
          nonces,
          groupName: () => this.#running.groupName,
          onOnboarding: (record) => this.#options.onOnboarding?.(record),
          onGroupGiven: (peer) => this.#running.groupGiven(peer),
        },
      }),
    })
    this.#silentSince = this.#now()
    this.#wasHeard = false
    this.#running.signer = signer
    signer.start()
  }

  /** If this fails, we learn it again after the next start. */
  #keepHeard(self: string, peer: PeerEntry): void {
    try {
      this.#options.peerProtocols?.heardIn2026(self, peer.xonly)
    } catch {
      this.#options.log.add('error', ownerWarning.generationNotKept(peer.pubkey.slice(0, 8)))
    }
  }

  #keepBuild(self: string, peer: PeerEntry, build: PeerBuild): void {
    try {
      this.#options.peerProtocols?.setBuild(self, peer.xonly, build)
    } catch {
      // The first ping after the next start reveals it again.
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
      this.#options.log.add('error', `${texts.closeNode}: ${describe(error).error}`)
    }
    this.#ending = false
    this.#running.signer = null
  }

  /** Logs a change of the state. */
  #observe(): void {
    // A signer that is being stopped loses its relays; that is not logged.
    if (this.#ending) return
    this.#running.changed()
    if (this.signer?.isReady) this.#wasHeard = true
    else if (this.signer && (this.#state === 'running' || this.#state === 'degraded')) {
      this.#silentSince = this.#now()
    }
    const { state, reason } = this.health
    if (state === this.#state) return
    this.#state = state
    this.#options.log.add('system', `Signer ${state}: ${reason.error}`)
  }
}

const nodeError = (why: Message): FrostrError => new FrostrError('NODE_ERROR', why)

function describe(error: unknown): Failure {
  if (!(error instanceof FrostrError)) return { error: texts.nodeError }
  const reason = error.details?.['reason'] as Failure | undefined
  return reason === undefined ? error.why : several(': ', [error.why, reason])
}

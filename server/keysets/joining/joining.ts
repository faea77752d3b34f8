import { joining as texts } from '#contract/messages.ts'
import type { JoinRequest, OnboardingState } from '#contract/packages.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { steadyNow } from '#lib/clock.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import type { DeriveKey } from '#protocol/v2/package-cipher.ts'
import { RelayPool } from '#relay/pool.ts'
import type { Resolve } from '#relay/private-hosts.ts'
import {
  type AttemptOptions,
  attemptJoining,
  type Failed,
  JOINING_TIMINGS,
  type JoiningStore,
  type JoiningTimings,
  type Received,
} from './attempt.ts'

export interface JoiningOptions {
  /** Where the joining share's nonces are kept. `join` and `giveUp` throw when they can't. */
  nonces: { join(seckey: string): JoiningStore; giveUp(): void }
  /** Where what was received is kept until it is saved. Null: nothing is. Both throw when they can't. */
  kept: { get(): Received | null; set(received: Received | null): void }
  deriveKey: DeriveKey
  /** Hosts without a dot that relays may have. */
  relayHosts?: RelayHosts
  reader: Pick<KeysetReader, 'readCredentials'>
  /** The x-only key of the share that runs here; null when none does. */
  running: () => string | null
  /** Where the relay connections are; without it, an attempt makes its own. */
  relayPool?: RelayPool
  log: KeysetLog
  /** An attempt has ended. */
  onEnd(outcome: 'ok' | Failed['reason']): void
  /** Told why what is kept could not be read or deleted. */
  onError(error: unknown): void
  timings?: Partial<JoiningTimings>
  /** Looks names up. Tests give their own. */
  resolve?: Resolve
  /** For intervals, and for stamps: Unix milliseconds. */
  now?: () => number
  wall?: () => number
}

/** An attempt under way. */
interface UnderWay {
  abort: AbortController
  ended: Promise<void>
}

/**
 * This device's own onboarding, one attempt at a time, beside whatever runs here. An attempt ends with the
 * process; what it has brought is kept, with its nonces, until it is saved or given up.
 */
export class Joining {
  readonly #options: JoiningOptions
  #state: Exclude<OnboardingState, { state: 'received' }> | Received = { state: 'none' }
  /** X-only key of the share that was taken in. */
  #self: string | null = null
  #underWay: UnderWay | null = null

  constructor(options: JoiningOptions) {
    this.#options = options
    try {
      const received = options.kept.get()
      if (received !== null) this.#takeUp(received)
    } catch (error) {
      options.onError(error)
    }
  }

  get state(): OnboardingState {
    if (this.#state.state !== 'received') return this.#state
    const { shareCredential: _, groupCredential: __, ...shown } = this.#state
    return shown
  }

  /** What can be saved; null: nothing has arrived. */
  get received(): Received | null {
    return this.#state.state === 'received' ? this.#state : null
  }

  /**
   * Begins with a package. The result of the attempt before is deleted, except the nonces of the same
   * share, which its inviter may have.
   *
   * @returns false when one is under way
   * @throws when that can't be deleted, and nothing has begun
   */
  begin(request: JoinRequest): boolean {
    if (this.#underWay !== null) return false
    if (this.received !== null) this.#options.kept.set(null)
    const abort = new AbortController()
    this.#self = null
    this.#underWay = { abort, ended: this.#attempt(request, abort.signal) }
    return true
  }

  /**
   * Ends it, and deletes what was made for it. After a failure only its state is cleared: the inviter may
   * have the nonces by then, and if they went, could not sign with us after another try. Throws when they
   * can't be deleted, and may then be called again.
   *
   * @returns whether anything was given up
   */
  async giveUp(): Promise<boolean> {
    const { state } = this.#state
    if (state === 'failed' || state === 'none') {
      this.#state = { state: 'none' }
      return false
    }
    await this.#halt()
    if (this.received !== null) this.#options.kept.set(null)
    this.#options.nonces.giveUp()
    this.#forget()
    return true
  }

  /**
   * Credentials were saved. Received ones are deleted here, where nobody needs them any more; their
   * nonces stay for the share that now runs.
   */
  async saved(): Promise<void> {
    const { running, kept, onError } = this.#options
    if (this.#self === null || this.#self !== running()) return
    await this.#halt()
    this.#forget()
    try {
      kept.set(null)
    } catch (error) {
      // The next start tries again: it finds that the share runs.
      onError(error)
    }
  }

  /** Ends it. What was received stays for the next start. */
  async stop(): Promise<void> {
    const isReceived = this.received !== null
    await this.#halt()
    this.#forget()
    if (isReceived) return
    try {
      this.#options.nonces.giveUp()
    } catch {
      // They are sealed with a key that is gone with this process, and dropped at its next start.
    }
  }

  async #halt(): Promise<void> {
    const underWay = this.#underWay
    underWay?.abort.abort()
    await underWay?.ended
  }

  #forget(): void {
    this.#state = { state: 'none' }
    this.#self = null
  }

  /** Goes on with what had arrived before the process ended, and with the nonces that its inviter has. */
  #takeUp(received: Received): void {
    const { reader, nonces } = this.#options
    const { share } = reader.readCredentials({ share: received.shareCredential })
    if (share?.ok) nonces.join(share.value.seckey)
    this.#self = this.#selfOf(received)
    this.#state = received
  }

  #selfOf({ shareCredential }: Received): string | null {
    return this.#options.reader.readCredentials({ share: shareCredential }).self
  }

  /** What has arrived is on the disk before its owner is told. */
  #kept(end: Received | Failed, signal: AbortSignal): Received | Failed {
    if (end.state !== 'received' || signal.aborted) return end
    try {
      this.#options.kept.set(end)
      return end
    } catch {
      return { state: 'failed', reason: 'nonces', error: texts.notKept }
    }
  }

  async #attempt(request: JoinRequest, signal: AbortSignal): Promise<void> {
    const {
      nonces,
      deriveKey,
      relayHosts,
      running,
      log,
      onEnd,
      timings,
      resolve,
      now = steadyNow,
      wall = Date.now,
      relayPool = new RelayPool({ now, wall }),
    } = this.#options
    const options: AttemptOptions = {
      ...{ request, deriveKey, relayHosts, relayPool, log, now, wall, resolve, signal },
      openStore: (seckey) => nonces.join(seckey),
      running,
      timings: { ...JOINING_TIMINGS, ...timings },
      tell: (state) => {
        if (signal.aborted) return
        this.#state = state
        if (state.state === 'asking') log.add('bifrost', ...asked(state))
      },
    }
    const end = this.#kept(await attemptJoining(options).catch(unforeseen), signal)
    this.#underWay = null
    if (signal.aborted) return
    this.#state = end
    if (end.state === 'received') {
      this.#self = this.#selfOf(end)
      log.add('bifrost', texts.received(end.inviter.slice(0, 8)), { peer: end.inviter })
      onEnd('ok')
    } else {
      log.add('warning', texts.failed(end.error), { reason: end.reason })
      onEnd(end.reason)
    }
  }
}

/** The words of most errors may hold what it was given. */
const unforeseen = (error: unknown): Failed => ({
  state: 'failed',
  reason: 'package',
  error: error instanceof UnavailableError ? error.message : texts.unforeseen,
})

const asked = ({ inviter, tries }: Extract<OnboardingState, { state: 'asking' }>) =>
  [texts.asked(inviter.slice(0, 8), tries), { peer: inviter, tries }] as const

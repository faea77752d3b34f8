import { joining as coded } from '#contract/codes.ts'
import { messageOf } from '#contract/message.ts'
import { joiningEvent as texts } from '#contract/messages.ts'
import type { JoinRequest, OnboardingState } from '#contract/packages.ts'
import { UnavailableError } from '#lib/errors.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import type { SealedSettings } from '#store/keyset-settings.ts'
import {
  type AttemptOptions,
  attemptJoining,
  type Failed,
  JOINING_TIMINGS,
  type JoiningStore,
  type JoiningTimings,
  type Received,
} from './attempt.ts'

export interface JoiningOptions
  extends Pick<AttemptOptions, 'deriveKey' | 'relayHosts' | 'running' | 'relayPool' | 'log'> {
  /** Stores the nonces of the joining share. Both throw a StoreError. */
  nonces: { join(seckey: string): JoiningStore; giveUp(): void }
  /** Stores what was received until it is saved as settings; null: nothing. Both throw a StoreError. */
  kept: { get(): Received | null; set(received: Received | null): void }
  reader: Pick<KeysetReader, 'readCredentials'>
  /** An attempt has ended. */
  onEnd(outcome: 'ok' | Failed['reason']): void
  /** Called when what was received can't be read or deleted. */
  onError(error: unknown): void
  timings?: Partial<JoiningTimings>
}

interface RunningAttempt {
  abort: AbortController
  ended: Promise<void>
}

/**
 * This device's own onboarding, one attempt at a time, beside a running signer. An attempt ends with the process.
 * What it has received is stored, with its nonces, until it is saved as settings or given up.
 */
export class Joining {
  readonly #options: JoiningOptions
  #state: Exclude<OnboardingState, { state: 'received' }> | Received = { state: 'none' }
  #attempt: RunningAttempt | null = null

  constructor(options: JoiningOptions) {
    this.#options = options
    try {
      const received = options.kept.get()
      if (received !== null) this.#restore(received)
    } catch (error) {
      options.onError(error)
    }
  }

  get state(): OnboardingState {
    if (this.#state.state !== 'received') return this.#state
    const { shareCredential: _, groupCredential: __, ...shown } = this.#state
    return shown
  }

  /** What can be saved as settings; null: nothing was received. */
  get received(): Received | null {
    return this.#state.state === 'received' ? this.#state : null
  }

  /**
   * Starts an attempt. Deletes the result of the previous one, except the nonces of the same share, which its
   * inviter may have.
   *
   * @returns false: an attempt is running
   * @throws when that can't be deleted; nothing was started
   */
  begin(request: JoinRequest): boolean {
    if (this.#attempt !== null) return false
    if (this.received !== null) this.#options.kept.set(null)
    const abort = new AbortController()
    this.#attempt = { abort, ended: this.#run(request, abort.signal) }
    return true
  }

  /**
   * Ends the attempt and deletes its result. After a failure only the state is cleared: the inviter may have our
   * nonces, and without them it could not sign with us after another attempt. Throws when something can't be
   * deleted; call it again then.
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
    this.#clear()
    return true
  }

  /** Call when credentials were saved. Deletes the received ones if they run now; their nonces stay. */
  async saved(): Promise<void> {
    const { reader, running, kept, onError } = this.#options
    if (this.received === null) return
    const { self } = reader.readCredentials({ share: this.received.shareCredential })
    if (self === null || self !== running()) return
    await this.#halt()
    this.#clear()
    try {
      kept.set(null)
    } catch (error) {
      // Deleted at the next start.
      onError(error)
    }
  }

  /** Ends the attempt. What was received stays for the next start. */
  async stop(): Promise<void> {
    const isReceived = this.received !== null
    await this.#halt()
    this.#clear()
    if (isReceived) return
    try {
      this.#options.nonces.giveUp()
    } catch {
      // They are sealed with a key of this process, and dropped at the next start.
    }
  }

  async #halt(): Promise<void> {
    const attempt = this.#attempt
    attempt?.abort.abort()
    await attempt?.ended
  }

  #clear(): void {
    this.#state = { state: 'none' }
  }

  /** Continues with what was received before a restart, and its nonces. */
  #restore(received: Received): void {
    const { reader, nonces } = this.#options
    const { share } = reader.readCredentials({ share: received.shareCredential })
    if (share?.ok) nonces.join(share.value.seckey)
    this.#state = received
  }

  /** Stores what was received before it is reported. */
  #store(end: Received | Failed, signal: AbortSignal): Received | Failed {
    if (end.state !== 'received' || signal.aborted) return end
    try {
      this.#options.kept.set(end)
      return end
    } catch {
      return { state: 'failed', reason: 'nonces', ...coded.notKept }
    }
  }

  async #run(request: JoinRequest, signal: AbortSignal): Promise<void> {
    const { nonces, deriveKey, relayHosts, running, log, onEnd, timings, relayPool } = this.#options
    const options: AttemptOptions = {
      ...{ request, deriveKey, relayHosts, relayPool, log, signal },
      openStore: (seckey) => nonces.join(seckey),
      running,
      timings: { ...JOINING_TIMINGS, ...timings },
      onProgress: (state) => {
        if (signal.aborted) return
        this.#state = state
        if (state.state === 'asking') log.add('bifrost', ...asked(state))
      },
    }
    const end = this.#store(await attemptJoining(options).catch(unforeseen), signal)
    this.#attempt = null
    if (signal.aborted) return
    this.#state = end
    if (end.state === 'received') {
      log.add('bifrost', texts.received(end.inviter.slice(0, 8)), { peer: end.inviter })
      onEnd('ok')
    } else {
      log.add('warning', texts.failed(end.error), { reason: end.reason })
      onEnd(end.reason)
    }
  }
}

/** The messages of unknown errors may contain a secret. */
const unforeseen = (error: unknown): Failed => ({
  state: 'failed',
  reason: 'package',
  ...messageOf(error instanceof UnavailableError ? error.why : coded.unforeseen),
})

const asked = ({ inviter, tries }: Extract<OnboardingState, { state: 'asking' }>) =>
  [texts.asked(inviter.slice(0, 8), tries), { peer: inviter, tries }] as const

const NAME = 'joined'

/** Stores what was received among a keyset's sealed settings. */
export const receivedIn = (sealed: SealedSettings): JoiningOptions['kept'] => ({
  get: () => {
    const text = sealed.get(NAME)
    return text === undefined ? null : (JSON.parse(text) as Received)
  },
  set: (received) => sealed.set(NAME, received && JSON.stringify(received)),
})

import type { Deniable } from '#contract/rule-terms.ts'
import type { Caller, Effect, Operation } from '#contract/rules.ts'
import type { Allowed, Pending, PolicyEngine, Refused } from '#policy/engine.ts'
import type { PolicyRequest } from '#policy/request.ts'
import { within } from '../failure.ts'
import { PEER_QUESTION_OPEN, PEER_REQUEST_HELD } from '../limits.ts'
import { allows, type PeerBook, type PeerEntry } from './peers.ts'

/** What a peer can ask us for. */
export type PeerOperation = 'sign' | 'ecdh' | 'onboard'

/** A peer's request, checked. */
export type PeerRequest<O extends PeerOperation> = Omit<PolicyRequest<O>, 'caller' | 'client'>

/** `wait`: the owner has not decided while the request was held. */
export type PeerDecision<O extends PeerOperation> =
  | ((Allowed<O> | Refused) & { isLate: boolean })
  | { verdict: 'wait' }

/** A request that waits for the owner. */
export type Held = Pending<PeerOperation> & { operation: PeerOperation }

export interface PeerAuthoriserOptions {
  policyEngine: PolicyEngine
  /** A peer's request waits for the owner. */
  onHeld(peer: PeerEntry, held: Held): void
  /** Only tests shorten it. Milliseconds. */
  held?: number
}

/**
 * Has the policy engine decide about peers' requests. A request that needs the owner is held as long as
 * its peer may still wait for the answer. When a peer repeats a request, the earlier one is given up, so
 * it never has more requests held than it has open questions.
 */
export class PeerAuthoriser {
  readonly #options: PeerAuthoriserOptions
  /** Ends the wait of each held request, by question id. */
  readonly #releases = new Map<string, AbortController>()
  #stopped = false

  constructor(options: PeerAuthoriserOptions) {
    this.#options = options
  }

  /**
   * A refusal if the owner's switch for this operation is off, decided without reading the request; null
   * if it is on.
   */
  deniedBySwitch(peer: PeerEntry, operation: PeerOperation): Refused | null {
    if (allows(peer.policy, SWITCHES[operation])) return null
    const asked = { caller: callerOf(peer), operation, subject: '', parts: [{}] }
    const policyOutcome = this.#options.policyEngine.decide(asked, { openFor: PEER_QUESTION_OPEN })
    return policyOutcome.verdict === 'refuse' ? policyOutcome : null
  }

  /**
   * The keys that a peer must ask for one by one, so that the owner or a limit can decide about each;
   * empty if all are allowed at once.
   *
   * @param counterparties x-only
   */
  keysToAskSingly(peer: PeerEntry, counterparties: readonly string[]): readonly string[] {
    const areAllowed = (keys: readonly string[]) =>
      this.#options.policyEngine.allows({
        ...{ caller: callerOf(peer), operation: 'ecdh', subject: keys.join(' ') },
        parts: keys.map((counterparty) => ({ counterparty })),
      })
    if (areAllowed(counterparties)) return []
    const single = counterparties.filter((key) => !areAllowed([key]))
    return single.length === 0 ? counterparties : single
  }

  /** Never rejects. `isLate`: time has passed, so earlier checks may no longer hold. */
  async authorise<O extends PeerOperation>(
    peer: PeerEntry,
    request: PeerRequest<O>,
  ): Promise<PeerDecision<O>> {
    if (this.#stopped) return { verdict: 'wait' }
    const asked = { caller: callerOf(peer), ...request }
    const policyOutcome = this.#options.policyEngine.decide(asked, { openFor: PEER_QUESTION_OPEN })
    if (policyOutcome.verdict !== 'ask') return { ...policyOutcome, isLate: false }
    this.#options.onHeld(peer, { ...policyOutcome, operation: request.operation })
    const settled = await this.#hold(policyOutcome)
    return settled === null ? { verdict: 'wait' } : { ...settled, isLate: true }
  }

  /** Releases the held requests. Their questions stay open. */
  stop(): void {
    this.#stopped = true
    for (const release of this.#releases.values()) release.abort()
  }

  /** The owner's decision; null when it does not come in time, or the request is given up. */
  async #hold<O extends PeerOperation>({
    id,
    settled,
  }: Pending<O>): Promise<Allowed<O> | Refused | null> {
    this.#releases.get(id)?.abort()
    const release = new AbortController()
    this.#releases.set(id, release)
    const { held = PEER_REQUEST_HELD } = this.#options
    const outcome = await within(settled, held, release.signal)
    if (this.#releases.get(id) === release) this.#releases.delete(id)
    return outcome
  }
}

/**
 * The subject of a request for signatures; the order of the hashes does not matter.
 *
 * @param hashes hex, each with its tweaks if it has any
 */
export const signSubject = (hashes: readonly string[]): string =>
  hashes
    .map((hash) => hash.toLowerCase())
    .toSorted()
    .join(' ')

/** A peer as a caller of the policy engine. */
export const callerOf = ({ xonly }: PeerEntry): Caller => ({ door: 'peer', id: xonly })

/** The owner's switch for each operation. */
const SWITCHES: Record<PeerOperation, Deniable> & Partial<Record<Operation, Deniable>> = {
  sign: 'receive.sign',
  ecdh: 'receive.ecdh',
  onboard: 'receive.onboard',
}

export interface PeerSwitchesOptions {
  /** Null while no signer runs. */
  peers(): Pick<PeerBook, 'get'> | null
  /** Whether members that ask for the group wait for the owner. */
  approvesOnboarding(): boolean
}

/** The owner's switches as the policy engine reads them. A switch that is off overrides all rules. */
export function peerSwitches({ peers, approvesOnboarding }: PeerSwitchesOptions) {
  return {
    blockedBy: ({
      caller: { id },
      operation,
    }: Pick<PolicyRequest, 'caller' | 'operation'>): 'gone' | 'switch' | null => {
      const book = peers()
      if (book === null) return null
      const peer = book.get(id)
      if (peer === undefined) return 'gone'
      const what = SWITCHES[operation]
      return what === undefined || allows(peer.policy, what) ? null : 'switch'
    },

    byDefault: (operation: Operation): Effect =>
      operation === 'onboard' && approvesOnboarding() ? 'ask' : 'allow',
  }
}

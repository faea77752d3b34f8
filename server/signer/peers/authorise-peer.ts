import type { Caller } from '#contract/rules.ts'
import type { Allowed, Pending, PolicyEngine, Refused } from '#policy/engine.ts'
import type { Part } from '#policy/request.ts'
import { PEER_QUESTION_OPEN, PEER_REQUEST_HELD } from '../limits.ts'
import { SWITCHES } from './peer-switches.ts'
import { allows, type PeerEntry } from './peers.ts'

/** What a peer can ask us for. */
export type PeerOperation = 'sign' | 'ecdh' | 'onboard'

/** What it asks for, checked. */
export interface Wanted<O extends PeerOperation> {
  operation: O
  /** Tells it from everything else that the peer may ask for. */
  subject: string
  parts: readonly Part[]
}

/** `wait`: the owner has not decided in the time for which the request is held. */
export type Heard<O extends PeerOperation> =
  | ((Allowed<O> | Refused) & { isLate: boolean })
  | Waiting

interface Waiting {
  verdict: 'wait'
}

/** A request that waits. */
export type Held = Pending<PeerOperation> & { operation: PeerOperation }

export interface PeersDoorOptions {
  policyEngine: PolicyEngine
  /** A peer's request waits for the owner. */
  onHeld(peer: PeerEntry, held: Held): void
  /** Tests shorten it; nothing else does. Milliseconds. */
  held?: number
}

/**
 * The door of the peers: has the judge decide about what they ask for, and holds a request as long as its
 * peer may still wait for the answer, which keeps nobody else's waiting. A peer that asks for the same
 * again has given up the request before, so that it has no more held than it has open questions.
 */
export class PeersDoor {
  readonly #options: PeersDoorOptions
  readonly #held: number
  /** What ends the wait of each held request, by the question's id. */
  readonly #releases = new Map<string, () => void>()
  #stopped = false

  constructor(options: PeersDoorOptions) {
    this.#options = options
    this.#held = options.held ?? PEER_REQUEST_HELD
  }

  /**
   * That the owner has switched off what a peer asks for, which takes no look at the request; null if that
   * is not so.
   */
  barred(peer: PeerEntry, operation: PeerOperation): Refused | null {
    if (allows(peer.policy, SWITCHES[operation])) return null
    const asked = { caller: callerOf(peer), operation, subject: '', parts: [{}] }
    const policyOutcome = this.#options.policyEngine.decide(asked, { openFor: PEER_QUESTION_OPEN })
    return policyOutcome.verdict === 'refuse' ? policyOutcome : null
  }

  /**
   * For which keys a peer must ask one by one, so that the owner can be asked or a limit refuse what is
   * beyond it: none if all are allowed together, as they are.
   *
   * @param counterparties x-only
   */
  apart(peer: PeerEntry, counterparties: readonly string[]): readonly string[] {
    const areAllowed = (keys: readonly string[]) =>
      this.#options.policyEngine.allows({
        ...{ caller: callerOf(peer), operation: 'ecdh', subject: keys.join(' ') },
        parts: keys.map((counterparty) => ({ counterparty })),
      })
    if (areAllowed(counterparties)) return []
    const apart = counterparties.filter((key) => !areAllowed([key]))
    return apart.length === 0 ? counterparties : apart
  }

  /** Never rejects. `isLate`: time has passed, in which what was checked may have become wrong. */
  async hear<O extends PeerOperation>(peer: PeerEntry, wanted: Wanted<O>): Promise<Heard<O>> {
    if (this.#stopped) return { verdict: 'wait' }
    const asked = { caller: callerOf(peer), ...wanted }
    const policyOutcome = this.#options.policyEngine.decide(asked, { openFor: PEER_QUESTION_OPEN })
    if (policyOutcome.verdict !== 'ask') return { ...policyOutcome, isLate: false }
    this.#options.onHeld(peer, { ...policyOutcome, operation: wanted.operation })
    const settled = await this.#hold(policyOutcome)
    return settled.verdict === 'wait' ? settled : { ...settled, isLate: true }
  }

  /** Lets go of what is held: the questions about it stay. */
  stop(): void {
    this.#stopped = true
    for (const release of this.#releases.values()) release()
  }

  #hold<O extends PeerOperation>({
    id,
    settled,
  }: Pending<O>): Promise<Allowed<O> | Refused | Waiting> {
    this.#releases.get(id)?.()
    return new Promise((resolve) => {
      const settle = (outcome: Allowed<O> | Refused | Waiting) => {
        clearTimeout(timer)
        if (this.#releases.get(id) === release) this.#releases.delete(id)
        resolve(outcome)
      }
      const release = () => settle({ verdict: 'wait' })
      const timer = setTimeout(release, this.#held)
      this.#releases.set(id, release)
      void settled.then(settle)
    })
  }
}

/**
 * The subject of a request for signatures, in whatever order it has them.
 *
 * @param hashes hex, each with its tweaks if it has any
 */
export const signSubject = (hashes: readonly string[]): string =>
  hashes
    .map((hash) => hash.toLowerCase())
    .toSorted()
    .join(' ')

/** A peer as the judge knows it. */
export const callerOf = ({ xonly }: PeerEntry): Caller => ({ door: 'peer', id: xonly })

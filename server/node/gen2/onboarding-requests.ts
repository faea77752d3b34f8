import type { OnboardingAsked } from '../../contract/packages.ts'
import type { PeerEntry } from '../peers.ts'

/** How long a request is held for the owner: as long as genuine devices wait. Milliseconds. */
const HELD = 30_000

/** How long the owner's decision applies to a member's next requests. Milliseconds. */
const STANDS = 10 * 60_000

/** How long the same news of a member is not repeated. Milliseconds. */
const QUIET = 60_000

/** What to do with a request. */
export type OnboardingVerdict = 'answer' | 'deny' | 'silence'

/** News of a member that has asked: it waits, was refused, or gets its answer now. */
export interface OnboardingRecord {
  peer: PeerEntry
  state: Exclude<OnboardingAsked['state'], 'approved'>
}

export interface OnboardingRequestsOptions {
  /** Whether askers wait for the owner. */
  needsApproval: boolean
  /** At most once a minute for each member, unless the news differs. */
  onNews(record: OnboardingRecord): void
  /** No request of this member waits any longer. */
  onSettled(peer: PeerEntry): void
  /** Unix milliseconds. */
  now: () => number
  /** Tests shorten it; nothing else does. Milliseconds. */
  held?: number
}

/** Times are Unix milliseconds. */
interface Entry {
  peer: PeerEntry
  askedAt: number
  lastAskedAt: number
  state: OnboardingAsked['state']
  decision: { approved: boolean; until: number } | null
  told: { state: OnboardingRecord['state']; at: number } | null
  /** Ends the wait of the held request. */
  settle: ((verdict: OnboardingVerdict) => void) | null
}

/**
 * The members that have asked us for the group, and the owner's answer to each. Only members get
 * here, so there are no more entries than members; and only the newest request of each is held.
 */
export class OnboardingRequests {
  readonly #options: OnboardingRequestsOptions
  readonly #held: number
  /** By x-only key. */
  readonly #entries = new Map<string, Entry>()
  #needsApproval: boolean
  #stopped = false

  constructor(options: OnboardingRequestsOptions) {
    this.#options = options
    this.#needsApproval = options.needsApproval
    this.#held = options.held ?? HELD
  }

  /** In the order of the members' indices. */
  get list(): OnboardingAsked[] {
    const now = this.#options.now()
    return [...this.#entries.values()]
      .toSorted((a, b) => a.peer.idx - b.peer.idx)
      .map((entry) => ({
        pubkey: entry.peer.pubkey,
        index: entry.peer.idx,
        askedAt: new Date(entry.askedAt).toISOString(),
        lastAskedAt: new Date(entry.lastAskedAt).toISOString(),
        state: stateOf(entry, now),
      }))
  }

  /**
   * A member asks. Never rejects; may take as long as a request is held. `silence` is the result for
   * a request on which nobody has decided by then.
   */
  ask(peer: PeerEntry): Promise<OnboardingVerdict> {
    const now = this.#options.now()
    const entry = this.#entryOf(peer, now)
    entry.lastAskedAt = now
    const { decision } = entry
    if (this.#stopped) return Promise.resolve('silence')
    if (decision !== null && now < decision.until) {
      if (!decision.approved) this.#tell(entry, 'refused')
      return Promise.resolve(decision.approved ? 'answer' : 'deny')
    }
    if (!this.#needsApproval) return Promise.resolve('answer')
    entry.settle?.('silence')
    entry.state = 'waiting'
    this.#tell(entry, 'waiting')
    return new Promise((resolve) => {
      const settle = (verdict: OnboardingVerdict) => {
        clearTimeout(timer)
        if (entry.settle === settle) entry.settle = null
        resolve(verdict)
      }
      const timer = setTimeout(() => settle('silence'), this.#held)
      entry.settle = settle
    })
  }

  /** A member is about to get the group. */
  answered(peer: PeerEntry): void {
    const entry = this.#entryOf(peer, this.#options.now())
    entry.state = 'answered'
    this.#tell(entry, 'answered')
    this.#options.onSettled(peer)
  }

  /**
   * The owner's decision on a member: for the held request, and for its next ones for some time.
   *
   * @param xonly the member's key
   * @returns false when it has not asked
   */
  decide(xonly: string, approved: boolean): boolean {
    const entry = this.#entries.get(xonly)
    if (entry === undefined) return false
    entry.decision = { approved, until: this.#options.now() + STANDS }
    entry.state = approved ? 'approved' : 'refused'
    entry.settle?.(approved ? 'answer' : 'deny')
    this.#options.onSettled(entry.peer)
    return true
  }

  /** Sets whether askers wait for the owner from now on. */
  requireApproval(needed: boolean): void {
    this.#needsApproval = needed
    if (!needed) for (const { settle } of this.#entries.values()) settle?.('answer')
  }

  /** Releases the held requests; none is held from then on. */
  stop(): void {
    this.#stopped = true
    for (const { settle } of this.#entries.values()) settle?.('silence')
  }

  #entryOf(peer: PeerEntry, now: number): Entry {
    let entry = this.#entries.get(peer.xonly)
    if (entry === undefined) {
      const times = { askedAt: now, lastAskedAt: now }
      entry = { peer, ...times, state: 'waiting', decision: null, told: null, settle: null }
      this.#entries.set(peer.xonly, entry)
    }
    return entry
  }

  #tell(entry: Entry, state: OnboardingRecord['state']): void {
    const now = this.#options.now()
    if (entry.told?.state === state && now - entry.told.at < QUIET) return
    entry.told = { state, at: now }
    this.#options.onNews({ peer: entry.peer, state })
  }
}

/** A member that was allowed but did not ask again in time must be allowed again. */
const stateOf = ({ state, decision }: Entry, now: number): Entry['state'] =>
  state === 'approved' && decision !== null && now >= decision.until ? 'waiting' : state

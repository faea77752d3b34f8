import type { OnboardingAsked } from '../../contract/packages.ts'
import type { PeerEntry } from '../peers.ts'

/** How long a request is held for the owner: as long as genuine devices wait. Milliseconds. */
const HELD = 30_000

/** How long what the owner has said stands for the next requests of a member. Milliseconds. */
const STANDS = 10 * 60_000

/** How long the same news of a member is not told again. Milliseconds. */
const QUIET = 60_000

/** What to do with a request. */
export type OnboardingVerdict = 'answer' | 'deny' | 'silence'

/** News of a member that has asked: it waits, was turned away, or gets its answer now. */
export interface OnboardingRecord {
  peer: PeerEntry
  state: Exclude<OnboardingAsked['state'], 'approved'>
}

export interface OnboardingRequestsOptions {
  /** Whether whoever asks waits for the owner. */
  needsApproval: boolean
  /** At most once a minute of each member, unless it is other news. */
  onNews(record: OnboardingRecord): void
  /** Nothing waits any longer of this member. */
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
  /** Ends the wait of the request that is held. */
  settle: ((verdict: OnboardingVerdict) => void) | null
}

/**
 * The members that have asked us for the group, and what the owner says to each. Only members get
 * here, so that there are no more entries than the group has members; and of each one only its newest
 * request is held.
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
   * A member asks. Never rejects; it may take as long as a request is held, and `silence` is what is
   * left for a request that nobody has decided on by then.
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
   * What the owner says to a member: to the request that is held, and to its next ones for some time.
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

  /** Says whether whoever asks waits for the owner from now on. */
  requireApproval(needed: boolean): void {
    this.#needsApproval = needed
    if (!needed) for (const { settle } of this.#entries.values()) settle?.('answer')
  }

  /** Lets go of those that are held; none is held from then on. */
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

/** A member that was allowed and has not asked again in time has to be allowed again. */
const stateOf = ({ state, decision }: Entry, now: number): Entry['state'] =>
  state === 'approved' && decision !== null && now >= decision.until ? 'waiting' : state

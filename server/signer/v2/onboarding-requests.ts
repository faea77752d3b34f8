import type { OnboardingAsked } from '#contract/packages.ts'
import { isoOf } from '#lib/clock.ts'
import type { RefusedBy } from '#policy/reasons.ts'
import type { Held } from '../peers/authorise-peer.ts'
import type { PeerEntry } from '../peers/peers.ts'

/** How long the owner's decision applies to a member's next requests. Milliseconds. */
const STANDS = 10 * 60_000

/** How long the same news of a member is not repeated. Milliseconds. */
const QUIET = 60_000

/** News of a member that has asked: it waits, was refused, or gets its answer now. */
export interface OnboardingRecord {
  peer: PeerEntry
  state: Exclude<OnboardingAsked['state'], 'approved'>
}

export interface OnboardingRequestsOptions {
  /** At most once a minute for each member, unless the news differs. */
  onNews(record: OnboardingRecord): void
  /** A member is about to get the group. What it throws keeps the group from leaving. */
  onAnswered(peer: PeerEntry): void
  /** No request of this member waits any longer. */
  onSettled(peer: PeerEntry): void
  /** Unix milliseconds. */
  now: () => number
}

/** Times are Unix milliseconds. */
interface Entry {
  peer: PeerEntry
  askedAt: number
  lastAskedAt: number
  state: OnboardingAsked['state']
  /** When it was approved, as long as it has not asked again. */
  approvedAt: number | null
  /** The question about it, as long as it is open. */
  question: string | null
  told: { state: OnboardingRecord['state']; at: number } | null
}

/**
 * The members that have asked us for the group, and how far that is: the policy decides. Only members get
 * here, so there are no more entries than members.
 */
export class OnboardingRequests {
  readonly #options: OnboardingRequestsOptions
  /** By x-only key. */
  readonly #entries = new Map<string, Entry>()

  constructor(options: OnboardingRequestsOptions) {
    this.#options = options
  }

  /** In the order of the members' indices. */
  get list(): OnboardingAsked[] {
    const now = this.#options.now()
    return [...this.#entries.values()]
      .toSorted((a, b) => a.peer.idx - b.peer.idx)
      .map((entry) => ({
        pubkey: entry.peer.pubkey,
        index: entry.peer.idx,
        askedAt: isoOf(entry.askedAt),
        lastAskedAt: isoOf(entry.lastAskedAt),
        state: stateOf(entry, now),
      }))
  }

  /**
   * The open question about a member; null when there is none.
   *
   * @param xonly the member's key
   * @returns undefined when it has not asked
   */
  questionOf(xonly: string): string | null | undefined {
    return this.#entries.get(xonly)?.question
  }

  /** A member asks. */
  asked(peer: PeerEntry): void {
    this.#entryOf(peer).lastAskedAt = this.#options.now()
  }

  /** It waits for the owner. */
  held(peer: PeerEntry, { id, settled }: Pick<Held, 'id' | 'settled'>): void {
    const entry = this.#entryOf(peer)
    entry.state = 'waiting'
    this.#tell(entry, 'waiting')
    if (entry.question === id) return
    entry.question = id
    void settled.then((outcome) => {
      if (entry.question !== id) return
      entry.question = null
      if (outcome.verdict === 'allow') this.decided(peer.xonly, true)
      else if (outcome.reason.by !== 'unanswered') this.decided(peer.xonly, false)
    })
  }

  /** The owner has decided about a member, for some time. @param xonly the member's key */
  decided(xonly: string, approved: boolean): void {
    const entry = this.#entries.get(xonly)
    if (entry === undefined) return
    entry.state = approved ? 'approved' : 'refused'
    entry.approvedAt = approved ? this.#options.now() : null
    this.#options.onSettled(entry.peer)
  }

  /** A member was refused without a question. */
  refused(peer: PeerEntry, { by }: RefusedBy): void {
    const entry = this.#entryOf(peer)
    entry.state = 'refused'
    // What is switched off or stopped is so for all that peers ask for, and no news of this one.
    if (by === 'answer' || by === 'rule') this.#tell(entry, 'refused')
  }

  /** A member is about to get the group. */
  answered(peer: PeerEntry): void {
    this.#options.onAnswered(peer)
    const entry = this.#entryOf(peer)
    entry.state = 'answered'
    entry.approvedAt = null
    this.#tell(entry, 'answered')
    this.#options.onSettled(peer)
  }

  #entryOf(peer: PeerEntry): Entry {
    let entry = this.#entries.get(peer.xonly)
    if (entry === undefined) {
      const now = this.#options.now()
      const times = { askedAt: now, lastAskedAt: now, approvedAt: null }
      entry = { peer, ...times, state: 'waiting', question: null, told: null }
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
const stateOf = ({ state, approvedAt }: Entry, now: number): Entry['state'] =>
  state === 'approved' && approvedAt !== null && now >= approvedAt + STANDS ? 'waiting' : state

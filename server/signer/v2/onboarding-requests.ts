import type { OnboardingAsked } from '#contract/packages.ts'
import { isoOf } from '#lib/clock.ts'
import type { RefusedBy } from '#policy/reasons.ts'
import type { Held } from '../peers/authorise-peer.ts'
import type { PeerEntry } from '../peers/peers.ts'

/** How long the owner's decision applies to a member's next requests. Milliseconds. */
const APPROVAL_PERIOD = 10 * 60_000

/** How long the same state of a member is not reported again. Milliseconds. */
const REPORT_INTERVAL = 60_000

/** A member that has asked, and its state: it waits, was refused, or gets its answer now. */
export interface OnboardingRecord {
  peer: PeerEntry
  state: Exclude<OnboardingAsked['state'], 'approved'>
}

export interface OnboardingRequestsOptions {
  /** Called at most once a minute for each member and state. */
  onNews(record: OnboardingRecord): void
  /** A member is about to get the group. If this throws, the group is not sent. */
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
  /** When the member was approved; null once it has asked again. */
  approvedAt: number | null
  /** The open question about the member; null when there is none. */
  question: string | null
  reported: { state: OnboardingRecord['state']; at: number } | null
}

/**
 * The members that have asked us for the group, and the state of their requests. Only members can ask, so
 * there are no more entries than members.
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
   * @returns undefined when the member has not asked
   */
  questionOf(xonly: string): string | null | undefined {
    return this.#entries.get(xonly)?.question
  }

  /** A member asks. */
  asked(peer: PeerEntry): void {
    this.#entryOf(peer).lastAskedAt = this.#options.now()
  }

  /** A member's request waits for the owner. */
  held(peer: PeerEntry, { id, settled }: Pick<Held, 'id' | 'settled'>): void {
    const entry = this.#entryOf(peer)
    entry.state = 'waiting'
    this.#report(entry, 'waiting')
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
    // A switch or a stop concerns all requests of peers, so this one is not reported.
    if (by === 'answer' || by === 'rule') this.#report(entry, 'refused')
  }

  /** A member is about to get the group. */
  answered(peer: PeerEntry): void {
    this.#options.onAnswered(peer)
    const entry = this.#entryOf(peer)
    entry.state = 'answered'
    entry.approvedAt = null
    this.#report(entry, 'answered')
    this.#options.onSettled(peer)
  }

  #entryOf(peer: PeerEntry): Entry {
    let entry = this.#entries.get(peer.xonly)
    if (entry === undefined) {
      const now = this.#options.now()
      const times = { askedAt: now, lastAskedAt: now, approvedAt: null }
      entry = { peer, ...times, state: 'waiting', question: null, reported: null }
      this.#entries.set(peer.xonly, entry)
    }
    return entry
  }

  #report(entry: Entry, state: OnboardingRecord['state']): void {
    const now = this.#options.now()
    if (entry.reported?.state === state && now - entry.reported.at < REPORT_INTERVAL) return
    entry.reported = { state, at: now }
    this.#options.onNews({ peer: entry.peer, state })
  }
}

/** A member that was allowed but did not ask again in time must be allowed again. */
const stateOf = ({ state, approvedAt }: Entry, now: number): Entry['state'] =>
  state === 'approved' && approvedAt !== null && now >= approvedAt + APPROVAL_PERIOD
    ? 'waiting'
    : state

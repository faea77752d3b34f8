import { request } from '#contract/messages.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import {
  PERSON_ASKED_FOR,
  PERSON_REQUESTS_MAX,
  PERSON_TIMEOUT,
  REQUEST_TIMEOUT,
} from '../limits.ts'
import type { Operation, PeerEntry } from '../peers/peers.ts'
import type { Persons } from '../signing/hedge.ts'
import type { V2Context } from './context.ts'

/** A request that a peer was sent and has not answered. */
interface Sent {
  /** Unix milliseconds. */
  at: number
  /** What it asks for. */
  about: ReadonlySet<string>
}

export interface PersonRequestsOptions {
  /** A peer has not answered in the time for which its app keeps a request, or we keep it no longer. */
  onOver(requestId: string, peer: string): void
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Our requests that the person at a peer is perhaps asked about. Igloo beta can be told to ask first: it then
 * keeps a request for five minutes and says nothing, also when these are over; each further request is one
 * more question. All we can see is that a peer was heard since, and has not answered. Kept for each peer up
 * to a number; no timer runs for it.
 */
export class PersonRequests {
  readonly #options: PersonRequestsOptions
  /** By the peer's x-only key and the request's id, oldest first. */
  readonly #sent = new Map<string, Map<string, Sent>>()

  constructor(options: PersonRequestsOptions) {
    this.#options = options
  }

  /** A request goes to a peer; sent again, it is the same. */
  sent(id: string, { xonly }: PeerEntry, about: readonly string[]): void {
    const sent = this.#sent.has(xonly) ? this.#of(xonly) : new Map<string, Sent>()
    if (sent.has(id)) return
    sent.set(id, { at: this.#options.now(), about: new Set(about) })
    this.#sent.set(xonly, sent)
    const [oldest] = sent.keys()
    if (sent.size <= PERSON_REQUESTS_MAX || oldest === undefined) return
    sent.delete(oldest)
    this.#options.onOver(oldest, xonly)
  }

  /** A peer has answered a request, or was not sent it after all. @param peer x-only */
  ended(id: string, peer: string): void {
    this.#sent.get(peer)?.delete(id)
  }

  /** None of them is known any more at the next start. */
  stop(): void {
    for (const [peer, sent] of this.#sent) {
      for (const id of sent.keys()) this.#options.onOver(id, peer)
    }
    this.#sent.clear()
  }

  /** A peer's app has lost some of them, all unless told otherwise. @param peer x-only */
  forget(peer: string, isLost: (id: string) => boolean = () => true): void {
    const sent = this.#of(peer)
    for (const id of sent.keys()) if (isLost(id)) sent.delete(id)
  }

  /** A peer does not answer pings: what it was sent since it was last heard has not arrived. */
  forgetUnheard(peer: PeerEntry): void {
    const sent = this.#of(peer.xonly)
    for (const [id, { at }] of sent) if (!isHeardSince(peer, at)) sent.delete(id)
  }

  /** Whether the person at a peer is asked about something. */
  isAsked(peer: PeerEntry): boolean {
    return this.#asked(peer).length > 0
  }

  /**
   * Whether that person is asked about one of these, or about so much that nothing more is added. An answer that
   * others get in time as well is nobody's question yet.
   */
  isAskedFor(peer: PeerEntry, about: readonly string[]): boolean {
    const before = this.#options.now() - REQUEST_TIMEOUT
    const asked = this.#asked(peer).filter(({ at }) => at <= before)
    const isAbout = asked.some((one) => about.some((subject) => one.about.has(subject)))
    return isAbout || asked.length >= PERSON_REQUESTS_MAX
  }

  #asked(peer: PeerEntry): Sent[] {
    return [...this.#of(peer.xonly).values()].filter(({ at }) => isHeardSince(peer, at))
  }

  /** Those of a peer, without what is over. */
  #of(peer: string): Map<string, Sent> {
    const sent = this.#sent.get(peer) ?? NONE
    const over = this.#options.now() - PERSON_ASKED_FOR
    for (const [id, { at }] of sent) {
      if (at > over) break
      sent.delete(id)
      this.#options.onOver(id, peer)
    }
    return sent
  }
}

const NONE = new Map<string, Sent>()

const isHeardSince = ({ lastSeen }: PeerEntry, at: number): boolean =>
  lastSeen !== null && lastSeen > at

/** Whether a peer's app may ask a person first: of those that we know, Igloo beta alone, and silently. */
export const mayAskPerson = ({ build }: PeerEntry): boolean => build === 'igloo-beta'

/**
 * Whether such a peer, which was not answering, is there and has lost what it was asked.
 *
 * @param isThere how a ping of it ends
 */
export async function isBackWithout(
  { persons }: Pick<V2Context, 'persons'>,
  peer: PeerEntry,
  isThere: Promise<boolean>,
): Promise<boolean> {
  return (await isThere) && !persons.isAsked(peer)
}

/**
 * A peer was asked for all its nonces. It offers those that it keeps, up to a number, in the order of their
 * codes: what is not where it would stand can't be signed with any more, as after we were put back to an
 * earlier state, and nobody is asked about a request with it.
 */
export function forgetLost(
  { persons, lateAnswers }: Pick<V2Context, 'persons' | 'lateAnswers'>,
  { xonly }: PeerEntry,
  offered: readonly Nonce[],
): void {
  const codes = offered.map(({ code }) => code)
  const [last = ''] = codes.slice(-1)
  if (codes.some((code, at) => code < (codes[at - 1] ?? ''))) return
  const there = new Set(codes)
  const isLost = (code: string) => code < last && !there.has(code)
  persons.forget(xonly, (id) => lateAnswers.codesOf(id, xonly).some(isLost))
}

type Known = Pick<V2Context, 'persons' | 'log' | 'leaving' | 'requestTimeout'>

/** How persons are waited for. @param onWaiting told once, when nothing else is missing */
export const waitForPersons = (
  { persons, log, leaving, requestTimeout }: Known,
  operation: Operation,
  onWaiting = () => {},
): Persons => ({
  mayBeAsked: mayAskPerson,
  isAsked: (peer) => mayAskPerson(peer) && persons.isAsked(peer),
  timeout: Math.max(PERSON_TIMEOUT, requestTimeout),
  onWaiting: (peers) => {
    const names = peers.map(({ pubkey }) => pubkey.slice(0, 8)).join(', ')
    log.add(operation, `Waiting for the person at ${names}, whose app asks first`, {
      peers: peers.map(({ pubkey }) => pubkey),
    })
    onWaiting()
  },
  leaving,
})

/** How long a peer's answer is waited for. Milliseconds. */
export const patienceWith = (
  { requestTimeout }: Pick<V2Context, 'requestTimeout'>,
  peer: PeerEntry,
): number => (mayAskPerson(peer) ? Math.max(PERSON_TIMEOUT, requestTimeout) : requestTimeout)

/** Those of some peers that may be asked for something, since nobody at them is asked about it already. */
export function freshFor(
  { persons }: Pick<V2Context, 'persons'>,
  peers: readonly PeerEntry[],
  about: readonly string[],
): { fresh: PeerEntry[]; asked: PeerEntry[] } {
  const asked = peers.filter((peer) => persons.isAskedFor(peer, about))
  return { fresh: peers.filter((peer) => !asked.includes(peer)), asked }
}

/** Why something is not asked for: only persons that were asked already could help. */
export const alreadyAsked = (peers: readonly PeerEntry[]) => ({
  ok: false as const,
  reason: request.personAsked(peers.map(({ pubkey }) => pubkey.slice(0, 8)).join(', ')),
  code: 'unanswered' as const,
})

/** What requests for signatures and for keys are about. */
export const aboutHash = (hash: string): string => `sign ${hash}`
export const aboutKey = (key: string): string => `ecdh ${key}`
export const ABOUT_GROUP = 'onboard'

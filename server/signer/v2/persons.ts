import { request } from '#contract/codes.ts'
import type { Nonce } from '#protocol/v2/messages.ts'
import {
  PERSON_ASKED_FOR,
  PERSON_REQUESTS_MAX,
  PERSON_TIMEOUT,
  REQUEST_TIMEOUT,
} from '../limits.ts'
import type { Operation, PeerEntry } from '../peers/peers.ts'
import type { ProtocolLog } from '../protocol-log.ts'
import type { Persons } from '../signing/hedge.ts'
import type { RequestedNonces } from './sign-sessions.ts'

/** A request that a peer was sent and has not answered. */
interface Sent {
  /** Unix milliseconds. */
  at: number
  /** What it asks for. */
  about: ReadonlySet<string>
  /** Called when the peer's app has lost it. */
  onLost(): void
}

export interface PersonRequestsOptions {
  /** A peer has not answered while its app keeps a request, or we no longer keep it. */
  onOver(requestId: string, peer: string): void
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Our requests that the person at a peer may have to approve. Igloo beta can be set to ask first: it
 * keeps a request for five minutes and sends nothing, not even when they are over. Each further
 * request is another question to that person. We only see that a peer was heard since the request and
 * has not answered it. The number of requests kept for each peer is limited; no timer runs for them.
 */
export class PersonRequests {
  readonly #options: PersonRequestsOptions
  /** By the peer's x-only key and the request's id, oldest first. */
  readonly #sent = new Map<string, Map<string, Sent>>()

  constructor(options: PersonRequestsOptions) {
    this.#options = options
  }

  /** Records a request to a peer; the same request sent again changes nothing. */
  sent(
    id: string,
    { xonly }: PeerEntry,
    about: readonly string[],
    onLost: () => void = () => {},
  ): void {
    const sent = this.#sent.has(xonly) ? this.#of(xonly) : new Map<string, Sent>()
    if (sent.has(id)) return
    sent.set(id, { at: this.#options.now(), about: new Set(about), onLost })
    this.#sent.set(xonly, sent)
    const [oldest] = sent.keys()
    if (sent.size <= PERSON_REQUESTS_MAX || oldest === undefined) return
    sent.delete(oldest)
    this.#options.onOver(oldest, xonly)
  }

  /** A peer has answered a request, or the request was not sent. @param peer x-only */
  ended(id: string, peer: string): void {
    this.#sent.get(peer)?.delete(id)
  }

  /** Ends all requests: the next start knows none of them. */
  stop(): void {
    for (const [peer, sent] of this.#sent) {
      for (const id of sent.keys()) this.#options.onOver(id, peer)
    }
    this.#sent.clear()
  }

  /** A peer's app has lost some requests, by default all. @param peer x-only */
  forget(peer: string, isLost: (id: string) => boolean = () => true): void {
    const sent = this.#of(peer)
    for (const [id, { onLost }] of [...sent].filter(([id]) => isLost(id))) {
      sent.delete(id)
      onLost()
    }
  }

  /** A peer does not answer pings: requests sent since it was last heard have not arrived. */
  forgetUnheard(peer: PeerEntry): void {
    const sent = this.#of(peer.xonly)
    for (const [id, { at }] of sent) if (!isHeardSince(peer, at)) sent.delete(id)
  }

  /** Whether the person at a peer is being asked about something. */
  isAsked(peer: PeerEntry): boolean {
    return this.#asked(peer).length > 0
  }

  /**
   * Whether that person is being asked about one of these, or about so much that nothing more is
   * added. A request that can still be answered in time is not yet a question to the person.
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

  /** The requests to a peer, after those that are over were removed. */
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

/** Whether a peer's app may ask a person first. Of the known apps only Igloo beta does. */
export const mayAskPerson = ({ build }: PeerEntry): boolean => build === 'igloo-beta'

/**
 * Forgets requests whose nonces a peer has lost. The peer was asked for all its nonces and offers as many as
 * fit, in the order of their codes. A code missing in that order can't be used any more: we may run on an older
 * copy of our data, and have used it before. So the person there is not being asked about a request with it.
 */
export function forgetLost(
  { persons, requestedNonces }: { persons: PersonRequests; requestedNonces: RequestedNonces },
  { xonly }: PeerEntry,
  offered: readonly Nonce[],
): void {
  const codes = offered.map(({ code }) => code)
  const [last = ''] = codes.slice(-1)
  if (codes.some((code, at) => code < (codes[at - 1] ?? ''))) return
  const known = new Set(codes)
  const isLost = (code: string) => code < last && !known.has(code)
  persons.forget(xonly, (id) => requestedNonces.codesOf(id, xonly).some(isLost))
}

interface WaitContext {
  persons: PersonRequests
  log: ProtocolLog['log']
  /** Aborts when no person is waited for any longer. */
  stopping: AbortSignal
  /** Milliseconds. */
  requestTimeout: number
}

/** How long and for which persons a request waits. @param onWaiting called once, when only persons are left */
export const waitForPersons = (
  { persons, log, stopping, requestTimeout }: WaitContext,
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
  leaving: stopping,
})

/** How long to wait for a peer's answer. Milliseconds. */
export const answerTimeout = (
  { requestTimeout }: { requestTimeout: number },
  peer: PeerEntry,
): number => (mayAskPerson(peer) ? Math.max(PERSON_TIMEOUT, requestTimeout) : requestTimeout)

/** Splits peers into those that may be asked, and those whose person is already being asked. */
export function splitByAsked(
  { persons }: { persons: PersonRequests },
  peers: readonly PeerEntry[],
  about: readonly string[],
): { fresh: PeerEntry[]; asked: PeerEntry[] } {
  const asked = peers.filter((peer) => persons.isAskedFor(peer, about))
  return { fresh: peers.filter((peer) => !asked.includes(peer)), asked }
}

/** The failure of a request when the persons at all possible peers are already being asked. */
export const alreadyAsked = (peers: readonly PeerEntry[]) => ({
  ok: false as const,
  why: request.personAsked(peers.map(({ pubkey }) => pubkey.slice(0, 8)).join(', ')),
  code: 'unanswered' as const,
})

/** What a request is about: a signature of a hash, an exchange with a key, or the group. */
export const aboutHash = (hash: string): string => `sign ${hash}`
export const aboutKey = (key: string): string => `ecdh ${key}`
export const ABOUT_GROUP = 'onboard'

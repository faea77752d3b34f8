import { protocolTexts, request } from '#contract/messages.ts'
import type { Result } from '#lib/errors.ts'
import type { PublishResult } from '#relay/session.ts'
import type { Failure, FailureCode } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'

export type Answer<E> =
  | { ok: true; envelope: E }
  | { ok: false; reason: 'timeout' | 'cancelled' | 'stopped' }

interface Waiting<E> {
  settle(answer: Answer<E>): void
}

/** Our unanswered requests, by message id and peer. */
export class PendingRequests<E extends { id: string }> {
  readonly #waiting = new Map<string, Waiting<E>>()
  #stopped = false

  get size(): number {
    return this.#waiting.size
  }

  get isStopped(): boolean {
    return this.#stopped
  }

  /**
   * Waits for a peer's answer to a message; rejects only with what `take` throws.
   *
   * @param timeout milliseconds
   * @param take called as soon as the answer arrives, before later messages are read
   */
  expect(
    id: string,
    peer: string,
    timeout: number,
    take: (envelope: E) => void = () => {},
  ): Promise<Answer<E>> {
    if (this.#stopped) return Promise.resolve({ ok: false, reason: 'stopped' })
    const key = keyOf(id, peer)
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer<E>) => {
        clearTimeout(timer)
        this.#waiting.delete(key)
        try {
          if (answer.ok) take(answer.envelope)
          resolve(answer)
        } catch (error) {
          reject(error)
        }
      }
      const timer = setTimeout(() => settle({ ok: false, reason: 'timeout' }), timeout)
      this.#waiting.set(key, { settle })
    })
  }

  /** Resolves the request that an answer belongs to; false when there is none. */
  answer(peer: string, envelope: E): boolean {
    const waiting = this.#waiting.get(keyOf(envelope.id, peer))
    waiting?.settle({ ok: true, envelope })
    return waiting !== undefined
  }

  cancel(id: string, peer: string): void {
    this.#waiting.get(keyOf(id, peer))?.settle({ ok: false, reason: 'cancelled' })
  }

  /** Ends all requests, and every later one at once. */
  stop(): void {
    this.#stopped = true
    for (const waiting of [...this.#waiting.values()]) {
      waiting.settle({ ok: false, reason: 'stopped' })
    }
  }
}

const keyOf = (id: string, peer: string): string => `${id.toLowerCase()}:${peer}`

/**
 * A peer's answer, checked: a value, or an error. `isHonest`: the peer declined correctly, and is not
 * blamed. `isUnready`: it may answer another request.
 */
export type Checked<T> =
  | Result<T>
  | {
      ok: false
      error: string
      isHonest: true
      isUnready?: boolean
      code?: FailureCode | undefined
    }

/** One request to several peers. `E` is an answer's envelope, `T` its checked content. */
export interface PeersRequest<E extends { id: string }, T> {
  /** The request's id, which its answers repeat. */
  id: string
  /** Must not send once the request's permit is stopped. */
  send(peer: PeerEntry): Promise<PublishResult>
  /** Checks a peer's answer. On an error the peer counts as untrusted, unless the error is `isHonest`. */
  check(answer: E, peer: PeerEntry): Checked<T>
  /** The time-out of a peer, if not `requestTimeout`. Milliseconds. */
  timeoutOf?(peer: PeerEntry): number
}

export interface AskContext<E extends { id: string }> {
  pending: PendingRequests<E>
  /** How long peers have for an answer. Milliseconds. */
  requestTimeout: number
  expectFrom(peer: PeerEntry): void
  untrusted: { add(peer: PeerEntry, reason: string): void }
}

export type Answers<T> =
  | { ok: true; values: Map<PeerEntry, T> }
  | (Failure & { culprits: PeerEntry[]; unready?: PeerEntry[] })

export interface Asked<T> {
  /** Resolves with all answers, or with the first failure. Never rejects. */
  answers: Promise<Answers<T>>
  controls: {
    /** The peers that have not answered. */
    silent(): PeerEntry[]
    /** Sends the request again to silent peers for which `isFor` is true. */
    resend(isFor: (peer: PeerEntry) => boolean): void
    cancel(): void
  }
}

/** Sends a request to several peers and collects one checked answer from each. */
export function askPeers<E extends { id: string }, T>(
  { pending, requestTimeout, expectFrom, untrusted }: AskContext<E>,
  peers: readonly PeerEntry[],
  { id, send, check, timeoutOf = () => requestTimeout }: PeersRequest<E, T>,
): Asked<T> {
  const values = new Map<PeerEntry, T>()
  let settle: (answers: Answers<T>) => void = () => {}
  const answers = new Promise<Answers<T>>((resolve) => {
    settle = resolve
  })

  const open = async (peer: PeerEntry) => {
    const result = await send(peer)
    if (!result.ok) settle({ ok: false, reason: notPublished(result.failures), culprits: [] })
  }

  const collect = async (peer: PeerEntry) => {
    expectFrom(peer)
    const timeout = timeoutOf(peer)
    const answer = await pending.expect(id, peer.xonly, timeout)
    if (!answer.ok) {
      const timedOut = answer.reason === 'timeout'
      const reason = timedOut ? request.timeout(timeout) : request.stopped
      settle({ ok: false, reason, code: timedOut ? 'timeout' : 'stopped', culprits: [] })
      return
    }
    const checked = check(answer.envelope, peer)
    if (!checked.ok) {
      if (!('isHonest' in checked)) untrusted.add(peer, checked.error)
      const { isUnready = false, code = undefined } = 'isHonest' in checked ? checked : {}
      const blamed = isUnready ? { culprits: [], unready: [peer] } : { culprits: [peer] }
      settle({ ok: false, reason: checked.error, code, ...blamed })
      return
    }
    values.set(peer, checked.value)
    if (values.size === peers.length) settle({ ok: true, values })
  }

  const fail = () => settle({ ok: false, reason: protocolTexts.nodeError, culprits: [] })
  for (const peer of peers) {
    collect(peer).catch(fail)
    open(peer).catch(fail)
  }
  if (peers.length === 0) settle({ ok: true, values })

  const silent = () => peers.filter((peer) => !values.has(peer))
  return {
    answers,
    controls: {
      silent,
      resend: (isFor) => {
        for (const peer of silent().filter(isFor)) {
          // The peer may answer both messages.
          expectFrom(peer)
          void send(peer)
        }
      },
      cancel: () => {
        for (const peer of peers) pending.cancel(id, peer.xonly)
      },
    },
  }
}

/** The relays' reasons, as one text. */
export const notPublished = (failures: readonly { relay: string; reason: string }[]): string =>
  request.notPublished(failures.map(({ relay, reason }) => `${relay}: ${reason}`).join(', '))

import { request } from '#contract/codes.ts'
import { type Message, messageOf, saidBy, several } from '#contract/message.ts'
import { protocolTexts } from '#contract/messages.ts'
import type { Failed, Result } from '#lib/errors.ts'
import type { PublishFailure, PublishResult } from '#relay/session.ts'
import type { FailureCode } from '../failure.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { SharedContext } from '../shared-context.ts'
import { ATTEMPT_STOPPED, type Attempt, type AttemptOutcome, attemptFailed } from './hedge.ts'

export type Answer<E> =
  | { ok: true; envelope: E }
  | { ok: false; reason: 'timeout' | 'cancelled' | 'stopped' }

/** Our unanswered requests, by message id and peer. */
export class PendingRequests<E extends { id: string }> {
  readonly #waiting = new Map<string, (answer: Answer<E>) => void>()
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
      this.#waiting.set(key, settle)
    })
  }

  /** Resolves the request that an answer belongs to; false when there is none. */
  answer(peer: string, envelope: E): boolean {
    const settle = this.#waiting.get(keyOf(envelope.id, peer))
    settle?.({ ok: true, envelope })
    return settle !== undefined
  }

  cancel(id: string, peer: string): void {
    this.#waiting.get(keyOf(id, peer))?.({ ok: false, reason: 'cancelled' })
  }

  /** Ends all requests, and every later one at once. */
  stop(): void {
    this.#stopped = true
    for (const settle of this.#waiting.values()) settle({ ok: false, reason: 'stopped' })
  }
}

const keyOf = (id: string, peer: string): string => `${id.toLowerCase()}:${peer}`

/**
 * A peer's answer, checked: a value, or an error. `isHonest`: the peer declined correctly, and is not
 * blamed. `isUnready`: it may answer another request.
 */
export type Checked<T> =
  | Result<T>
  | (Failed & { isHonest: true; isUnready?: boolean; kind?: FailureCode })

/** One request to several peers. `E` is an answer's envelope, `T` its checked content. */
export interface PeersRequest<E extends { id: string }, T> {
  /** The request's id, which its answers repeat. */
  id: string
  /**
   * Must not send once the request's permit is stopped.
   *
   * @param onLost to be called when the peer is seen to have lost the request: nobody waits for its answer then
   */
  send(peer: PeerEntry, onLost: () => void): Promise<PublishResult>
  /** Checks a peer's answer. On an error the peer counts as untrusted, unless the error is `isHonest`. */
  check(answer: E, peer: PeerEntry): Checked<T>
  /** The time-out of a peer, if not `requestTimeout`. Milliseconds. */
  timeoutOf?(peer: PeerEntry): number
}

export interface AskContext<E extends { id: string }>
  extends Pick<SharedContext, 'requestTimeout' | 'expectFrom'> {
  pending: PendingRequests<E>
  untrusted: Pick<SharedContext['untrusted'], 'add'>
}

/** A request to several peers, which ends with all their answers. */
export type Asked<T> = Attempt<Answers<T>>
export type Answers<T> = Map<PeerEntry, T>

/** Sends a request to several peers and collects one checked answer from each. */
export function askPeers<E extends { id: string }, T>(
  { pending, requestTimeout, expectFrom, untrusted }: AskContext<E>,
  peers: readonly PeerEntry[],
  { id, send, check, timeoutOf = () => requestTimeout }: PeersRequest<E, T>,
): Asked<T> {
  const answers: Answers<T> = new Map()
  const { promise: done, resolve: settle } = Promise.withResolvers<AttemptOutcome<Answers<T>>>()

  const lose = (peer: PeerEntry) => {
    if (answers.has(peer)) return
    const failure = attemptFailed(request.timeout(timeoutOf(peer)), { code: 'timeout' })
    settle({ ...failure, unready: [peer], isLost: true })
  }

  const open = async (peer: PeerEntry) => {
    const result = await send(peer, () => lose(peer))
    if (!result.ok) settle(attemptFailed(notPublished(result.failures)))
  }

  const collect = async (peer: PeerEntry) => {
    expectFrom(peer)
    const timeout = timeoutOf(peer)
    const answer = await pending.expect(id, peer.xonly, timeout)
    if (!answer.ok) {
      const timedOut = answer.reason === 'timeout'
      settle(
        timedOut ? attemptFailed(request.timeout(timeout), { code: 'timeout' }) : ATTEMPT_STOPPED,
      )
      return
    }
    const checked = check(answer.envelope, peer)
    if (!checked.ok) {
      if (!('isHonest' in checked)) untrusted.add(peer, checked.error)
      const { isUnready = false, kind: code = undefined } = 'isHonest' in checked ? checked : {}
      const blamed = isUnready ? { culprits: [], unready: [peer] } : { culprits: [peer] }
      settle({ ok: false, why: messageOf(checked), code, ...blamed })
      return
    }
    answers.set(peer, checked.value)
    if (answers.size === peers.length) settle({ ok: true, value: answers })
  }

  const fail = () => settle(attemptFailed({ error: protocolTexts.nodeError }))
  for (const peer of peers) {
    collect(peer).catch(fail)
    open(peer).catch(fail)
  }
  if (peers.length === 0) settle({ ok: true, value: answers })

  const silent = () => peers.filter((peer) => !answers.has(peer))
  return {
    done,
    silent,
    resend: (isFor) => {
      for (const peer of silent().filter(isFor)) {
        // The peer may answer both messages.
        expectFrom(peer)
        void send(peer, () => lose(peer))
      }
    },
    cancel: () => {
      for (const peer of peers) pending.cancel(id, peer.xonly)
    },
  }
}

/** The relays' reasons, as one text. */
export const notPublished = (failures: readonly Pick<PublishFailure, 'relay' | 'why'>[]): Message =>
  request.notPublished(
    several(
      ', ',
      failures.map(({ relay, why }) => saidBy(relay, why)),
    ),
  )

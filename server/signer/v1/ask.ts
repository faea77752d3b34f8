import { REQUEST_TIMEOUT } from '../../contract/limits.ts'
import { refusal, request } from '../../contract/messages.ts'
import type { Result } from '../../frostr/errors.ts'
import { newMessageId } from '../../frostr/v1/envelope.ts'
import type { Failure } from '../failure.ts'
import type { PeerEntry } from '../peers.ts'
import type { V1Context } from './context.ts'

export interface Question<T> {
  requestTag: string
  answerTag: string
  data: string
  /** Reads a peer's answer; an error makes that peer a liar. */
  check(data: string, peer: PeerEntry): Result<T>
}

export type Answers<T> =
  | { ok: true; values: Map<PeerEntry, T> }
  | (Failure & { culprits: PeerEntry[] })

export interface Asked<T> {
  /** All answers, or the first thing that makes them impossible. Never rejects. */
  answers: Promise<Answers<T>>
  controls: { silent(): PeerEntry[]; resend(): void; cancel(): void }
}

/** Sends one message to several peers, and collects one checked answer from each. */
export function askMembers<T>(
  context: V1Context,
  peers: readonly PeerEntry[],
  question: Question<T>,
): Asked<T> {
  const { messenger, pending } = context
  const id = newMessageId()
  const values = new Map<PeerEntry, T>()
  let settle: (answers: Answers<T>) => void = () => {}
  const answers = new Promise<Answers<T>>((resolve) => {
    settle = resolve
  })

  const send = (peer: PeerEntry) =>
    messenger.send(peer.xonly, { tag: question.requestTag, id, data: question.data })

  const open = async (peer: PeerEntry) => {
    const result = await send(peer)
    if (!result.ok) settle({ ok: false, reason: notPublished(result.failures), culprits: [] })
  }

  const collect = async (peer: PeerEntry) => {
    context.expectFrom(peer)
    const answer = await pending.expect(id, peer.xonly, REQUEST_TIMEOUT)
    if (!answer.ok) {
      const timedOut = answer.reason === 'timeout'
      const reason = timedOut ? request.timeout(REQUEST_TIMEOUT) : request.stopped
      settle({ ok: false, reason, code: timedOut ? 'timeout' : 'stopped', culprits: [] })
      return
    }
    const { tag, data } = answer.envelope
    const checked =
      tag === question.answerTag
        ? question.check(data, peer)
        : ({ ok: false, error: refusal.wrongAnswerTag } as const)
    if (!checked.ok) {
      context.distrusted.add(peer, checked.error)
      settle({ ok: false, reason: checked.error, culprits: [peer] })
      return
    }
    values.set(peer, checked.value)
    if (values.size === peers.length) settle({ ok: true, values })
  }

  for (const peer of peers) {
    void collect(peer)
    void open(peer)
  }
  if (peers.length === 0) settle({ ok: true, values })

  const silent = () => peers.filter((peer) => !values.has(peer))
  return {
    answers,
    controls: {
      silent,
      resend: () => {
        for (const peer of silent()) void send(peer)
      },
      cancel: () => {
        for (const peer of peers) pending.cancel(id, peer.xonly)
      },
    },
  }
}

/** What the relays said, as one reason. */
export const notPublished = (failures: readonly { relay: string; reason: string }[]): string =>
  request.notPublished(failures.map(({ relay, reason }) => `${relay}: ${reason}`).join(', '))

import { refusal } from '#contract/messages.ts'
import { fail, type Result } from '#lib/errors.ts'
import { newMessageId } from '#protocol/v1/envelope.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { type Asked, askPeers } from '../signing/ask-peers.ts'
import type { V1Context } from './context.ts'

export interface Question<T> {
  /** The request's id; a new one by default. */
  id?: string
  requestTag: string
  answerTag: string
  data: string
  /** How many hashes the peer has to sign, or 1. */
  hashes: number
  /** The permit's signal. */
  signal: AbortSignal
  /** Reads a peer's answer. A peer whose answer is refused is distrusted. */
  check(data: string, peer: PeerEntry): Result<T>
}

/** Sends one message to several peers, and collects one checked answer from each. */
export function askMembers<T>(
  context: V1Context,
  peers: readonly PeerEntry[],
  { id = newMessageId(), requestTag, answerTag, data, hashes, signal, check }: Question<T>,
): Asked<T> {
  const { loads, messenger } = context
  return askPeers(context, peers, {
    id,
    send: async ({ xonly }) => {
      loads.asked(xonly, id, hashes)
      const result = await messenger.send(xonly, { tag: requestTag, id, data }, { signal })
      if (!result.ok) loads.withdrawn(xonly, id)
      return result
    },
    check: (answer, peer) =>
      answer.tag === answerTag ? check(answer.data, peer) : fail(refusal.wrongAnswerTag),
  })
}

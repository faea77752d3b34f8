import { gen2Refusal, refusal } from '../../contract/messages.ts'
import { fail, ok, type Result } from '../../errors.ts'
import { type Envelope, newRequestId } from '../../frostr/gen2/envelope.ts'
import type { Message, MessageType, Payloads } from '../../frostr/gen2/messages.ts'
import { parsePayload } from '../../frostr/gen2/parse.ts'
import { methodOf, nonceUnavailable, notTogether } from '../../frostr/gen2/policy.ts'
import { type Asked, askPeers, type Checked } from '../ask-peers.ts'
import type { PeerEntry } from '../peers.ts'
import type { Gen2Context } from './context.ts'
import { UNSAID } from './profile.ts'

export interface Question<A extends MessageType> {
  /** The request's id; a new one by default. */
  id?: string
  message: Message
  answerType: A
  /** Of what permits it; none for what takes no permit. */
  signal?: AbortSignal
  /** Told which keys a peer answers only one by one. */
  onApart?(keys: readonly string[]): void
  /** Why an answer is refused, or null; the peer of a refused answer counts as a liar. */
  check(answer: Payloads[A], peer: PeerEntry): string | null
}

/** Sends one message to several peers, and collects one checked answer from each. */
export function askMembers<A extends MessageType>(
  context: Gen2Context,
  peers: readonly PeerEntry[],
  { id = newRequestId(), message, answerType, signal, onApart, check }: Question<A>,
): Asked<Payloads[A]> {
  return askPeers(context, peers, {
    id,
    send: (peer) => context.messenger.send(peer.xonly, id, message, { signal }),
    check: (envelope, peer) => {
      const answer = readAnswer(envelope, answerType)
      const apart = onApart && keysApart(envelope)
      if (apart) onApart(apart)
      else if ('isHonest' in answer && !answer.isUnready) noteRefusal(peer, message.type)
      if (!answer.ok) return answer
      const refused = check(answer.value, peer)
      return refused === null ? ok(answer.value) : fail(refused)
    },
  })
}

/** Null if it is no such answer. */
function keysApart({ type, data }: Envelope): readonly string[] | null {
  const parsed = type === 'Error' ? parsePayload.Error(data) : null
  return parsed?.ok && parsed.value.code === notTogether([]).code
    ? (parsed.value.apart ?? [])
    : null
}

/** A refusal says the same as a ping would: others are asked before this peer. */
function noteRefusal({ dialects }: PeerEntry, type: MessageType): void {
  const dialect = dialects.get('2026')
  const method = methodOf(type)
  if (dialect === undefined || (method !== 'sign' && method !== 'ecdh')) return
  const known = dialect.policy ?? UNSAID
  dialect.policy = { ...known, [method]: { ...known[method], recv: false } }
}

/**
 * An answer of the requested type. A peer that would not answer says so, and is no liar; one that
 * no longer has the requested nonces may answer with others.
 */
export function readAnswer<A extends MessageType>(
  { type, data }: Envelope,
  answerType: A,
): Checked<Payloads[A]> {
  if (type === 'Error') {
    const parsed = parsePayload.Error(data)
    const isUnready = parsed.ok && parsed.value.code === nonceUnavailable.code
    const error = isUnready ? gen2Refusal.peerWithoutNonces : gen2Refusal.peerDenied
    return { ok: false, error, isHonest: true, isUnready }
  }
  if (type !== answerType) return fail(refusal.wrongAnswerTag)
  return (parsePayload[answerType] as (data: unknown) => Result<Payloads[A]>)(data)
}

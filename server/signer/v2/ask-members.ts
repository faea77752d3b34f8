import { request } from '#contract/codes.ts'
import { refusal, v2Refusal } from '#contract/messages.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { type Envelope, newRequestId } from '#protocol/v2/envelope.ts'
import {
  answeredOneByOne,
  type Message,
  type MessageType,
  methodOf,
  nonceUnavailable,
  operatorDenied,
  type Payloads,
} from '#protocol/v2/messages.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { type Asked, askPeers, type Checked } from '../signing/ask-peers.ts'
import type { V2Context } from './context.ts'
import { answerTimeout, mayAskPerson } from './persons.ts'
import { UNKNOWN_POLICY } from './profile.ts'

interface Question<A extends MessageType> {
  /** The request's id; a new one by default. */
  id?: string
  message: Message
  /** What it asks for. A peer whose person is being asked about the same is not asked again. */
  about: readonly string[]
  /** Whether to wait for a person's answer. */
  waitsForPersons?: boolean
  answerType: A
  /** The permit's signal, if the request needs a permit. */
  signal?: AbortSignal
  /** Called with the keys that a peer answers only one by one. */
  onApart?(keys: readonly string[]): void
  /** Why an answer is refused, or null. The peer of a refused answer is distrusted. */
  check(answer: Payloads[A], peer: PeerEntry): string | null
}

/** Sends one message to several peers, and collects one checked answer from each. */
export function askMembers<A extends MessageType>(
  context: V2Context,
  peers: readonly PeerEntry[],
  {
    id = newRequestId(),
    message,
    about,
    waitsForPersons = false,
    answerType,
    signal,
    onApart,
    check,
  }: Question<A>,
): Asked<Payloads[A]> {
  const { messenger, persons } = context
  return askPeers(context, peers, {
    id,
    send: async (peer, onLost) => {
      if (mayAskPerson(peer)) persons.sent(id, peer, about, onLost)
      const result = await messenger.send(peer.xonly, id, message, { signal })
      if (!result.ok) persons.ended(id, peer.xonly)
      return result
    },
    ...(waitsForPersons && { timeoutOf: (peer: PeerEntry) => answerTimeout(context, peer) }),
    check: (envelope, peer) => {
      const answer = readAnswer(envelope, answerType, peer)
      const apart = onApart && keysApart(envelope)
      if (apart) onApart(apart)
      else if ('isHonest' in answer && !answer.isUnready && answer.kind === undefined) {
        recordDenial(peer, message.type)
      }
      if (!answer.ok) return answer
      const refused = check(answer.value, peer)
      return refused === null ? ok(answer.value) : fail(refused)
    },
  })
}

/** The keys that an error names to be asked for one by one; null for another answer. */
function keysApart({ type, data }: Envelope): readonly string[] | null {
  const parsed = type === 'Error' ? parsePayload.Error(data) : null
  return parsed?.ok && parsed.value.code === answeredOneByOne([]).code
    ? (parsed.value.apart ?? [])
    : null
}

/** Records a denial in the peer's policy, as its ping would: others are asked before this peer. */
function recordDenial({ protocols }: PeerEntry, type: MessageType): void {
  const state = protocols.get('2026')
  const method = methodOf(type)
  if (state === undefined || (method !== 'sign' && method !== 'ecdh')) return
  const known = state.policy ?? UNKNOWN_POLICY
  state.policy = { ...known, [method]: { ...known[method], recv: false } }
}

/**
 * Reads an answer of the requested type. An error is honest: a denial, a nonce that is not available (the
 * peer may answer with others), or a person who has declined (and may agree the next time).
 */
function readAnswer<A extends MessageType>(
  { type, data }: Envelope,
  answerType: A,
  { pubkey }: Pick<PeerEntry, 'pubkey'>,
): Checked<Payloads[A]> {
  if (type === 'Error') {
    const parsed = parsePayload.Error(data)
    if (parsed.ok && parsed.value.code === operatorDenied) {
      const why = request.declined(pubkey.slice(0, 8))
      return { ok: false, ...why, isHonest: true, kind: 'declined' }
    }
    const isUnready = parsed.ok && parsed.value.code === nonceUnavailable.code
    const error = isUnready ? v2Refusal.peerWithoutNonces : v2Refusal.peerDenied
    return { ok: false, error, isHonest: true, isUnready }
  }
  if (type !== answerType) return fail(refusal.wrongAnswerTag)
  return (parsePayload[answerType] as (data: unknown) => Result<Payloads[A]>)(data)
}

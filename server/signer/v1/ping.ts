import { protocolTexts as coded, request } from '#contract/codes.ts'
import { type Failure, messageOf } from '#contract/message.ts'
import { protocolTexts } from '#contract/messages.ts'
import { fail, type Result } from '#lib/errors.ts'
import { type Envelope, newMessageId } from '#protocol/v1/envelope.ts'
import { type PingPolicy, parsePingPolicy } from '#protocol/v1/messages.ts'
import { isThrottled } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { PingOptions, PingOutcome } from '../protocol.ts'
import { type Answer, notPublished } from '../signing/ask-peers.ts'
import type { V1Context } from './context.ts'

/** Pings a peer, which answers with the policy that it has for us. Never rejects. */
export async function pingPeer(
  context: V1Context,
  peer: PeerEntry,
  { idle = false }: PingOptions = {},
): Promise<PingOutcome> {
  const { messenger, pending, pingTimeout: timeout } = context
  const id = newMessageId()
  const startedAt = performance.now()
  context.expectFrom(peer)
  const answered = pending.expect(id, peer.xonly, timeout)
  let refusal: Failure | null = null
  let isHeldBack = false
  void messenger
    .send(peer.xonly, { tag: '/ping/req', id, data: 'ping' }, { idle })
    .then((result) => {
      if (result.ok) return
      refusal = notPublished(result.failures)
      isHeldBack = isThrottled(result.failures)
      pending.cancel(id, peer.xonly)
    })
  const answer = await answered
  const policy = readAnswer(answer, timeout, refusal)
  if (!policy.ok) {
    const stopped = isHeldBack || (!answer.ok && answer.reason === 'stopped')
    return { ok: false, ...messageOf(policy), stopped }
  }
  const latency = Math.max(1, Math.round(performance.now() - startedAt))
  // 1.x has one policy for everything.
  return { ok: true, latency, policy: { sign: policy.value, ecdh: policy.value } }
}

function readAnswer(
  answer: Answer<Envelope>,
  timeout: number,
  refusal: Failure | null,
): Result<PingPolicy> {
  if (answer.ok) {
    const { tag, data } = answer.envelope
    return tag === '/ping/res' ? parsePingPolicy(data) : fail(protocolTexts.invalidPingResponse)
  }
  if (answer.reason === 'timeout') return fail(coded.pingTimeout(timeout))
  return fail(refusal ?? request.stopped)
}

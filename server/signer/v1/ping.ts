import { PING_TIMEOUT } from '../../contract/limits.ts'
import { node, request } from '../../contract/messages.ts'
import type { PingResult } from '../../contract/peers.ts'
import { fail, type Result } from '../../frostr/errors.ts'
import { newMessageId } from '../../frostr/v1/envelope.ts'
import { type PingPolicy, parsePingPolicy } from '../../frostr/v1/messages.ts'
import type { PeerEntry } from '../peers.ts'
import type { Answer } from '../pending.ts'
import { notPublished } from './ask.ts'
import type { V1Context } from './context.ts'

/**
 * Pings a peer and keeps what comes of it: status, latency, and the policy that the peer has for
 * us. Never rejects.
 */
export async function pingPeer(
  context: V1Context,
  peer: PeerEntry,
  timeout = PING_TIMEOUT,
): Promise<PingResult> {
  const { messenger, pending, peers, log } = context
  const id = newMessageId()
  const startedAt = performance.now()
  peers.pingSent(peer)
  context.expectFrom(peer)
  const answered = pending.expect(id, peer.xonly, timeout)
  let refusal: string | null = null
  void messenger.send(peer.xonly, { tag: '/ping/req', id, data: 'ping' }).then((result) => {
    if (result.ok) return
    refusal = notPublished(result.failures)
    pending.cancel(id, peer.xonly)
  })
  const answer = await answered
  const policy = readAnswer(answer, timeout, refusal)
  const timestamp = new Date(context.now()).toISOString()
  if (!policy.ok) {
    // Our own stop says nothing about the peer.
    if (answer.ok || answer.reason !== 'stopped') peers.pingFailed(peer)
    log.peerPing(peer.pubkey, peer.status, false)
    return { pubkey: peer.pubkey, success: false, error: policy.error, timestamp }
  }
  const latency = Math.max(1, Math.round(performance.now() - startedAt))
  peer.remotePolicy = policy.value
  peers.pingAnswered(peer, latency)
  log.peerPing(peer.pubkey, peer.status, true)
  return { pubkey: peer.pubkey, success: true, latency, policy: policy.value, timestamp }
}

function readAnswer(answer: Answer, timeout: number, refusal: string | null): Result<PingPolicy> {
  if (answer.ok) {
    const { tag, data } = answer.envelope
    return tag === '/ping/res' ? parsePingPolicy(data) : fail(node.invalidPingResponse)
  }
  if (answer.reason === 'timeout') return fail(node.pingTimeout(timeout))
  return fail(refusal ?? request.stopped)
}

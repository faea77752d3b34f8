import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import type { RefusedBy } from '#policy/reasons.ts'
import { checkSentAt, type Envelope } from '#protocol/v2/envelope.ts'
import { denial, type Message, type Method, nonceUnavailable } from '#protocol/v2/messages.ts'
import type { CheckContext } from '#protocol/v2/session.ts'
import { loggedFailures, type PublishOptions } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { V2Context } from './context.ts'
import { pingPeer } from './ping.ts'

/** A request being handled: its sender, and the envelope whose id the answer carries. */
export interface Inbound {
  peer: PeerEntry
  envelope: Envelope
}

/** Sends an answer; true when a relay took it. `idle`: no signature or decryption depends on it. */
export async function reply(
  { messenger, reporter }: V2Context,
  { peer, envelope }: Inbound,
  message: Message,
  options: Pick<PublishOptions, 'idle' | 'signal'> = {},
): Promise<boolean> {
  const result = await messenger.send(peer.xonly, envelope.id, message, options)
  if (!result.ok) {
    reporter.rejected(envelope.type, protocolTexts.publishResponse, peer.xonly, {
      failures: loggedFailures(result.failures),
    })
  }
  return result.ok
}

/** Logs a refusal; the peer gets no answer. */
export function reject(
  { reporter }: V2Context,
  { peer, envelope }: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  reporter.rejected(envelope.type, reason, peer.xonly, data)
}

/** Refuses what the policy does not allow: the peer gets an error, the log the reason. */
export async function deny(
  context: V2Context,
  inbound: Inbound,
  method: Method,
  reason: RefusedBy,
): Promise<void> {
  const { peer, envelope } = inbound
  context.reporter.refused(envelope.type, reason, peer.xonly)
  await reply(context, inbound, { type: 'Error', data: denial(method) })
}

/** Refuses a request whose computation was allowed but did not run to its end. */
export function rejectUnfinished(
  context: V2Context,
  { signal }: Permit,
  inbound: Inbound,
  method: Method,
): Promise<void> | void {
  if (signal.aborted) return deny(context, inbound, method, { by: 'stopped' })
  reject(context, inbound, refusal.tooManyWaiting)
}

/** Rejects a malformed signing request, without counting it as seen. */
export function rejectForm(
  context: V2Context,
  inbound: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  context.knownRequests.release(inbound.peer.xonly, inbound.envelope.id)
  reject(context, inbound, reason, data)
}

/**
 * Answers at once that a nonce is not available. Other implementations drop a nonce only by using it,
 * and wait half a minute for an answer each time. The answer is the same whether a code was used, lost,
 * given to another peer or made up, and spends nothing. A ping now and then brings new nonces.
 */
export async function refuseNonces(
  context: V2Context,
  inbound: Inbound,
  data: Record<string, unknown> = {},
): Promise<void> {
  const { peer } = inbound
  reject(context, inbound, v2Refusal.nonceUnavailable, data)
  const refused = context.nonceRefusals.take(peer.xonly)
  if (refused === null) return
  await reply(context, inbound, { type: 'Error', data: nonceUnavailable })
  // The ping lists the nonces that we hold, and brings new ones if the peer holds few.
  const { isPingDue, guess } = refused
  if (!isPingDue || !context.mayPing()) return
  // The peer may have had no room for those of the last ping.
  context.nonces.of(peer.xonly).own.unanswered()
  void pingPeer(context, peer, { idle: true, guess })
}

/** Why a request is too old by now to be answered, or null. */
export const staleness = ({ wall }: V2Context, { envelope }: Inbound): string | null =>
  checkSentAt(envelope.sentAt, Math.floor(wall() / 1000))

export const checkContext = ({ group, gid, self }: V2Context, peer: PeerEntry): CheckContext => ({
  group,
  gid,
  self: self.idx,
  asker: peer.idx,
})

/** A peer's key as the log names it. */
export const short = (peer: PeerEntry): string => peer.pubkey.slice(0, 8)

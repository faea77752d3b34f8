import { protocolTexts, refusal } from '#contract/messages.ts'
import type { Permit } from '#policy/engine.ts'
import type { RefusedBy } from '#policy/reasons.ts'
import { checkSentAt, type Envelope } from '#protocol/v2/envelope.ts'

import type { Message, Method } from '#protocol/v2/messages.ts'
import { denial } from '#protocol/v2/policy.ts'
import type { CheckContext } from '#protocol/v2/session.ts'
import type { PublishOptions } from '#relay/session.ts'
import type { PeerEntry } from '../peers/peers.ts'
import type { V2Context } from './context.ts'

/** A request being handled: who sent it, and the id for its answer. */
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
      failures: result.failures,
    })
  }
  return result.ok
}

export function reject(
  { reporter }: V2Context,
  { peer, envelope }: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  reporter.rejected(envelope.type, reason, peer.xonly, data)
}

/** Refuses what the judge does: the peer is told so, and the owner why. */
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

/** Curve work that was allowed has come to nothing. */
export function undone(
  context: V2Context,
  { signal }: Permit,
  inbound: Inbound,
  method: Method,
): Promise<void> | void {
  if (signal.aborted) return deny(context, inbound, method, { by: 'stopped' })
  reject(context, inbound, refusal.tooManyWaiting)
}

/** Refuses a signing request that can never be answered, without counting it as seen. */
export function rejectForm(
  context: V2Context,
  inbound: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  context.nonces.release(inbound.peer.xonly, inbound.envelope.id)
  reject(context, inbound, reason, data)
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

export const short = (peer: PeerEntry): string => peer.pubkey.slice(0, 8)

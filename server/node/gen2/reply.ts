import { node } from '../../contract/messages.ts'
import type { Envelope } from '../../frostr/gen2/envelope.ts'
import type { Message } from '../../frostr/gen2/messages.ts'
import type { CheckContext } from '../../frostr/gen2/session.ts'
import type { PeerEntry } from '../peers.ts'
import type { Gen2Context } from './context.ts'

/** A request being handled: who sent it, and the id for its answer. */
export interface Inbound {
  peer: PeerEntry
  envelope: Envelope
}

/** Sends an answer; true when a relay took it. `idle`: no signature or decryption depends on it. */
export async function reply(
  { messenger, reporter }: Gen2Context,
  { peer, envelope }: Inbound,
  message: Message,
  options: { idle?: boolean } = {},
): Promise<boolean> {
  const result = await messenger.send(peer.xonly, envelope.id, message, options)
  if (!result.ok) {
    reporter.rejected(envelope.type, node.publishResponse, peer.xonly, {
      failures: result.failures,
    })
  }
  return result.ok
}

export function reject(
  { reporter }: Gen2Context,
  { peer, envelope }: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  reporter.rejected(envelope.type, reason, peer.xonly, data)
}

/** Refuses a signing request that can never be answered, without counting it as seen. */
export function rejectForm(
  context: Gen2Context,
  inbound: Inbound,
  reason: string,
  data: Record<string, unknown> = {},
): void {
  context.nonces.release(inbound.peer.xonly, inbound.envelope.id)
  reject(context, inbound, reason, data)
}

export const checkContext = ({ group, gid, self }: Gen2Context, peer: PeerEntry): CheckContext => ({
  group,
  gid,
  self: self.idx,
  asker: peer.idx,
})

export const short = (peer: PeerEntry): string => peer.pubkey.slice(0, 8)

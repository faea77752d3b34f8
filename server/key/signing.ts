import { signing as texts } from '../contract/messages.ts'
import type { SignerNode } from '../node/node.ts'
import { eventId, serializeEvent } from '../nostr/event.ts'
import { xOnly } from '../nostr/x-only.ts'
import type { Permit } from '../rules/judge.ts'
import { badRequest, failed } from './failures.ts'
import type { Outcome, Signed, SignRequest } from './request.ts'

/** A signature with the group's key: of a hash, or of an event. */
export const sign = (
  node: SignerNode,
  permit: Permit<'sign'>,
  request: SignRequest,
): Promise<Outcome<Signed>> =>
  'event' in request ? signEvent(node, permit, request.event) : signHash(node, permit, request.hash)

/** @param event the event with this hash, if known: peers that can read it are shown it */
async function signHash(
  node: SignerNode,
  permit: Permit<'sign'>,
  hash: string,
  event?: string,
): Promise<Outcome<Signed>> {
  const signed = await node.sign(permit, hash, [], event)
  if (!signed.ok) return failed(signed)
  const { sighash, signature } = signed.signature
  return { ok: true, value: { id: sighash, signature } }
}

/** Signs the event's time and tags as given; its author is the group. */
async function signEvent(
  node: SignerNode,
  permit: Permit<'sign'>,
  event: Extract<SignRequest, { event: unknown }>['event'],
): Promise<Outcome<Signed>> {
  const pubkey = xOnly(node.group.pubkey)
  if (event.pubkey !== undefined && event.pubkey.toLowerCase() !== pubkey) {
    return badRequest(texts.otherPubkey)
  }
  const { created_at, kind, tags, content } = event
  const unsigned = { pubkey, created_at, kind, tags, content }
  const id = eventId(unsigned)
  if (event.id !== undefined && event.id.toLowerCase() !== id) return badRequest(texts.otherId)
  const signed = await signHash(node, permit, id, serializeEvent(unsigned))
  if (!signed.ok) return signed
  const { signature } = signed.value
  return { ok: true, value: { id, signature, signedEvent: { id, ...unsigned, sig: signature } } }
}

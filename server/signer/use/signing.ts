import { signing as texts } from '#contract/messages.ts'
import { eventId, serializeEvent, type Unsigned } from '#nostr/event.ts'
import type { Permit } from '#policy/engine.ts'
import type { PolicyRequest } from '#policy/request.ts'
import type { Signer } from '../signer.ts'
import { badRequest, failed } from './failures.ts'
import type { Outcome, Signed, SignRequest } from './request.ts'

/** What is to be signed, which was checked. */
export interface Signable {
  /** 32 bytes, hex, in lower case. */
  hash: string
  /** Whose id the hash is, where it is shown. */
  event?: Unsigned
  /** The member that must take part. */
  through?: string
}

/**
 * The event with its time and tags as given, whose author is the group; or the hash, of which nobody has
 * shown what it stands for.
 *
 * @param pubkey the group's: x-only
 */
export function signableOf(request: SignRequest, pubkey: string): Outcome<Signable> {
  if (!('event' in request)) {
    const { hash, through } = request
    return { ok: true, value: { hash: hash.toLowerCase(), ...(through && { through }) } }
  }
  const { event } = request
  if (event.pubkey !== undefined && event.pubkey.toLowerCase() !== pubkey) {
    return badRequest(texts.otherPubkey)
  }
  const { created_at, kind, tags, content } = event
  const unsigned = { pubkey, created_at, kind, tags, content }
  const id = eventId(unsigned)
  if (event.id !== undefined && event.id.toLowerCase() !== id) return badRequest(texts.otherId)
  return { ok: true, value: { hash: id, event: unsigned } }
}

/** What the judge is asked about it. An event that is shown is another request than its bare hash. */
export const askedToSign = (
  { caller, client }: SignRequest,
  { hash, event }: Signable,
): PolicyRequest<'sign'> => ({
  caller,
  client,
  operation: 'sign',
  subject: event === undefined ? `blind ${hash}` : hash,
  parts: [event === undefined ? {} : { event: shown(event) }],
})

const shown = ({ created_at, kind, tags, content }: Unsigned) => ({
  kind,
  created_at,
  tags,
  content,
})

/** A signature with the group's key. Peers that can read the event are shown it. */
export async function sign(
  signer: Signer,
  permit: Permit<'sign'>,
  { hash, event, through }: Signable,
): Promise<Outcome<Signed>> {
  const signed =
    through === undefined
      ? await signer.sign(permit, hash, [], event && serializeEvent(event))
      : await signer.prove(permit, hash, through)
  if (!signed.ok) return failed(signed)
  const { sighash: id, signature, peers } = signed.signature
  const signedEvent = event && { signedEvent: { id, ...event, sig: signature } }
  return { ok: true, value: { id, signature, ...signedEvent }, ...(peers && { peers }) }
}

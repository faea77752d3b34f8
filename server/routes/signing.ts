import type { z } from 'zod'
import type { Context } from '../context.ts'
import { signing as texts } from '../contract/messages.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import type { signAnswer, unsignedEvent } from '../contract/signing.ts'
import type { Call, Handlers } from '../http/mount.ts'
import type { Routes } from '../http/table.ts'
import type { SignerNode } from '../node/node.ts'
import { eventId, serializeEvent } from '../nostr/event.ts'
import { xOnly } from '../nostr/x-only.ts'
import { answer, badRequest, failed, type Outcome, readyNode } from './signing-answer.ts'

type Signed = z.infer<typeof signAnswer>

/** Signatures with the group's key: of a hash, or of an event. */
export function signingHandlers(context: Context): Pick<Handlers, 'sign'> {
  const sign = async ({
    message,
    event,
  }: Call<Routes['sign']>['body']): Promise<Outcome<Signed>> => {
    const node = readyNode(context.supervisor)
    if (!node.ok) return node
    return event === undefined ? signHash(node.value, message ?? '') : signEvent(node.value, event)
  }

  return {
    sign: async (call) => {
      const outcome = await sign(call.body)
      const detail = {
        ...(outcome.ok ? { id: outcome.value.id } : {}),
        ...(call.body.event === undefined ? {} : { kind: call.body.event.kind }),
      }
      return answer(context, call, { action: 'sign', detail }, outcome)
    },
  }
}

async function signHash(node: SignerNode, hash: string, event?: string): Promise<Outcome<Signed>> {
  const signed = await node.sign(hash, [], event)
  if (!signed.ok) return failed(signed)
  const { sighash, signature } = signed.signature
  return { ok: true, value: { id: sighash, signature } }
}

/** The event's time and tags are signed as they were given; its author is the group. */
async function signEvent(
  node: SignerNode,
  event: z.infer<typeof unsignedEvent>,
): Promise<Outcome<Signed & { signedEvent: NostrEvent }>> {
  const pubkey = xOnly(node.group.pubkey)
  if (event.pubkey !== undefined && event.pubkey.toLowerCase() !== pubkey) {
    return badRequest(texts.otherPubkey)
  }
  const { created_at, kind, tags, content } = event
  const unsigned = { pubkey, created_at, kind, tags, content }
  const id = eventId(unsigned)
  if (event.id !== undefined && event.id.toLowerCase() !== id) return badRequest(texts.otherId)
  const signed = await signHash(node, id, serializeEvent(unsigned))
  if (!signed.ok) return signed
  const { signature } = signed.value
  return { ok: true, value: { id, signature, signedEvent: { id, ...unsigned, sig: signature } } }
}

import { V2_EVENT_KIND } from '#contract/limits.ts'
import { messageOf } from '#contract/message.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { ok, type Result } from '#lib/errors.ts'
import {
  conversationKey,
  type Envelope,
  newRequestId,
  openEnvelope,
  sealEnvelope,
} from '#protocol/v2/envelope.ts'
import type { Message } from '#protocol/v2/messages.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import type { MessengerOptions } from '../protocol.ts'
import type { SealedEcho } from '../self-echo.ts'

/**
 * A message to ourselves. This protocol has none, so we send an answer to no request: another device
 * with our share ignores it.
 */
const ECHO: Message = { type: 'Error', data: { code: 'echo', message: 'echo' } }

/** Turns messages into events and back. The key shared with each peer is derived once. */
export class Messenger {
  readonly #keys = new Map<string, Uint8Array>()
  readonly #options: MessengerOptions

  constructor(options: MessengerOptions) {
    this.#options = options
  }

  /** Sends a message to a member, over all relays. Never rejects; an oversized one is not sent. */
  send(
    peer: string,
    id: string,
    message: Message,
    options: Pick<PublishOptions, 'idle' | 'signal'> = {},
  ): Promise<PublishResult> {
    const event = this.seal(peer, id, message)
    if (event.ok) return this.#options.publish(event.value, options)
    const failures = [{ relay: 'self', answered: false, why: messageOf(event) }]
    return Promise.resolve({ ok: false, failures })
  }

  /** The signed event that carries a message to a member. */
  seal(peer: string, id: string, message: Message): Result<NostrEvent> {
    const sentAt = Math.floor(this.#options.wall() / 1000)
    const content = sealEnvelope({ id, sentAt, message }, this.#key(peer))
    if (!content.ok) return content
    const template = {
      kind: V2_EVENT_KIND,
      created_at: sentAt,
      tags: [['p', peer]],
      content: content.value,
    }
    return ok(this.#options.sign(template))
  }

  /** @param self our own x-only key */
  sealEcho(self: string): SealedEcho {
    const id = newRequestId()
    const event = this.seal(self, id, ECHO)
    if (!event.ok) throw new Error(event.error)
    return { id, event: event.value }
  }

  open(event: NostrEvent): Result<Envelope> {
    return openEnvelope(event.content, this.#key(event.pubkey))
  }

  #key(peer: string): Uint8Array {
    let key = this.#keys.get(peer)
    if (key === undefined) {
      key = conversationKey(this.#options.seckey, peer)
      this.#keys.set(peer, key)
    }
    return key
  }
}

import { EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { sharedX } from '#crypto/cipher.ts'
import type { Result } from '#lib/errors.ts'
import { type Envelope, openEnvelope, sealEnvelope } from '#protocol/v1/envelope.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'
import type { MessengerOptions } from '../protocol.ts'

/** Turns messages into events and back. The key shared with each peer is derived once. */
export class Messenger {
  readonly #keys = new Map<string, Buffer>()
  readonly #options: MessengerOptions

  constructor(options: MessengerOptions) {
    this.#options = options
  }

  /** The signed event that carries a message to a member. */
  seal(peer: string, envelope: Envelope): NostrEvent {
    return this.#options.sign({
      kind: EVENT_KIND,
      created_at: Math.floor(this.#options.wall() / 1000),
      tags: [['p', peer]],
      content: sealEnvelope(envelope, this.#key(peer)),
    })
  }

  /** Sends a message to a member, over all relays. Never rejects. */
  send(
    peer: string,
    envelope: Envelope,
    options: Pick<PublishOptions, 'idle' | 'signal'> = {},
  ): Promise<PublishResult> {
    return this.#options.publish(this.seal(peer, envelope), options)
  }

  open(event: NostrEvent): Result<Envelope> {
    return openEnvelope(event.content, this.#key(event.pubkey))
  }

  #key(peer: string): Buffer {
    let key = this.#keys.get(peer)
    if (key === undefined) {
      key = sharedX(this.#options.seckey, peer)
      this.#keys.set(peer, key)
    }
    return key
  }
}

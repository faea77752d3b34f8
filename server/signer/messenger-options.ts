import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import type { PublishOptions, PublishResult } from '#relay/session.ts'

/** What sending messages needs, in either generation. */
export interface MessengerOptions {
  /** The share's secret, which is its nostr key, 32 bytes, hex. */
  seckey: string
  /** Signs with that key, and recognises the event when it comes back. */
  sign(template: EventTemplate): NostrEvent
  publish(event: NostrEvent, options?: PublishOptions): Promise<PublishResult>
  /** What the machine's clock says: Unix milliseconds. */
  wall: () => number
}

import { V2_EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S } from '../limits.ts'

/**
 * Why an event is not for us, judged by its outside, or null: it must have exactly one recipient,
 * us, and the right kind and author. Its id and signature are not checked.
 *
 * @param self our x-only key
 */
export function checkAddress(
  event: Pick<NostrEvent, 'kind' | 'pubkey' | 'tags'>,
  { self, peers }: { self: string; peers: { has(pubkey: string): boolean } },
): string | null {
  const recipients = event.tags.filter((tag) => tag[0] === 'p')
  if (recipients.length !== 1 || recipients[0]?.[1] !== self) return v2Refusal.recipients
  if (event.kind !== V2_EVENT_KIND) return refusal.wrongKind
  if (event.pubkey === self) return v2Refusal.ownEvent
  return peers.has(event.pubkey) ? null : protocolTexts.notAPeer
}

/**
 * Why a message is too old or too far ahead, or null; the event's own created_at does not count.
 * Both times are in Unix seconds.
 */
export function checkSentAt(sentAt: number, now: number): string | null {
  if (sentAt > now + V2_AHEAD_MAX_S) return v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)
  return now > sentAt + V2_AGE_MAX_S ? v2Refusal.tooOld(V2_AGE_MAX_S) : null
}

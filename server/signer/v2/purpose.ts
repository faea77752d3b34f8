import { V2_CONTENT_CHARS_MAX } from '#protocol/limits.ts'
import { EVENT_SESSION, eventContent } from '#protocol/v2/event-session.ts'
import type { SignSession } from '#protocol/v2/messages.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { BATCH_BYTES_MAX, bytesPerHash } from './batch-size.ts'

/** What a session states that it is for. Other implementations ask for bare hashes. */
export type Purpose = Pick<SignSession, 'kind' | 'content'>

export const HASH_ALONE: Purpose = { kind: 'message', content: null }

/** The purpose of a session for the hashes of these events; with no events, for bare hashes. */
export const purposeOf = (events: readonly string[]): Purpose =>
  events.length === 0 ? HASH_ALONE : { kind: EVENT_SESSION, content: eventContent(events) }

/**
 * The first of these events, as many as one session can show: they must fit into its message, and the
 * peers must be able to read them. None if the first event does not fit into a message. An event that
 * only some peers can read goes alone.
 *
 * @param peers that may be asked
 * @param events serialised (NIP-01)
 */
export function eventsInOneSession(
  { group }: { group: { threshold: number } },
  peers: readonly PeerEntry[],
  events: readonly string[],
): readonly string[] {
  const perHash = bytesPerHash(group)
  let bytesLeft = BATCH_BYTES_MAX
  // No line feed follows the last one.
  let charsLeft = peers.every(readsAll) ? Number.POSITIVE_INFINITY : V2_CONTENT_CHARS_MAX + 2
  const end = events.findIndex((event, at) => {
    // In hex, followed by a line feed.
    const chars = 2 * (Buffer.byteLength(event) + 1)
    bytesLeft -= perHash + chars
    charsLeft -= chars
    return bytesLeft < 0 || (charsLeft < 0 && at > 0)
  })
  return end < 0 ? events : events.slice(0, end)
}

/** The purpose to send to these peers: bare hashes if one of them would drop the longer request. */
export const purposeFor = (peers: readonly PeerEntry[], purpose: Purpose): Purpose =>
  (purpose.content?.length ?? 0) <= V2_CONTENT_CHARS_MAX || peers.every(readsAll)
    ? purpose
    : HASH_ALONE

/** Whether a device reads content of any length. Igloo beta does not, and an unknown one may be Igloo beta. */
const readsAll = ({ build }: PeerEntry): boolean => build === 'floe' || build === 'igloo'

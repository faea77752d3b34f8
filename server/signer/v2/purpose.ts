import { V2_CONTENT_CHARS_MAX } from '#protocol/limits.ts'
import { EVENT_SESSION, eventContent } from '#protocol/v2/event-session.ts'
import type { SignSession } from '#protocol/v2/messages.ts'
import type { PeerEntry } from '../peers/peers.ts'
import { bytesPerHash, ROOM } from './batch-size.ts'
import type { V2Context } from './context.ts'

/** What a session says it is for. Genuine devices ask for bare hashes. */
export type Purpose = Pick<SignSession, 'kind' | 'content'>

export const HASH_ALONE: Purpose = { kind: 'message', content: null }

/** What a session for the hashes of these events says; of none, that it is for bare hashes. */
export const purposeOf = (events: readonly string[]): Purpose =>
  events.length === 0 ? HASH_ALONE : { kind: EVENT_SESSION, content: eventContent(events) }

/**
 * The first of these events: as many as one session shows, in its message and to whoever may be asked. None if
 * the first does not fit into a message. One that only some of the members read goes alone.
 *
 * @param peers that may be asked
 * @param events serialised (NIP-01)
 */
export function shownTogether(
  { group }: Pick<V2Context, 'group'>,
  peers: readonly PeerEntry[],
  events: readonly string[],
): readonly string[] {
  const perHash = bytesPerHash(group)
  const isReadByAll = peers.every(readsAll)
  let room = ROOM
  // No line feed follows the last one.
  let read = isReadByAll ? Number.POSITIVE_INFINITY : V2_CONTENT_CHARS_MAX + 2
  const end = events.findIndex((event, at) => {
    // In hex, followed by a line feed.
    const chars = 2 * (Buffer.byteLength(event) + 1)
    room -= perHash + chars
    read -= chars
    return room < 0 || (read < 0 && at > 0)
  })
  return end < 0 ? events : events.slice(0, end)
}

/** What these peers are told: not what one of them would not read, whose request it would then drop unanswered. */
export const toldTo = (peers: readonly PeerEntry[], purpose: Purpose): Purpose =>
  (purpose.content?.length ?? 0) <= V2_CONTENT_CHARS_MAX || peers.every(readsAll)
    ? purpose
    : HASH_ALONE

/** Whether a device reads whatever a message has room for: Igloo beta does not, and what is not known may be one. */
const readsAll = ({ build }: PeerEntry): boolean => build === 'floe' || build === 'igloo'

import { keepingOf } from '#contract/describe-kind.ts'
import type { ShownEvent } from '#contract/questions.ts'
import { eventId, serializeEvent, verifySignature } from '#nostr/event.ts'
import type { RelayPool } from '#relay/pool.ts'
import { CURRENT_EVENT_BYTES_MAX, CURRENT_EVENT_TIMEOUT, CURRENT_EVENTS_AT_ONCE } from './limits.ts'
import { lookAtStored } from './stored-events.ts'

/** Relays may hang up on one who asks for longer names. */
const NAME_CHARS_MAX = 1_024

export interface CurrentEventsOptions {
  /** Holds the relay connections of the process. */
  relayPool: RelayPool
  /** The group's x-only key; null while there is none. */
  author(): string | null
  /** Normalised, without duplicates. */
  relays(): readonly string[]
}

/** What events of the group would replace. */
export interface CurrentEvents {
  /**
   * The newest event on the relays that this one would replace; null when none is found within 3 s. What
   * relays say is believed only where the group has signed it. Never rejects.
   *
   * @returns undefined when nothing is looked for: it replaces none, or too many are looked for already
   */
  find(event: ShownEvent): Promise<ShownEvent | null> | undefined
  /** Ends what is under way. */
  stop(): Promise<void>
}

export function createCurrentEvents({
  relayPool,
  author,
  relays,
}: CurrentEventsOptions): CurrentEvents {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const search = async ({ kind, name }: Address): Promise<ShownEvent | null> => {
    const pubkey = author()
    if (pubkey === null) return null
    let newest: ShownEvent | undefined
    await lookAtStored({
      relayPool,
      relays: relays(),
      filter: {
        ...{ kinds: [kind], authors: [pubkey], limit: 1 },
        ...(name !== null && { '#d': [name] }),
      },
      look: (event) => {
        const { id, sig, created_at, tags, content } = event
        const address = addressOf(event)
        if (event.pubkey !== pubkey || address?.kind !== kind || address.name !== name) return false
        if (newest !== undefined && newest.created_at >= created_at) return false
        if (Buffer.byteLength(serializeEvent(event)) > CURRENT_EVENT_BYTES_MAX) return false
        if (eventId(event) !== id || !verifySignature(sig, id, pubkey)) return false
        newest = { kind, created_at, tags, content }
        return true
      },
      bound: CURRENT_EVENT_TIMEOUT,
      signal: stopping.signal,
    })
    return newest ?? null
  }

  return {
    find: (event) => {
      const address = addressOf(event)
      if (address === null || stopping.signal.aborted) return undefined
      if (underWay.size >= CURRENT_EVENTS_AT_ONCE) return undefined
      const found = search(address)
        .catch(() => null)
        .finally(() => underWay.delete(found))
      underWay.add(found)
      return found
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

/** What an author has only one event of (NIP-01). `name`: null where the kind alone tells. */
interface Address {
  kind: number
  name: string | null
}

/** Null for events that replace none, or have a name too long to ask for. */
function addressOf({ kind, tags }: Pick<ShownEvent, 'kind' | 'tags'>): Address | null {
  const keeping = keepingOf(kind)
  if (keeping === 'replaceable') return { kind, name: null }
  const name = tags.find(([tag]) => tag === 'd')?.[1] ?? ''
  return keeping === 'addressable' && name.length <= NAME_CHARS_MAX ? { kind, name } : null
}

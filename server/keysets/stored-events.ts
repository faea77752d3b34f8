import { keepingOf } from '#contract/describe-kind.ts'
import { NAMED, tagged } from '#contract/event-facts.ts'
import type { Filter, NostrEvent } from '#contract/nostr.ts'
import type { ShownEvent } from '#contract/questions.ts'
import { eventId, isNostrEvent, serializeEvent, verifySignature } from '#nostr/event.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { RelaySession, RelaySessionOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'
import { CURRENT_EVENT_BYTES_MAX, CURRENT_EVENT_TIMEOUT, CURRENT_EVENTS_AT_ONCE } from './limits.ts'

/** How many events of one relay are examined. An honest relay has one of a replaceable kind (NIP-01). */
const OF_RELAY_MAX = 16

export interface StoredSearchOptions
  extends Pick<RelaySessionOptions, 'dialPolicy' | 'authenticate'> {
  /** Holds the relay connections of the process. */
  relayPool: RelayPool
  /** Normalised, without duplicates. */
  relays: readonly string[]
  filter: Omit<Filter, 'since'>
  /** @returns whether the event is genuine: its copies are skipped */
  examine(event: NostrEvent): boolean
  /** The time limit, in milliseconds. */
  bound: number
  /** Ends the search early. */
  signal: AbortSignal
}

/**
 * Searches the stored events of relays until each has sent what it has or is unreachable, or until the time is
 * up. Closes everything. Never rejects.
 *
 * @returns how many relays have answered
 */
export async function searchStored({
  relays,
  filter,
  examine,
  bound,
  signal,
  relayPool,
  ...options
}: StoredSearchOptions): Promise<number> {
  const ended = Promise.withResolvers<void>()
  const settled = new Set<string>()
  const heard = new Set<string>()
  const examined = new Map<string, number>()

  const onChange = ({ url, state, heard: isHeard }: RelayStatus) => {
    if (isHeard) heard.add(url)
    if (isHeard || state === 'waiting') settled.add(url)
    if (settled.size === relays.length) ended.resolve()
  }
  const session: RelaySession = relayPool.session({ urls: relays, ...options, onChange })
  session.subscribe([{ ...filter, stored: true }], (event, relay) => {
    const before = examined.get(relay) ?? 0
    if (before >= OF_RELAY_MAX || !isNostrEvent(event)) return
    examined.set(relay, before + 1)
    if (examine(event)) session.seen.add(event.id)
  })

  const timer = setTimeout(ended.resolve, bound)
  const onAbort = () => ended.resolve()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted || relays.length === 0) ended.resolve()
  else session.start()
  await ended.promise
  signal.removeEventListener('abort', onAbort)
  clearTimeout(timer)
  await session.stop()
  return heard.size
}

/** Relays may close the connection after a request with a longer name. */
const NAME_CHARS_MAX = 1_024

export interface CurrentEventsOptions {
  /** Holds the relay connections of the process. */
  relayPool: RelayPool
  /** The group's x-only key; null while there is none. */
  author(): string | null
  /** Normalised, without duplicates. */
  relays(): readonly string[]
}

/**
 * What a search has found. `none`: no relay that answered has such an event; `unread`: no relay answered within
 * 3 s, or an event is forged or too large.
 */
export type FoundEvent = ShownEvent | 'none' | 'unread'

export type CurrentEvents = ReturnType<typeof createCurrentEvents>

/** Searches for the events that new events of the group would replace, or have deleted. */
export function createCurrentEvents({ relayPool, author, relays }: CurrentEventsOptions) {
  const stopping = new AbortController()
  const searches = new Set<Promise<unknown>>()

  const search = async ({ kind, name }: Address): Promise<FoundEvent> => {
    const pubkey = author()
    if (pubkey === null || (name?.length ?? 0) > NAME_CHARS_MAX) return 'unread'
    let newest: ShownEvent | undefined
    let isDoubtful = false
    const read = (event: NostrEvent): boolean => {
      if (newest !== undefined && newest.created_at >= event.created_at) return false
      if (!isGenuine(event, pubkey)) return false
      newest = shown(event)
      return true
    }
    const answered = await searchStored({
      relayPool,
      relays: relays(),
      filter: {
        ...{ kinds: [kind], authors: [pubkey], limit: 1 },
        ...(name !== null && { '#d': [name] }),
      },
      examine: (event) => {
        const found = addressOf(event)
        if (event.pubkey !== pubkey || found?.kind !== kind || found.name !== name) return false
        const isRead = read(event)
        isDoubtful ||= !isRead && (newest === undefined || newest.created_at < event.created_at)
        return isRead
      },
      bound: CURRENT_EVENT_TIMEOUT,
      signal: stopping.signal,
    })
    if (newest !== undefined) return newest
    return answered > 0 && !isDoubtful ? 'none' : 'unread'
  }

  const searchDeleted = async (ids: readonly string[]): Promise<ShownEvent[]> => {
    const pubkey = author()
    const found = new Map<string, ShownEvent>()
    if (pubkey === null) return []
    await searchStored({
      relayPool,
      relays: relays(),
      filter: { ids: [...ids], authors: [pubkey], limit: ids.length },
      examine: (event) => {
        if (!ids.includes(event.id) || !isGenuine(event, pubkey)) return false
        found.set(event.id, shown(event))
        return true
      },
      bound: CURRENT_EVENT_TIMEOUT,
      signal: stopping.signal,
    })
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  /** Starts a search; undefined: too many are running. */
  const begin = <T>(search: () => Promise<T>, otherwise: T): Promise<T> | undefined => {
    if (stopping.signal.aborted || searches.size >= CURRENT_EVENTS_AT_ONCE) return undefined
    const found = search()
      .catch(() => otherwise)
      .finally(() => searches.delete(found))
    searches.add(found)
    return found
  }

  return {
    /**
     * The newest event on the relays that this one would replace, if the group has signed it. Never rejects.
     *
     * @returns undefined: no search; the event replaces none, or too many searches are running
     */
    find: (event: ShownEvent): Promise<FoundEvent> | undefined => {
      const address = addressOf(event)
      return address === null ? undefined : begin<FoundEvent>(() => search(address), 'unread')
    },
    /**
     * The events of the group on the relays that this one asks to be deleted by their ids (NIP-09): the first few
     * that it names. Never rejects.
     *
     * @returns undefined: no search; the event names none, or too many searches are running
     */
    findDeleted: (event: ShownEvent): Promise<ShownEvent[]> | undefined => {
      const ids = [...new Set(tagged(event, 'e'))].filter((id) => /^[0-9a-f]{64}$/.test(id))
      if (event.kind !== 5 || ids.length === 0) return undefined
      return begin<ShownEvent[]>(() => searchDeleted(ids.slice(0, NAMED)), [])
    },
    /** Ends the searches. */
    stop: async (): Promise<void> => {
      stopping.abort()
      await Promise.all(searches)
    },
  }
}

const shown = ({ kind, created_at, tags, content }: NostrEvent): ShownEvent => ({
  ...{ kind, created_at, tags, content },
})

/** Whether the group has signed it, and it is not too large to be shown. */
function isGenuine({ id, sig, ...event }: NostrEvent, pubkey: string): boolean {
  if (event.pubkey !== pubkey) return false
  const text = serializeEvent(event)
  if (Buffer.byteLength(text) > CURRENT_EVENT_BYTES_MAX) return false
  return eventId(event) === id && verifySignature(sig, id, pubkey)
}

/** Identifies a replaceable or addressable event of an author (NIP-01). `name`: null for replaceable kinds. */
interface Address {
  kind: number
  name: string | null
}

/** Null: the event replaces none. */
function addressOf({ kind, tags }: Pick<ShownEvent, 'kind' | 'tags'>): Address | null {
  const keeping = keepingOf(kind)
  if (keeping === 'replaceable') return { kind, name: null }
  const name = tags.find(([tag]) => tag === 'd')?.[1] ?? ''
  return keeping === 'addressable' ? { kind, name } : null
}

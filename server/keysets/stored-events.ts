import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { isNostrEvent } from '#nostr/event.ts'
import type { RelayPool } from '#relay/pool.ts'
import type { RelaySession, RelaySessionOptions } from '#relay/session.ts'
import type { RelayStatus } from '#relay/status.ts'

/** How many events of one relay are looked at. An honest one has one, of a replaceable kind (NIP-01). */
const OF_RELAY_MAX = 16

export interface StoredSearch extends Pick<RelaySessionOptions, 'dialPolicy' | 'authenticate'> {
  /** Holds the relay connections of the process. */
  relayPool: RelayPool
  /** Normalised, without duplicates. */
  relays: readonly string[]
  filter: Omit<Filter, 'since'>
  /** @returns whether the event is genuine, and its copies need not be looked at */
  look(event: NostrEvent): boolean
  /** The time limit, in milliseconds. */
  bound: number
  /** Ends the search early. */
  signal: AbortSignal
}

/**
 * Looks at what relays have kept, until each has sent what it has or is lost, or time is up; nothing is
 * left open. Never rejects.
 *
 * @returns how many relays were heard
 */
export async function lookAtStored({
  relays,
  filter,
  look,
  bound,
  signal,
  relayPool,
  ...options
}: StoredSearch): Promise<number> {
  const ended = Promise.withResolvers<void>()
  const settled = new Set<string>()
  const heard = new Set<string>()
  const looked = new Map<string, number>()

  const onChange = ({ url, state, heard: isHeard }: RelayStatus) => {
    if (isHeard) heard.add(url)
    if (isHeard || state === 'waiting') settled.add(url)
    if (settled.size === relays.length) ended.resolve()
  }
  const line: RelaySession = relayPool.session({ urls: relays, ...options, onChange })
  line.subscribe([{ ...filter, stored: true }], (event, relay) => {
    const before = looked.get(relay) ?? 0
    if (before >= OF_RELAY_MAX || !isNostrEvent(event)) return
    looked.set(relay, before + 1)
    if (look(event)) line.seen.add(event.id)
  })

  const timer = setTimeout(ended.resolve, bound)
  const onAbort = () => ended.resolve()
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) ended.resolve()
  else line.start()
  await ended.promise
  signal.removeEventListener('abort', onAbort)
  clearTimeout(timer)
  await line.stop()
  return heard.size
}

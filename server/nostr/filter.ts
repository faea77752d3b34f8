import type { Filter, NostrEvent } from '#contract/nostr.ts'

/** Whether the event matches the filter (NIP-01). `limit` is ignored. */
export function matches(filter: Filter, event: NostrEvent): boolean {
  const { ids, authors, kinds, since = 0, until = Number.POSITIVE_INFINITY } = filter
  return (
    (kinds?.includes(event.kind) ?? true) &&
    (authors?.includes(event.pubkey) ?? true) &&
    (ids?.includes(event.id) ?? true) &&
    event.created_at >= since &&
    event.created_at <= until &&
    Object.entries(filter).every(([name, values]) => {
      if (!name.startsWith('#') || !Array.isArray(values)) return true
      return event.tags.some(([tag, value = '']) => tag === name[1] && values.includes(value))
    })
  )
}

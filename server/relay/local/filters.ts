import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { isCount } from '#nostr/event.ts'
import { MAX_FILTERS, MAX_LISTED } from './limits.ts'

/** The filters of a REQ (NIP-01); null when they are none, or more than one needs. */
export function readFilters(values: readonly unknown[]): readonly Filter[] | null {
  if (values.length === 0 || values.length > MAX_FILTERS) return null
  return values.every(isFilter) && listedIn(values) <= MAX_LISTED ? values : null
}

const listedIn = (filters: readonly Filter[]): number =>
  filters
    .flatMap((filter) => Object.values(filter))
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)

function isFilter(value: unknown): value is Filter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([name, content]) => {
    if (name === 'since' || name === 'until' || name === 'limit') return isCount(content)
    if (name === 'kinds') return Array.isArray(content) && content.every(isCount)
    const isOfTexts = name === 'ids' || name === 'authors' || /^#[a-zA-Z]$/.test(name)
    const isList = Array.isArray(content)
    return isOfTexts && isList && content.every((item) => typeof item === 'string')
  })
}

/** Whether the event passes the filter, but for `limit`. */
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

/** Whether a filter asks for nothing but what members have written, or what is written to them. */
export function isAboutMembers(filter: Filter, isMember: (pubkey: string) => boolean): boolean {
  const named = [filter.authors, filter['#p']].filter((list) => list !== undefined)
  return named.some((list) => list.length > 0 && list.every(isMember))
}

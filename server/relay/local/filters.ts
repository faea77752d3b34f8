import type { Filter } from '#contract/nostr.ts'
import { isCount } from '#nostr/event.ts'
import { MAX_FILTERS, MAX_LISTED } from './limits.ts'

/** The filters of a REQ (NIP-01); null when one is malformed, or they exceed our limits. */
export function readFilters(values: readonly unknown[]): readonly Filter[] | null {
  if (values.length === 0 || values.length > MAX_FILTERS) return null
  return values.every(isFilter) && listedValues(values) <= MAX_LISTED ? values : null
}

const listedValues = (filters: readonly Filter[]): number =>
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

/** Whether a filter asks only for events by members, or addressed to them. */
export function isAboutMembers(filter: Filter, isMember: (pubkey: string) => boolean): boolean {
  const named = [filter.authors, filter['#p']].filter((list) => list !== undefined)
  return named.some((list) => list.length > 0 && list.every(isMember))
}

import { isHex32, isNatural, type NostrEvent } from './events.ts'

/**
 * One NIP-01 filter, ready to match. A list that is not given is undefined and matches everything.
 */
export type Filter = {
  ids: ReadonlySet<string> | undefined
  authors: ReadonlySet<string> | undefined
  kinds: ReadonlySet<number> | undefined
  /** One entry for each `#x`: a matching event has a tag x with one of the values. */
  tags: readonly { name: string; values: ReadonlySet<string> }[]
  /** Seconds, both ends included. */
  since: number
  until: number
  /** How many stored events are asked for; it does not limit live ones. */
  limit: number
}

type Parsed = { ok: true; filters: Filter[] } | { ok: false; reason: string }

/**
 * Reads the filters of a REQ or COUNT. Strict: no filter, an unknown field or a value of the wrong
 * type is an error with a reason, so that a client's mistake shows instead of matching too much.
 */
export function parseFilters(values: readonly unknown[]): Parsed {
  if (values.length === 0) return { ok: false, reason: 'invalid: no filter given' }
  const filters: Filter[] = []
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { ok: false, reason: 'invalid: filter is not an object' }
    }
    const fields = Object.entries(value)
    const wrong = fields.find(([name, content]) => !isField(name, content))
    if (wrong) return { ok: false, reason: `invalid: bad filter field ${wrong[0]}` }
    filters.push(toFilter(new Map(fields)))
  }
  return { ok: true, filters }
}

/** Whether the event passes the filter, ignoring `limit`. */
export function matches(filter: Filter, event: NostrEvent): boolean {
  return (
    (filter.kinds === undefined || filter.kinds.has(event.kind)) &&
    (filter.authors === undefined || filter.authors.has(event.pubkey)) &&
    (filter.ids === undefined || filter.ids.has(event.id)) &&
    event.created_at >= filter.since &&
    event.created_at <= filter.until &&
    filter.tags.every(({ name, values }) =>
      event.tags.some((tag) => tag[0] === name && tag[1] !== undefined && values.has(tag[1])),
    )
  )
}

function isField(name: string, value: unknown): boolean {
  switch (name) {
    case 'ids':
    case 'authors':
    case '#e':
    case '#p':
      return Array.isArray(value) && value.every(isHex32)
    case 'kinds':
      return Array.isArray(value) && value.every(isNatural)
    case 'since':
    case 'until':
    case 'limit':
      return isNatural(value)
    default:
      return (
        /^#[a-zA-Z]$/.test(name) &&
        Array.isArray(value) &&
        value.every((item) => typeof item === 'string')
      )
  }
}

/** Only for fields accepted by isField. */
function toFilter(fields: ReadonlyMap<string, unknown>): Filter {
  const list = <T>(name: string) =>
    fields.has(name) ? new Set(fields.get(name) as T[]) : undefined
  const number = (name: string, otherwise: number) =>
    (fields.get(name) as number | undefined) ?? otherwise
  const tags = [...fields.keys()]
    .filter((name) => name.startsWith('#'))
    .map((name) => ({ name: name.slice(1), values: new Set(fields.get(name) as string[]) }))
  return {
    ids: list<string>('ids'),
    authors: list<string>('authors'),
    kinds: list<number>('kinds'),
    tags,
    since: number('since', 0),
    until: number('until', Number.POSITIVE_INFINITY),
    limit: number('limit', Number.POSITIVE_INFINITY),
  }
}

/** The filter that all events pass. */
export const EVERYTHING: Filter = toFilter(new Map())

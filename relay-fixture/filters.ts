import type { Filter } from '#contract/nostr.ts'
import { isHex32, isNatural } from './events.ts'

type Parsed = { ok: true; filters: Filter[] } | { ok: false; reason: string }

/**
 * Reads the filters of a REQ or COUNT. Strict: no filter, an unknown field or a value of the wrong
 * type is an error with a reason, so that a client's mistake shows instead of matching too much.
 */
export function parseFilters(values: readonly unknown[]): Parsed {
  if (values.length === 0) return { ok: false, reason: 'invalid: no filter given' }
  for (const value of values) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { ok: false, reason: 'invalid: filter is not an object' }
    }
    const wrong = Object.entries(value).find(([name, content]) => !isField(name, content))
    if (wrong) return { ok: false, reason: `invalid: bad filter field ${wrong[0]}` }
  }
  return { ok: true, filters: values as Filter[] }
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

import { plainLine } from '#contract/plain-text.ts'
import type { FoundPolicy } from './household.ts'
import { JSON_CHARS_MAX } from './limits.ts'

/** A field that should hold JSON; undefined where it does not. */
export function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string' || text === '' || text.length > JSON_CHARS_MAX) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** The names that an object has `true` for. */
export const grantedIn = (value: unknown): Record<string, boolean> =>
  Object.fromEntries(Object.entries(recordOf(value)).filter(([, is]) => is === true)) as Record<
    string,
    boolean
  >

/** What is set for peers; an entry without a key says nothing. Null and missing are the default. */
export const policiesIn = (value: unknown): FoundPolicy[] =>
  (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const { pubkey, allowSend, allowReceive, label, note } = recordOf(entry)
    if (typeof pubkey !== 'string' || pubkey.trim() === '') return []
    return {
      pubkey: pubkey.trim().toLowerCase(),
      allowSend: flagOf(allowSend),
      allowReceive: flagOf(allowReceive),
      label: lineOf(label),
      note: lineOf(note),
    }
  })

const LINE_CHARS_MAX = 1_000

/** A stranger's text on one line, safe to show; empty where it is none. */
export const lineOf = (value: unknown): string =>
  typeof value === 'string' ? plainLine(value, LINE_CHARS_MAX) : ''

const flagOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

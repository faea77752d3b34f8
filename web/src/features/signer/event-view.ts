import type { ProtocolName } from '#contract/protocols.ts'
import { isObject } from '../../lib/is-object.ts'
import { events } from '../../texts/texts.ts'
import type { Names } from '../settings/use-names.ts'

/** The first characters of a text, and how many more there are, if any. */
export function cut(text: string, chars: number): string {
  if (text.length <= chars) return text
  return `${text.slice(0, chars).toWellFormed()}… ${events.more(text.length - chars)}`
}

/** Where entries have the keys of the devices that they are about. */
const FIELDS = ['peer', 'pubkey', 'peers'] as const

/** The names of the devices that an entry's data is about, of those that have one; each once. */
export function devicesOf(data: unknown, names: Pick<Names, 'of'>): string[] {
  if (!isObject(data)) return []
  const keys = FIELDS.flatMap((field) => data[field])
  const found = keys.flatMap((key) => (typeof key === 'string' ? (names.of(key) ?? []) : []))
  return [...new Set(found)]
}

const NAMES = ['1.x', '2026'] as const satisfies ProtocolName[]

/** The protocol that an entry's data names, if it names one. */
export function protocolOf(data: unknown): ProtocolName | null {
  const named = isObject(data) ? data['generation'] : undefined
  return NAMES.find((name) => name === named) ?? null
}

/** The set with this value added if it was missing, removed if it was there. */
export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}

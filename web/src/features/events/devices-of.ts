import type { Names } from '../names/use-names.ts'

/** Where entries have the keys of the devices that they are about. */
const FIELDS = ['peer', 'pubkey', 'peers'] as const

/** The names of the devices that an entry's data is about, of those that have one; each once. */
export function devicesOf(data: unknown, names: Pick<Names, 'of'>): string[] {
  if (typeof data !== 'object' || data === null) return []
  const keys = FIELDS.flatMap((field) => (data as Record<string, unknown>)[field])
  const found = keys.flatMap((key) => (typeof key === 'string' ? (names.of(key) ?? []) : []))
  return [...new Set(found)]
}

import type { z } from 'zod'

/** The value as the contract's type. @throws when it doesn't fit, or has a field that the contract doesn't */
export function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.parse(value)
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(value))) {
    throw new Error(`not only what the contract has: ${JSON.stringify(value)}`)
  }
  return parsed
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]))
}

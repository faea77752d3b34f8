import { plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'
import { reading } from './texts/reading.ts'
import type { Translation } from './translation.ts'

/** Characters of one line. */
export const LINE_CHARS = 120
/** Of one thing: mentioned keys, fields, tags. */
export const NAMED = 8

/** One thing that an event says, as a label and a text that is safe to show. */
export interface Fact {
  label: string
  text: string
}

export const fact = (label: string, text: string): Fact => ({ label, text: line(text) })

export const line = (text: string): string => plainLine(text, LINE_CHARS)

/** The values of an event's tags of one name. */
export const tagged = ({ tags }: ShownEvent, name: string): string[] =>
  tags.flatMap(([tag, value]) => (tag === name && value !== undefined ? [value] : []))

/** NIP-44 and NIP-04 payloads, and nothing else with them: one word of base64, or two. */
export const looksEncrypted = (content: string): boolean =>
  /^(?:[A-Za-z0-9+/]{64,}={0,2}|[A-Za-z0-9+/]+={0,2}\?iv=[A-Za-z0-9+/]{22}={0,2})$/.test(content)

/** Null for what is no JSON object. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** The texts that an event is read with. */
export type ReadingTexts = Translation<typeof reading>

/** The fields of a profile that people know, in the order in which they are shown. */
export const PROFILE_FIELDS = Object.keys(reading.fields) as (keyof typeof reading.fields)[]

export const isProfileField = (field: string): boolean => Object.hasOwn(reading.fields, field)

/** What a profile says in each field, as text; null if it is none. */
export function profileOf({ content }: ShownEvent): Map<string, string> | null {
  const profile = jsonObject(content)
  return profile && new Map(Object.entries(profile).map(([field, said]) => [field, textOf(said)]))
}

const textOf = (said: unknown): string =>
  typeof said === 'string' ? said : said === null ? '' : JSON.stringify(said)

import type { z } from 'zod'

/** What a value has to be, by the name that a schema has for it. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** What sizes are counted in: one of them, and several. */
const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/**
 * What is wrong with a value that does not fit its schema, if the schema has no words of its own: zod's are made
 * for programmers. For `safeParse(value, { error: schemaMessage })`. Contains no part of the value.
 */
export function schemaMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kindOf(issue.expected)}`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return smallestOf(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return `must ${sized(issue.origin, Number(issue.maximum))} at most`
    case 'invalid_union':
      return 'fits none of the forms that it may have'
    case 'unrecognized_keys':
      return 'has a field that is not known'
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'does not have the form that is expected'
    default:
      return 'is not valid'
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time such as 2026-01-31T12:00:00Z',
  date: 'must be a date such as 2026-01-31',
  url: 'must be an address such as https://floe.example',
}

const kindOf = (expected: string): string => KINDS[expected] ?? 'of another type'

function smallestOf(origin: string, minimum: number, isInclusive: boolean): string {
  if (!isInclusive) return `must be more than ${minimum}`
  const isText = UNITS[origin] !== undefined
  return isText && minimum === 1 ? 'must not be empty' : `must ${sized(origin, minimum)} at least`
}

function sized(origin: string, size: number): string {
  const [one, more] = UNITS[origin] ?? []
  return one === undefined ? `be ${size}` : `have ${size} ${size === 1 ? one : more}`
}

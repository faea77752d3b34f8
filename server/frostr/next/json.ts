/** ECMAScript 2026: a reviver is told how a primitive was written. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

const WHOLE_NUMBER = /^\d+$/

/**
 * Reads JSON as the genuine devices do, for whom 1.0 and 1e3 are no whole numbers: any number not
 * written in digits only becomes NaN, which no reader of a field takes.
 *
 * @returns undefined when the text is no JSON
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text, (_, value, { source }) =>
      typeof value === 'number' && !WHOLE_NUMBER.test(source ?? '') ? Number.NaN : value,
    )
  } catch {
    return undefined
  }
}

/**
 * Returns a field of a message as we keep it, or undefined when it is not valid. Readers can be combined. Hex is
 * accepted in either case and kept in lower case, so that equal values compare equal.
 */
export type Reader<T> = (value: unknown) => T | undefined

const HEX_32 = /^[0-9a-f]{64}$/
const POINT = /^0[23][0-9a-f]{64}$/
const HEX = /^(?:[0-9a-f]{2})*$/

/** @param lower the pattern for lower case, which nearly all values have */
function hexBy(lower: RegExp): Reader<string> {
  const either = new RegExp(lower, 'i')
  return (value) => {
    if (typeof value !== 'string') return undefined
    if (lower.test(value)) return value
    return either.test(value) ? value.toLowerCase() : undefined
  }
}

/** 32 bytes. */
export const hex32 = hexBy(HEX_32)
/** A peer's x-only key: 32 bytes, in lower case only. */
export const peerKey: Reader<string> = (value) =>
  typeof value === 'string' && HEX_32.test(value) ? value : undefined
/** 33 bytes in the form of a compressed point; whether it is on the curve is not checked. */
export const pointForm = hexBy(POINT)
/** Any number of bytes. */
export const hexBytes = hexBy(HEX)

const wholeUpTo =
  (max: number): Reader<number> =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max
      ? Number(value)
      : undefined

/** One byte. */
export const uint8 = wholeUpTo(0xff)
export const uint16 = wholeUpTo(0xffff)
export const uint32 = wholeUpTo(0xffff_ffff)
/** A 64-bit number, as far as a JavaScript number is exact: up to 2^53 - 1. */
export const uint64 = wholeUpTo(Number.MAX_SAFE_INTEGER)

/** Well-formed Unicode. */
export const text: Reader<string> = (value) =>
  typeof value === 'string' && value.isWellFormed() ? value : undefined

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** One of these values and nothing else. */
export const oneOf =
  <const T>(...values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((one) => one === value)

/** null, which may also be left out, or whatever `read` accepts. */
export const nullable =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null || value === undefined ? null : read(value)

/** A list of `min` to `max` items. */
export function listOf<T>(
  read: Reader<T>,
  { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {},
): Reader<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return undefined
    const items: T[] = []
    for (const each of value) {
      const item = read(each)
      if (item === undefined) return undefined
      items.push(item)
    }
    return items
  }
}

/** An object with these fields; all others are dropped. */
export function record<T extends object>(readers: { [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  const entries = Object.entries(readers) as [string, Reader<unknown>][]
  return (value) => {
    if (!isObject(value)) return undefined
    const fields: Record<string, unknown> = {}
    for (const [name, read] of entries) {
      const field = read(value[name])
      if (field === undefined) return undefined
      fields[name] = field
    }
    return fields as T
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** ECMAScript 2026: a reviver gets the source text of a primitive. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown

const WHOLE_NUMBER = /^\d+$/
/** The start of a number that is not written in digits only. A string may contain it, too. */
const OTHER_NUMBER = /[:,[]\s*(?:-|\d+[.eE])/

/**
 * Reads JSON as the genuine devices do, for which 1.0 and 1e3 are not whole numbers: any number not
 * written in digits only becomes NaN, which no field reader accepts.
 *
 * @returns undefined when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    // Nearly always the case. Calling the reviver for each value takes ten times as long.
    if (!OTHER_NUMBER.test(text)) return JSON.parse(text)
    return parse(text, (_, value, { source }) =>
      typeof value === 'number' && !WHOLE_NUMBER.test(source ?? '') ? Number.NaN : value,
    )
  } catch {
    return undefined
  }
}

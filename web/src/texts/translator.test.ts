import { describe, expect, it } from 'vitest'
import type { Translation } from '#contract/translation.ts'
import { createTranslator, recognised as sentences } from './translator.ts'

type Write = (...values: never[]) => string
interface Group {
  readonly [key: string]: string | Write | Group
}

/** A language that says all in capitals, but for what it is given. */
const loud = (text: Group): Group =>
  Object.fromEntries(
    Object.entries(text).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? `¡${value}!`
        : typeof value === 'object'
          ? loud(value)
          : (...values: never[]) => `¡${value(...values)}!`,
    ]),
  )

const translate = createTranslator(
  loud(sentences as unknown as Group) as unknown as Translation<typeof sentences>,
)

/** Each sentence that has values, by its name. */
const withValues = Object.entries(sentences as unknown as Group).flatMap(([group, texts]) =>
  Object.entries(texts as Group).flatMap(([key, write]) =>
    typeof write === 'function' ? [[`${group}.${key}`, write] as const] : [],
  ),
)

describe("the server's sentences in another language", () => {
  it('are known again where they say the same each time', () => {
    for (const texts of Object.values(sentences as unknown as Group)) {
      for (const text of Object.values(texts as Group)) {
        if (typeof text === 'string') expect(translate(text)).toBe(`¡${text}!`)
      }
    }
  })

  /** One is all value, the other takes none of these values. */
  const unknowable = ['store.notWritable']

  it.each(withValues.filter(([name]) => !unknowable.includes(name)))(
    '%s is known again with its values',
    (_name, write) => {
      for (const count of [1, 7]) {
        for (const list of [['wss://a.example'], ['wss://a.example', 'wss://b.example']]) {
          const values = valuesOf(write, count, list)
          const text = write(...(values as never[]))
          expect(translate(text)).toBe(`¡${text}!`)
        }
      }
    },
  )

  it('are translated in one another', () => {
    const { node, decoding, validation, verdict } = sentences
    expect(translate(node.decodeShare(decoding.checksum))).toBe(
      `¡${node.decodeShare(`¡${decoding.checksum}!`)}!`,
    )
    expect(translate(validation.relayItem(2, validation.relayFormat))).toBe(
      `¡${validation.relayItem(2, `¡${validation.relayFormat}!`)}!`,
    )
    const relay = verdict.notHearing('wss://a.example', 'only for members')
    expect(translate(verdict.silentBecause(12, 3, relay))).toBe(
      `¡${verdict.silentBecause(12, 3, `¡${relay}!`)}!`,
    )
    const { refused } = sentences.relay
    expect(translate(verdict.notHearing('wss://a.example', refused))).toBe(
      `¡${verdict.notHearing('wss://a.example', `¡${refused}!`)}!`,
    )
  })

  it('are told apart where they stand one after the other', () => {
    const { verdict } = sentences
    const parts = [verdict.ready(2, 3), verdict.unanswered(1), verdict.refuses('wss://a', 'no')]
    const [ready, unanswered, refuses] = parts
    expect(translate(`${ready}; ${unanswered}. ${refuses}`)).toContain(`¡${unanswered}!`)
    expect(translate(`${ready}; ${unanswered}. ${refuses}`)).toContain(`¡${ready}!`)
  })

  it('are not taken for the beginning of one that begins with a value', () => {
    const { verdict } = sentences
    const known = [
      verdict.ready(1, 14),
      verdict.notHearing('wss://a', 'only for members'),
      verdict.moreRelays(17),
    ]
    expect(translate(known.join('; '))).toBe(known.map((one) => `¡${one}!`).join('; '))
    const [ready, , more] = known
    expect(translate(`${ready}; said by nobody; ${more}`)).toBe(
      `¡${ready}!; said by nobody; ¡${more}!`,
    )
  })

  it('stay as they are where they are unknown, however long they are', () => {
    expect(translate('read ECONNRESET')).toBe('read ECONNRESET')
    const long = 'a; '.repeat(100_000)
    expect(translate(long)).toBe(long)
  })
})

/** Numbers, texts or lists, whichever the sentence takes. */
function valuesOf(write: Write, count: number, list: readonly string[]): unknown[] {
  const kinds = [count, list]
  const all = Array.from({ length: write.length }, () => kinds).reduce<unknown[][]>(
    (rows, some) => rows.flatMap((row) => some.map((one) => [...row, one])),
    [[]],
  )
  const fits = all.find((values) => {
    try {
      return !/undefined|\[object/.test(write(...(values as never[])))
    } catch {
      return false
    }
  })
  return fits ?? []
}

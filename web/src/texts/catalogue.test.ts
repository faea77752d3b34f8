import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentences } from '#contract/codes.ts'
import type { NeedFacts } from '#contract/texts/needs.ts'
import * as german from './de/all.ts'
import * as spanish from './es/all.ts'
import { BUDGETS } from './testing/budgets.ts'
import { isSame } from './testing/same-in.ts'

type Write = (...values: unknown[]) => unknown
type Node = string | Write | { readonly [key: string]: Node }

const TEXTS = join(import.meta.dirname, '../../../server/contract/texts')
const files = await Promise.all(
  readdirSync(TEXTS)
    .filter((name) => /^[\w-]+\.ts$/.test(name))
    .map(
      async (name): Promise<[string, Record<string, Node>]> => [
        name,
        await import(join(TEXTS, name)),
      ],
    ),
)

const partOf = (file: string): string =>
  file.replace(/\.ts$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Files of texts that only the server uses. */
const SERVERS = ['igloo', 'notifications']

const english: Record<string, Node> = {
  ...Object.fromEntries(files.map(([name, part]) => [partOf(name), { ...part }])),
  sentences: sentences as unknown as Node,
}
for (const part of SERVERS) delete english[part]

const LANGUAGES = { de: german, es: spanish } as unknown as Record<
  'de' | 'es',
  Record<string, Node>
>

type Leaf = [key: string, text: string | Write]

/** Every text by where it stands: `shell.shell.tabs.apps`. */
const leavesOf = (node: Node, key = ''): Leaf[] =>
  typeof node === 'object'
    ? Object.entries({ ...node }).flatMap(([name, inner]) =>
        leavesOf(inner, key === '' ? name : `${key}.${name}`),
      )
    : [[key, node]]

const ENGLISH = leavesOf(english)

/** Only the exports that English has too: some files export helpers for other files of texts. */
const ofCatalogue = (parts: Record<string, Node>): Node =>
  Object.fromEntries(
    Object.entries(parts).map(([part, texts]) => [
      part,
      Object.fromEntries(
        Object.entries(texts).filter(([name]) => Object.hasOwn(Object(english[part]), name)),
      ),
    ]),
  )

describe.each(['de', 'es'] as const)('the catalogue in %s', (language) => {
  const translated = new Map(leavesOf(ofCatalogue(LANGUAGES[language])))

  it('has every text that English has, and no other', () => {
    expect([...translated.keys()].toSorted()).toEqual(ENGLISH.map(([key]) => key).toSorted())
  })

  it('says every value that English says, whatever the values are', () => {
    const lost = ENGLISH.flatMap(([key, write]) => {
      const other = translated.get(key)
      if (typeof write === 'string' || typeof other !== 'function') return []
      const tries = givenTo(write, other)
      if (tries.length === 0) return [`${key}: ${other}`]
      return tries.flatMap((values) => {
        const [text, said] = [String(write(...values)), String(other(...values))]
        const missing = shown(values).filter((value) => has(text, value) && !has(said, value))
        return missing.length === 0 ? [] : [`${key}(${JSON.stringify(values)}): ${said}`]
      })
    })
    expect(lost).toEqual([])
  })

  it('is translated throughout', () => {
    const left = ENGLISH.flatMap(([key, text]) => {
      const other = translated.get(key)
      if (typeof text === 'string')
        return text === other && !isSame(language, key, text) ? [key] : []
      if (typeof other !== 'function') return []
      const [values = []] = givenTo(text, other)
      const said = String(text(...values))
      // A text around values alone says nothing in any language.
      const words = shown(values)
        .reduce((rest, one) => rest.replaceAll(one, ''), said)
        .trim()
      const isLeft = /\p{L}{3}/u.test(words) && other(...values) === said
      return isLeft && !isSame(language, key, words) ? [key] : []
    })
    expect(left).toEqual([])
  })

  it.each(BUDGETS)('is no longer than %s has room for', (_what, keys, chars) => {
    const meant = ENGLISH.filter(([key]) => keys.test(key))
    expect(meant.length).toBeGreaterThan(0)
    const tooLong = [...translated, ...meant].flatMap(([key, text]) =>
      keys.test(key) && typeof text === 'string' && [...text].length > chars
        ? [`${key}: ${text}`]
        : [],
    )
    expect(tooLong).toEqual([])
  })

  it.each([
    ['questions.stop.short', 'questions.stop.stop'],
    ['questions.stop.resume', 'questions.stop.resumeSigning'],
  ])('has the word of a button in what is read out for it: %s', (seen, readOut) => {
    const words = String(translated.get(readOut)).toLowerCase().split(' ')
    expect(words).toContain(String(translated.get(seen)).toLowerCase())
  })

  it('is nowhere much longer than the English text', () => {
    const tooLong = ENGLISH.flatMap(([key, text]) => {
      const other = translated.get(key)
      if (typeof text !== 'string' || typeof other !== 'string') return []
      if (key.endsWith('.words')) return []
      return other.length > Math.max(2 * text.length, text.length + 32) ? [`${key}: ${other}`] : []
    })
    expect(tooLong).toEqual([])
  })
})

/** Values that occur in no text's own words. Numbers fit where a text is expected, too. */
const NUMBERS = [37, 41, 43, 47, 53]
const NAMES = ['Xaver', 'Yolanda', 'Zoë', 'Quentin', 'Wanda']

/** An argument for `questions.over`, which accepts only a few words and repeats none of them. */
const A_CHOICE = 'ran out'
/** Arguments for sentences about needs. */
const FACTS: NeedFacts[] = [1, 37].map((count) => ({
  ...{ device: 'Xaver', url: 'Yolanda', text: 'Zoë', span: '43' },
  ...{ count, needed: 41, isAhead: true, why: 'peers' },
}))

/** Lists of arguments that both functions accept: numbers, names, and mixtures with other values. */
function givenTo(write: Write, other: Write): unknown[][] {
  const places = Array.from({ length: write.length }, (_, at) => at)
  const numbers: unknown[] = places.map((at) => NUMBERS[at])
  const names = places.map((at) => NAMES[at])
  const some = [1, 0, false, undefined, null]
  const tries = [
    numbers,
    names,
    ...FACTS.map((facts) => [facts]),
    places.map((at) => [NUMBERS[at], NUMBERS.at(-1 - at)]),
    ...places.flatMap((at) => [
      ...[...some, NAMES[at], [NAMES[at]], NAMES].map((value) => numbers.with(at, value)),
      ...[...some, NUMBERS[at]].map((value) => (names as unknown[]).with(at, value)),
    ]),
  ]
  const isTaken = (values: unknown[]) =>
    [write, other].every((text) => saidBy(text, values) !== undefined)
  const taken = tries.filter(isTaken)
  return taken.length > 0 ? taken : [[A_CHOICE]].filter(isTaken)
}

/** The text for these arguments; undefined if the function does not accept them. */
function saidBy(write: Write, values: readonly unknown[]): string | undefined {
  try {
    const text = write(...values)
    return typeof text === 'string' && !/undefined|\[object|NaN/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** The values that can be looked for in a text. Not 1, which may be written as a word. */
const shown = (values: readonly unknown[]): string[] =>
  values
    .flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : value,
    )
    .filter((value) => typeof value === 'string' || (typeof value === 'number' && value > 1))
    .map(String)

const has = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\p{L}\\d])${value}(?![\\p{L}\\d])`, 'u').test(text)

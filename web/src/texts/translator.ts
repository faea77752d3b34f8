// Translates the server's English sentences. Loaded only for other languages than English.

import { sentences } from '#contract/codes.ts'
import type { Translation } from '#contract/translation.ts'

/** What comes without its code yet: the status and its warnings, what relays say, what an import brings. */
const { auth, validation, decoding, v2Decoding, node, request, start, store, guards, backup } =
  sentences
const { settings, ownerWarning, clock, imports, verdict, relay, signing, signer } = sentences
export const recognised = {
  ...{ auth, validation, decoding, v2Decoding, node, request, start, store, guards, backup },
  ...{ settings, ownerWarning, clock, imports, verdict, relay, signing, signer },
}

type Value = string | number
type Write = (...values: never[]) => string
interface Group {
  readonly [key: string]: string | Write | Group
}

/** A sentence with gaps: what stands before, between and after them, and which value each takes. */
interface Pattern {
  literals: readonly string[]
  gaps: readonly number[]
  /** The values that make the translation, of those in the gaps. */
  phrase(values: ReadonlyMap<number, Value>): string
}

/** Longer texts are none of these sentences. Characters. */
const SENTENCE_CHARS = 2_000
/** A pattern with fewer characters of its own would take other texts for its own. */
const LITERAL_CHARS = 6

/** Where a sentence ends and the next begins. */
const END = /; |\. /

/** Private characters: no text of ours has any. */
const MARK = /\ue000(\d)\ue001/
const markOf = (at: number): string => `\ue000${at}\ue001`

/**
 * What says a sentence of the server's in another language: one that has no values by equality, one with values
 * by what stands around them, in which a sentence is translated too. Sentences one after the other, or joined by
 * semicolons, are told apart. What is unknown stays as it is.
 */
export function createTranslator(
  translations: Translation<typeof recognised>,
): (text: string) => string {
  const constants = new Map<string, string>()
  const patterns: Pattern[] = []
  collect(recognised as unknown as Group, translations as unknown as Group)
  patterns.sort((a, b) => lengthOf(b) - lengthOf(a))

  function collect(english: Group, others: Group): void {
    for (const [key, text] of Object.entries(english)) {
      const other = others[key]
      if (typeof text === 'string') constants.set(text, String(other))
      else if (typeof text === 'object') collect(text, other as Group)
      else patterns.push(...patternsOf(text, other as Write))
    }
  }

  /** @param wide its values may be several sentences */
  const whole = (text: string, wide: boolean): string | undefined => {
    const constant = constants.get(text)
    if (constant !== undefined) return constant
    for (const pattern of patterns) {
      const values = valuesIn(pattern, text)
      if (values === undefined) continue
      if (values.some(([, value]) => END.test(value)) && !(wide && hasBeginning(pattern))) continue
      return pattern.phrase(new Map(values.map(asValue)))
    }
    return undefined
  }

  const asValue = ([at, text]: readonly [number, string]): readonly [number, Value] => [
    at,
    String(Number(text)) === text ? Number(text) : translate(text),
  ]

  function translate(text: string): string {
    if (text.length > SENTENCE_CHARS) return text
    const one = whole(text, false)
    if (one !== undefined) return one
    // Several are told from one that quotes several by whether each is known.
    const parts = text.split(/(; |\. )/)
    const said = parts.map((part, at) => (at % 2 === 1 ? part : whole(part, false)))
    if (said.every((part) => part !== undefined)) return said.join('')
    return whole(text, true) ?? parts.map((part, at) => said[at] ?? part).join('')
  }

  return translate
}

/** What it begins with is its own: only then is what follows in it not another sentence before it. */
const hasBeginning = ({ literals: [first = ''] }: Pattern): boolean => first !== ''

const lengthOf = ({ literals }: Pattern): number => literals.join('').length

/** What stands in the gaps, each as short as what follows allows; undefined if the text has another form. */
function valuesIn({ literals, gaps }: Pattern, text: string): [number, string][] | undefined {
  const [first = '', ...rest] = literals
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: [number, string][] = []
  let from = first.length
  const end = text.length - last.length
  for (const [at, literal] of [...rest, undefined].entries()) {
    const to = literal === undefined ? end : text.indexOf(literal, from)
    if (to < from || to > end) return undefined
    values.push([gaps[at] ?? 0, text.slice(from, to)])
    from = to + (literal?.length ?? 0)
  }
  return values
}

/**
 * The forms of a sentence with values, found by writing it with marks in their places, and with a one in each,
 * since numbers have other words then; with a list of one and of two marks where it takes no text.
 */
function patternsOf(english: Write, other: Write): Pattern[] {
  const forms = new Map<string, Pattern>()
  for (const values of valuesFor(english)) {
    const [text, said] = [written(english, values), written(other, values)]
    if (text === undefined || said === undefined || forms.has(text)) continue
    const [first = '', ...rest] = text.split(MARK)
    const gaps = rest.filter((_, at) => at % 2 === 0).map(Number)
    const literals = [first, ...rest.filter((_, at) => at % 2 === 1)]
    if (literals.join('').trim().length < LITERAL_CHARS) continue
    // Where a value changes words, only the one it was written with is that sentence.
    const phrase = (found: ReadonlyMap<number, Value>) =>
      written(
        other,
        values.map((value) => filled(value, found)),
      ) ?? said
    forms.set(text, { literals, gaps, phrase })
  }
  return [...forms.values()]
}

type Given = Value | readonly string[]

function valuesFor(english: Write): Given[][] {
  const marks = Array.from({ length: english.length }, (_, at) => markOf(at))
  if (written(english, marks) === undefined) {
    return marks.flatMap((mark, at) =>
      [[mark], [mark, markOf(at + marks.length)]].map((list) => (marks as Given[]).with(at, list)),
    )
  }
  return marks.reduce<Given[][]>(
    (rows, mark) => rows.flatMap((row) => [mark, 1].map((value) => [...row, value])),
    [[]],
  )
}

function filled(value: Given, found: ReadonlyMap<number, Value>): Given {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return found.get(markAt(value)) ?? ''
  return value.map((item) => String(found.get(markAt(item)) ?? ''))
}

const markAt = (mark: string): number => Number(MARK.exec(mark)?.[1])

function written(write: Write, values: readonly Given[]): string | undefined {
  try {
    const text: unknown = write(...(values as never[]))
    // A list is given back as one.
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}

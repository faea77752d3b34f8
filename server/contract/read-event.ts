import { describeKind, type Keeping, keepingOf } from './describe-kind.ts'
import { type Fact, fact, line, NAMED, type ReadingTexts, tagged } from './event-facts.ts'
import { type Body, type EventTexts, isDeletion, readBody } from './event-readers.ts'
import type { ShownEvent } from './questions.ts'
import { deeds } from './texts/deeds.ts'
import { kinds } from './texts/kinds.ts'
import { reading } from './texts/reading.ts'

/** How far a date may be from when it is asked for, before it is told. Seconds. */
const DATE_OFF = 600
/** 9999-12-31, in seconds: no later day has a name. */
const LAST_DAY = 253_402_214_400

const english: EventTexts = { kinds, deeds, reading }

/** An event as a person reads it. All texts are safe to show, none is a link. */
export interface Reading extends Body {
  /** To follow 'wants to': 'publish a note'. */
  deed: string
  isKnown: boolean
  keeping: Keeping
  /** What the owner should know before saying yes. */
  warnings: string[]
  /** Whom it is addressed to or mentions: x-only keys, the first few. */
  mentions: string[]
  /** How many more. */
  moreMentions: number
}

/**
 * An event in people's words: what signing it does, what it says, whom it concerns. Nothing of it is
 * fetched, and nothing is left out without saying so.
 *
 * @param replaces the one that is there, of the same author, kind and name: then what changes is said
 * @param askedAt when it is to be signed, Unix seconds: a date that is far from it is told
 */
export function readEvent(
  event: ShownEvent,
  replaces?: ShownEvent,
  texts: EventTexts = english,
  askedAt: number = event.created_at,
): Reading {
  const words = describeKind(event.kind, texts.kinds)
  const keeping = keepingOf(event.kind)
  const mentioned = [...new Set(tagged(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key)))]
  const { facts, text } = readBody(event, texts, replaces)
  const off = event.created_at - askedAt
  return {
    deed: words?.deed ?? texts.deeds.ofKind(event.kind),
    isKnown: words !== undefined,
    keeping,
    warnings: [
      ...warningsOf(event, words !== undefined, replaces, texts.reading),
      ...(keeping === 'replaceable' || keeping === 'addressable'
        ? offWarnings(off, texts.reading)
        : []),
    ],
    facts: [...(Math.abs(off) > DATE_OFF ? [dateOf(event, texts.reading)] : []), ...facts],
    text,
    mentions: mentioned.slice(0, NAMED),
    moreMentions: Math.max(0, mentioned.length - NAMED),
  }
}

/** What signing can do that its kind alone does not say. */
function warningsOf(
  event: ShownEvent,
  isKnown: boolean,
  replaces: ShownEvent | undefined,
  texts: ReadingTexts,
): string[] {
  const warnings: string[] = []
  const keeping = keepingOf(event.kind)
  if (!isKnown) warnings.push(texts.unknownKind)
  if (keeping === 'replaceable' || keeping === 'addressable') {
    const name = keeping === 'addressable' ? tagged(event, 'd')[0] : undefined
    warnings.push(replacement(event, name, replaces, texts))
  }
  if (event.kind === 5) warnings.push(texts.noUndo)
  if (event.kind === 62) warnings.push(texts.vanishes)
  if (event.kind === 22_242) warnings.push(texts.relayLogin)
  if (event.kind === 27_235) warnings.push(texts.websiteLogin)
  if (event.kind === 24_242 && tagged(event, 't').some(isDeletion))
    warnings.push(texts.deletesFiles)
  return warnings
}

function replacement(
  { created_at: createdAt }: ShownEvent,
  name: string | undefined,
  replaces: ShownEvent | undefined,
  texts: ReadingTexts,
): string {
  const named = name ? line(name) : undefined
  if (replaces === undefined) return texts.replacesAny(named)
  const day = dayOf(replaces.created_at, texts.locale)
  return (replaces.created_at > createdAt ? texts.isOlder : texts.replaces)(day, named)
}

/** The day of a time in seconds, `Nov 20, 2025`. */
const dayOf = (seconds: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    1_000 * Math.min(seconds, LAST_DAY),
  )

/** Its minute: `Nov 14, 2023, 10:13 PM UTC`. */
const dateOf = ({ created_at: at }: ShownEvent, { dated, locale }: ReadingTexts): Fact =>
  fact(
    dated,
    new Intl.DateTimeFormat(locale, {
      ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
      ...({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const),
    }).format(1_000 * Math.min(at, LAST_DAY)),
  )

/** What replaces something by a date that is off stays for longer than it should, or never comes to be. */
function offWarnings(off: number, texts: ReadingTexts): string[] {
  if (off > DATE_OFF) return [texts.datedAhead]
  return off < -DATE_OFF ? [texts.datedBack] : []
}

import { describeKind, keepingOf } from './describe-kind.ts'
import { type Fact, fact, line, NAMED, type ReadingTexts, tagged } from './event-facts.ts'
import { type Body, type EventTexts, isDeletion, readBody } from './event-readers.ts'
import { plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'
import { deeds } from './texts/deeds.ts'
import { kinds } from './texts/kinds.ts'
import { reading } from './texts/reading.ts'

/** How far a date may be from the time of the request before it is shown. Seconds. */
const DATE_OFF = 600
/** 9999-12-31, in seconds: no later day has a name. */
const LAST_DAY = 253_402_214_400

const english: EventTexts = { kinds, deeds, reading }

/** An event as a person reads it. All texts are safe to show, none is a link. */
export interface Reading extends Body {
  /** To follow 'wants to': 'publish a note'. */
  deed: string
  /** What the owner should know before saying yes. */
  warnings: string[]
  /** A summary on one line: 'old → new' for a change, or else its beginning; null: it says nothing. */
  essence: string | null
  /** Whom it is addressed to or mentions: x-only keys, the first few. */
  mentions: string[]
  /** How many more keys there are. */
  moreMentions: number
}

/**
 * An event in people's words: what signing it does, what it says, whom it concerns. Nothing of it is
 * fetched, and nothing is left out without saying so.
 *
 * @param replaces the existing event of the same author, kind and name: then the changes are described
 * @param askedAt when the signature is requested, Unix seconds: a date that is far from it is shown
 */
export function readEvent(
  event: ShownEvent,
  replaces?: ShownEvent,
  texts: EventTexts = english,
  askedAt: number = event.created_at,
): Reading {
  const words = describeKind(event.kind, texts.kinds)
  const mentioned = [...new Set(tagged(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key)))]
  const { facts, text } = readBody(event, texts, replaces)
  const off = event.created_at - askedAt
  const isCompared = replaces !== undefined && keepingOf(event.kind) === 'replaceable'
  return {
    deed: words?.deed ?? texts.deeds.ofKind(event.kind),
    warnings: warningsOf(event, { isKnown: words !== undefined, replaces, off }, texts.reading),
    facts: [...(Math.abs(off) > DATE_OFF ? [dateOf(event, off, texts.reading)] : []), ...facts],
    text,
    essence: essenceOf({ facts, text }),
    // The facts name who is added and removed; a few of those who stay would say nothing.
    mentions: isCompared ? [] : mentioned.slice(0, NAMED),
    moreMentions: isCompared ? 0 : Math.max(0, mentioned.length - NAMED),
  }
}

const ESSENCE_CHARS = 80

/** The left-to-right mark keeps right-to-left text on its own side of the arrow. */
const ARROW = ' \u200e→ '

function essenceOf({ facts, text }: Body): string | null {
  const change = facts.find(({ was }) => was !== undefined)
  if (change)
    return (
      plainLine(change.was ?? '', ESSENCE_CHARS) + ARROW + plainLine(change.text, ESSENCE_CHARS)
    )
  const [first] = facts
  const said = text?.text ?? (first && `${first.label}: ${first.text}`)
  return said === undefined ? null : plainLine(said, ESSENCE_CHARS)
}

/** What signing can do that its kind alone does not say. */
function warningsOf(
  event: ShownEvent,
  { isKnown, replaces, off }: { isKnown: boolean; replaces: ShownEvent | undefined; off: number },
  texts: ReadingTexts,
): string[] {
  const warnings: string[] = []
  const keeping = keepingOf(event.kind)
  const isReplacement = keeping === 'replaceable' || keeping === 'addressable'
  if (!isKnown) warnings.push(texts.unknownKind)
  if (isReplacement) {
    const name = keeping === 'addressable' ? tagged(event, 'd')[0] : undefined
    warnings.push(replacement(event, name, replaces, texts))
  }
  if (event.kind === 62) warnings.push(texts.vanishes)
  if (event.kind === 22_242) warnings.push(texts.relayLogin)
  if (event.kind === 27_235) warnings.push(texts.websiteLogin)
  if (event.kind === 24_242 && tagged(event, 't').some(isDeletion))
    warnings.push(texts.deletesFiles)
  // An event with a wrong date stays for longer than it should, or never replaces the old one.
  if (isReplacement && off > DATE_OFF) warnings.push(texts.datedAhead)
  if (isReplacement && off < -DATE_OFF) warnings.push(texts.datedBack)
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

/** The date to the minute, and how far it is off: `Nov 14, 2023, 10:13 PM UTC (2 days ago)`. */
function dateOf({ created_at: at }: ShownEvent, off: number, texts: ReadingTexts): Fact {
  const { dated, locale } = texts
  const minute = new Intl.DateTimeFormat(locale, {
    ...({ year: 'numeric', month: 'short', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const),
  }).format(1_000 * Math.min(at, LAST_DAY))
  return fact(dated, `${minute} (${distance(off, locale)})`)
}

/** Seconds. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `in 3 years`, `20 minutes ago`. */
function distance(seconds: number, locale: string): string {
  const off = Math.max(-LAST_DAY, Math.min(LAST_DAY, seconds))
  const [unit, length] = UNITS.find(([, length]) => Math.abs(off) >= length) ?? ['minute', 60]
  return new Intl.RelativeTimeFormat(locale).format(Math.trunc(off / length), unit)
}

import { listChanges, profileChanges } from './event-changes.ts'
import {
  type Fact,
  fact,
  isProfileField,
  jsonObject,
  line,
  looksEncrypted,
  NAMED,
  PROFILE_FIELDS,
  profileOf,
  type ReadingTexts,
  tagged,
} from './event-facts.ts'
import { type Keeping, keepingOf, kindWords } from './kind-words.ts'
import { plainText } from './plain-text.ts'
import type { DeedTexts } from './question-words.ts'
import type { ShownEvent } from './questions.ts'
import { deeds } from './texts/deeds.ts'
import { kinds } from './texts/kinds.ts'
import { reading } from './texts/reading.ts'

const TEXT_CHARS = 500
/** 9999-12-31, in seconds: no later day has a name. */
const LAST_DAY = 253_402_214_400

/** The texts that an event is worded with. */
export interface EventTexts extends DeedTexts {
  reading: ReadingTexts
}

const english: EventTexts = { kinds, deeds, reading }

/** An event as a person reads it. All texts are safe to show, none is a link. */
export interface Reading {
  /** To follow 'wants to': 'publish a note'. */
  deed: string
  isKnown: boolean
  keeping: Keeping
  /** What the owner should know before saying yes. */
  warnings: string[]
  facts: Fact[]
  /** What it says to people, if it says it in plain text. */
  text: { text: string; more: number } | null
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
 */
export function readEvent(
  event: ShownEvent,
  replaces?: ShownEvent,
  texts: EventTexts = english,
): Reading {
  const words = kindWords(event.kind, texts.kinds)
  const keeping = keepingOf(event.kind)
  const mentioned = [...new Set(tagged(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key)))]
  const read =
    READERS[event.kind] ?? (hasPlainText(event, words !== undefined) ? readText : readTags)
  const { facts, text } = read(event, texts)
  return {
    deed: words?.deed ?? texts.deeds.ofKind(event.kind),
    isKnown: words !== undefined,
    keeping,
    warnings: warningsOf(event, words !== undefined, replaces, texts.reading),
    facts: replaces === undefined ? facts : withChanges(facts, event, replaces, texts.reading),
    text,
    mentions: mentioned.slice(0, NAMED),
    moreMentions: Math.max(0, mentioned.length - NAMED),
  }
}

type Body = Pick<Reading, 'facts' | 'text'>

const NOTHING: Body = { facts: [], text: null }

/** Kinds whose content is something else than a text for people. */
const READERS: Readonly<Record<number, (event: ShownEvent, texts: EventTexts) => Body>> = {
  0: readProfile,
  3: readFollows,
  4: () => NOTHING,
  5: readDeletion,
  6: readRepost,
  7: readReaction,
  13: () => NOTHING,
  16: readRepost,
  1059: () => NOTHING,
  10002: readRelays,
  22242: named('relay', 'challenge'),
  23194: () => NOTHING,
  23195: () => NOTHING,
  24242: named('t', 'server', 'x', 'expiration'),
  27235: named('u', 'method'),
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

/** A profile is told by what changes; of all else, what it says is told too. */
function withChanges(
  facts: Fact[],
  event: ShownEvent,
  replaces: ShownEvent,
  texts: ReadingTexts,
): Fact[] {
  if (event.kind !== 0) return [...facts, ...listChanges(event, replaces, texts)]
  const [before, now] = [profileOf(replaces), profileOf(event)]
  return before === null || now === null ? facts : profileChanges(before, now, texts)
}

const TITLES = ['title', 'subject', 'summary', 'content-warning'] as const

function readText({ content, tags }: ShownEvent, { reading: texts }: EventTexts): Body {
  const facts = TITLES.flatMap((name) =>
    tags.filter(([tag]) => tag === name).map(([, text = '']) => fact(texts.tags[name], text)),
  )
  return { facts: facts.slice(0, NAMED), text: textOf(content) }
}

/** Kinds that Floe can't read: their tags by name, and their content as it is. */
function readTags({ content, tags }: ShownEvent, { reading: texts }: EventTexts): Body {
  const facts = tags
    .filter(([name]) => name !== 'p')
    .slice(0, NAMED)
    .map(([name = '', ...values]) => fact(texts.tag(line(name)), values.join(' ')))
  const more = tags.length - NAMED
  if (more > 0) facts.push(fact(texts.moreTags, String(more)))
  return { facts, text: textOf(content) }
}

function readProfile(event: ShownEvent, { reading: texts }: EventTexts): Body {
  const profile = profileOf(event)
  if (profile === null) return { facts: [fact(texts.noProfile, event.content)], text: null }
  const facts: Fact[] = []
  const empty: string[] = []
  for (const field of PROFILE_FIELDS) {
    const [label, text] = [texts.fields[field], profile.get(field) ?? '']
    if (text === '') empty.push(label)
    else facts.push(fact(label, text))
  }
  if (empty.length > 0) facts.push(fact(texts.empty, empty.join(', ')))
  const others = [...profile.keys()].filter((key) => !isProfileField(key))
  if (others.length > 0) facts.push(fact(texts.otherFields, others.slice(0, NAMED).join(', ')))
  return { facts, text: null }
}

function readFollows(event: ShownEvent, { reading: texts }: EventTexts): Body {
  const { size } = new Set(tagged(event, 'p'))
  return { facts: [fact(texts.follows, texts.people(size))], text: null }
}

function readRelays({ tags }: ShownEvent, { reading: texts }: EventTexts): Body {
  const relays = tags.filter(([name]) => name === 'r')
  const { read, write, both } = texts.relayUses
  const labelOf = (use: string | undefined) =>
    use === 'read' ? read : use === 'write' ? write : both
  const facts = relays.slice(0, NAMED).map(([, url = '', use]) => fact(labelOf(use), url))
  if (relays.length > NAMED) facts.push(fact(texts.moreRelays, String(relays.length - NAMED)))
  return { facts: relays.length === 0 ? [fact(texts.relays, texts.none)] : facts, text: null }
}

function readDeletion(event: ShownEvent, { kinds, reading: texts }: EventTexts): Body {
  const count = tagged(event, 'e').length + tagged(event, 'a').length
  const named = tagged(event, 'k').map(
    (kind) => kindWords(Number(kind), kinds)?.thing ?? texts.kind(line(kind)),
  )
  const facts = [fact(texts.deletes, texts.events(count))]
  if (named.length > 0) facts.push(fact(texts.ofKinds, [...new Set(named)].join(', ')))
  if (event.content !== '') facts.push(fact(texts.reason, event.content))
  return { facts, text: null }
}

/** A repost holds the event that it repeats. */
function readRepost({ content }: ShownEvent): Body {
  const inner = jsonObject(content)
  return {
    facts: [],
    text: typeof inner?.['content'] === 'string' ? textOf(inner['content']) : null,
  }
}

function readReaction({ content }: ShownEvent, { reading: texts }: EventTexts): Body {
  const { likes, dislikes, reaction } = texts
  const said = content === '+' || content === '' ? likes : content === '-' ? dislikes : content
  return { facts: [fact(reaction, said)], text: null }
}

/** Reads the tags of some names, and the content as a text. */
function named(...names: (keyof typeof reading.tags)[]) {
  return (event: ShownEvent, { reading: texts }: EventTexts): Body => {
    const facts = names.flatMap((name) =>
      tagged(event, name)
        .slice(0, NAMED)
        .map((value) => fact(texts.tags[name], value)),
    )
    return { facts, text: textOf(event.content) }
  }
}

/** Lists keep private items in their content, encrypted; so do messages. */
const hasPlainText = ({ kind, content }: ShownEvent, isKnown: boolean): boolean =>
  isKnown && keepingOf(kind) === 'regular'
    ? true
    : isKnown && kind >= 30_000 && !looksEncrypted(content)

const textOf = (content: string): Reading['text'] =>
  content === '' || looksEncrypted(content) ? null : plainText(content, TEXT_CHARS)

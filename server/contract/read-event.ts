import { listChanges, profileChanges } from './event-changes.ts'
import {
  type Fact,
  fact,
  jsonObject,
  line,
  looksEncrypted,
  NAMED,
  PROFILE_FIELDS,
  profileOf,
  tagged,
} from './event-facts.ts'
import { type Keeping, keepingOf, kindWords } from './kind-words.ts'
import { plainText } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

const TEXT_CHARS = 500
/** 9999-12-31, in seconds: no later day has a name. */
const LAST_DAY = 253_402_214_400

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
export function readEvent(event: ShownEvent, replaces?: ShownEvent): Reading {
  const words = kindWords(event.kind)
  const keeping = keepingOf(event.kind)
  const mentioned = [...new Set(tagged(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key)))]
  const read =
    READERS[event.kind] ?? (hasPlainText(event, words !== undefined) ? readText : readTags)
  const { facts, text } = read(event)
  return {
    deed: words?.deed ?? `sign an event of kind ${event.kind}`,
    isKnown: words !== undefined,
    keeping,
    warnings: warningsOf(event, words !== undefined, replaces),
    facts: replaces === undefined ? facts : withChanges(facts, event, replaces),
    text,
    mentions: mentioned.slice(0, NAMED),
    moreMentions: Math.max(0, mentioned.length - NAMED),
  }
}

type Body = Pick<Reading, 'facts' | 'text'>

/** Kinds whose content is something else than a text for people. */
const READERS: Readonly<Record<number, (event: ShownEvent) => Body>> = {
  0: readProfile,
  3: readFollows,
  4: () => ({ facts: [], text: null }),
  5: readDeletion,
  6: readRepost,
  7: ({ content }) => ({ facts: [fact('Reaction', reactionOf(content))], text: null }),
  13: () => ({ facts: [], text: null }),
  16: readRepost,
  1059: () => ({ facts: [], text: null }),
  10002: readRelays,
  22242: (event) =>
    named(event, [
      ['relay', 'Relay'],
      ['challenge', 'Challenge'],
    ]),
  23194: () => ({ facts: [], text: null }),
  23195: () => ({ facts: [], text: null }),
  24242: (event) =>
    named(event, [
      ['t', 'What for'],
      ['server', 'Server'],
      ['x', 'File'],
      ['expiration', 'Until'],
    ]),
  27235: (event) =>
    named(event, [
      ['u', 'Address'],
      ['method', 'Method'],
    ]),
}

/** What signing can do that its kind alone does not say. */
function warningsOf(event: ShownEvent, isKnown: boolean, replaces?: ShownEvent): string[] {
  const warnings: string[] = []
  const keeping = keepingOf(event.kind)
  if (!isKnown) warnings.push('Floe does not know this kind: it may do anything')
  if (keeping === 'replaceable' || keeping === 'addressable') {
    const name = keeping === 'addressable' ? tagged(event, 'd')[0] : undefined
    warnings.push(replacement(event, name, replaces))
  }
  if (event.kind === 5) warnings.push('can’t be undone')
  if (event.kind === 62)
    warnings.push('can’t be undone: relays delete everything you have published')
  if (event.kind === 22_242)
    warnings.push('whoever holds it can read what this relay keeps for you')
  if (event.kind === 27_235) warnings.push('whoever holds it is taken for you at this address')
  return warnings
}

function replacement(
  { created_at: createdAt }: ShownEvent,
  name: string | undefined,
  replaces: ShownEvent | undefined,
): string {
  const named = name ? ` named “${line(name)}”` : ''
  if (replaces === undefined) return `replaces the one${named === '' ? ' there is' : named}`
  const one = `the one${named} of ${dayOf(replaces.created_at)}`
  return replaces.created_at > createdAt
    ? `is older than ${one}, which relays keep`
    : `replaces ${one}`
}

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** The day of a time in seconds, `Nov 20, 2025`. */
const dayOf = (seconds: number): string => days.format(1_000 * Math.min(seconds, LAST_DAY))

/** A profile is told by what changes; of all else, what it says is told too. */
function withChanges(facts: Fact[], event: ShownEvent, replaces: ShownEvent): Fact[] {
  if (event.kind !== 0) return [...facts, ...listChanges(event, replaces)]
  const [before, now] = [profileOf(replaces), profileOf(event)]
  return before === null || now === null ? facts : profileChanges(before, now)
}

function readText({ content, tags }: ShownEvent): Body {
  const facts = ['title', 'subject', 'summary', 'content-warning'].flatMap((name) =>
    tags.filter(([tag]) => tag === name).map(([, text = '']) => fact(LABELS[name] ?? name, text)),
  )
  return { facts: facts.slice(0, NAMED), text: textOf(content) }
}

const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  subject: 'Subject',
  summary: 'Summary',
  'content-warning': 'Content warning',
}

/** Kinds that Floe can't read: their tags by name, and their content as it is. */
function readTags({ content, tags }: ShownEvent): Body {
  const facts = tags
    .filter(([name]) => name !== 'p')
    .slice(0, NAMED)
    .map(([name = '', ...values]) => fact(`Tag ${line(name)}`, values.join(' ')))
  const more = tags.length - NAMED
  if (more > 0) facts.push(fact('More tags', String(more)))
  return { facts, text: textOf(content) }
}

function readProfile(event: ShownEvent): Body {
  const profile = profileOf(event)
  if (profile === null) return { facts: [fact('Not a profile', event.content)], text: null }
  const facts: Fact[] = []
  const empty: string[] = []
  for (const [field, label] of PROFILE_FIELDS) {
    const text = profile.get(field) ?? ''
    if (text === '') empty.push(label)
    else facts.push(fact(label, text))
  }
  if (empty.length > 0) facts.push(fact('Leaves empty', empty.join(', ')))
  const others = [...profile.keys()].filter((key) => !PROFILE_FIELDS.has(key))
  if (others.length > 0) facts.push(fact('Other fields', others.slice(0, NAMED).join(', ')))
  return { facts, text: null }
}

function readFollows(event: ShownEvent): Body {
  const count = new Set(tagged(event, 'p')).size
  return {
    facts: [fact('You then follow', count === 1 ? '1 person' : `${count} people`)],
    text: null,
  }
}

function readRelays({ tags }: ShownEvent): Body {
  const relays = tags.filter(([name]) => name === 'r')
  const facts = relays.slice(0, NAMED).map(([, url = '', use]) => fact(relayUse(use), url))
  if (relays.length > NAMED) facts.push(fact('More relays', String(relays.length - NAMED)))
  return { facts: relays.length === 0 ? [fact('Relays', 'none')] : facts, text: null }
}

const relayUse = (use: string | undefined): string =>
  use === 'read' ? 'Read at' : use === 'write' ? 'Write to' : 'Read and write at'

function readDeletion(event: ShownEvent): Body {
  const count = tagged(event, 'e').length + tagged(event, 'a').length
  const kinds = tagged(event, 'k').map(
    (kind) => kindWords(Number(kind))?.thing ?? `kind ${line(kind)}`,
  )
  const facts = [fact('Deletes', count === 1 ? '1 event' : `${count} events`)]
  if (kinds.length > 0) facts.push(fact('Of these kinds', [...new Set(kinds)].join(', ')))
  if (event.content !== '') facts.push(fact('Reason', event.content))
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

const reactionOf = (content: string): string =>
  content === '+' || content === '' ? 'likes it' : content === '-' ? 'dislikes it' : content

function named(event: ShownEvent, tags: readonly (readonly [string, string])[]): Body {
  const facts = tags.flatMap(([name, label]) =>
    tagged(event, name)
      .slice(0, NAMED)
      .map((value) => fact(label, value)),
  )
  return { facts, text: textOf(event.content) }
}

/** Lists keep private items in their content, encrypted; so do messages. */
const hasPlainText = ({ kind, content }: ShownEvent, isKnown: boolean): boolean =>
  isKnown && keepingOf(kind) === 'regular'
    ? true
    : isKnown && kind >= 30_000 && !looksEncrypted(content)

const textOf = (content: string): Reading['text'] =>
  content === '' || looksEncrypted(content) ? null : plainText(content, TEXT_CHARS)

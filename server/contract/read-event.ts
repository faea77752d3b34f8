import { type Keeping, keepingOf, kindWords } from './kind-words.ts'
import { plainLine, plainText } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

const TEXT_CHARS = 500
const LINE_CHARS = 120
/** Of one thing: mentioned keys, fields, tags. */
const NAMED = 8

/** One thing that an event says, as a label and a text that is safe to show. */
export interface Fact {
  label: string
  text: string
}

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
 */
export function readEvent(event: ShownEvent): Reading {
  const words = kindWords(event.kind)
  const keeping = keepingOf(event.kind)
  const mentioned = [...new Set(tagged(event, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key)))]
  const read =
    READERS[event.kind] ?? (hasPlainText(event, words !== undefined) ? readText : readTags)
  return {
    deed: words?.deed ?? `sign an event of kind ${event.kind}`,
    isKnown: words !== undefined,
    keeping,
    warnings: warningsOf(event, keeping, words !== undefined),
    ...read(event),
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
function warningsOf(event: ShownEvent, keeping: Keeping, isKnown: boolean): string[] {
  const warnings: string[] = []
  if (!isKnown) warnings.push('Floe does not know this kind: it may do anything')
  if (keeping === 'replaceable') warnings.push('replaces the one there is')
  if (keeping === 'addressable') {
    const name = tagged(event, 'd')[0]
    warnings.push(name ? `replaces the one named “${line(name)}”` : 'replaces the one there is')
  }
  if (event.kind === 5) warnings.push('can’t be undone')
  if (event.kind === 62)
    warnings.push('can’t be undone: relays delete everything you have published')
  if (event.kind === 22_242)
    warnings.push('whoever holds it can read what this relay keeps for you')
  if (event.kind === 27_235) warnings.push('whoever holds it is taken for you at this address')
  return warnings
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

const PROFILE_FIELDS: readonly (readonly [string, string])[] = [
  ['name', 'Name'],
  ['display_name', 'Display name'],
  ['about', 'About'],
  ['picture', 'Picture'],
  ['banner', 'Banner'],
  ['nip05', 'Address (NIP-05)'],
  ['lud16', 'Gets paid at'],
  ['lud06', 'Gets paid at (LNURL)'],
  ['website', 'Website'],
]

function readProfile({ content }: ShownEvent): Body {
  const profile = jsonObject(content)
  if (profile === null) return { facts: [fact('Not a profile', content)], text: null }
  const said = PROFILE_FIELDS.map(([field, label]) => {
    const value = profile[field]
    return { label, text: typeof value === 'string' ? value : '' }
  })
  const facts = said.flatMap(({ label, text }) => (text === '' ? [] : [fact(label, text)]))
  const empty = said.filter(({ text }) => text === '').map(({ label }) => label)
  if (empty.length > 0) facts.push(fact('Leaves empty', empty.join(', ')))
  const others = Object.keys(profile).filter((key) =>
    PROFILE_FIELDS.every(([field]) => field !== key),
  )
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

/** NIP-44 and NIP-04 payloads: one word of base64. */
const looksEncrypted = (content: string): boolean =>
  /^[A-Za-z0-9+/]{64,}={0,2}(?:\?iv=|$)/.test(content)

const textOf = (content: string): Reading['text'] =>
  content === '' || looksEncrypted(content) ? null : plainText(content, TEXT_CHARS)

const tagged = ({ tags }: ShownEvent, name: string): string[] =>
  tags.flatMap(([tag, value]) => (tag === name && value !== undefined ? [value] : []))

const fact = (label: string, text: string): Fact => ({ label, text: line(text) })

const line = (text: string): string => plainLine(text, LINE_CHARS)

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

import { describeKind, keepingOf } from './describe-kind.ts'
import type { UseTexts } from './describe-use.ts'
import { listChanges, profileChanges } from './event-changes.ts'
import {
  type Fact,
  fact,
  factOf,
  factsOf,
  isProfileField,
  type LabelledTag,
  labelledTags,
  line,
  looksEncrypted,
  NAMED,
  otherTags,
  PROFILE_FIELDS,
  profileOf,
  type ReadingTexts,
  tagged,
  zapSplits,
} from './event-facts.ts'
import { jsonObject } from './json-object.ts'
import { type PlainText, plainText } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

const TEXT_CHARS = 500

/** The texts that an event is worded with. */
export interface EventTexts extends UseTexts {
  reading: ReadingTexts
}

/** What an event says. */
export interface Body {
  facts: Fact[]
  /** What it says to people; null if it is not in plain text. */
  text: PlainText | null
}

/** Reads events of a kind. `tags`: the names of the tags that it reads. */
interface Reader {
  /** @param replaces the event that it would replace: then the changes may be returned instead */
  read(event: ShownEvent, texts: EventTexts, replaces: ShownEvent | undefined): Body
  tags: readonly string[]
}

/** Tags that are read for every kind. */
const COMMON = ['title', 'subject', 'summary', 'content-warning', 'expiration'] as const

/** Regular kinds whose content is meant for few: it is encrypted, or should be. */
const SEALED = new Set([4, 13, 444, 445, 1059, 1234, 7374, 7375, 7376])

/** Kinds whose important tags or content need a reader of their own. */
const READERS: Readonly<Record<number, Reader>> = {
  0: { read: readProfile, tags: ['i'] },
  3: { read: readFollows, tags: ['p'] },
  5: { read: readDeletion, tags: ['e', 'a', 'k'] },
  6: { read: readRepost, tags: [] },
  7: { read: readReaction, tags: [] },
  16: { read: readRepost, tags: [] },
  1018: labelled('response'),
  1068: labelled('option', 'endsAt'),
  1984: { read: readReport, tags: ['e', 'p', 'x'] },
  9321: labelled('amount', 'u'),
  9734: { read: readZapRequest, tags: ['p', 'amount', 'relays', 'lnurl'] },
  10002: { read: readRelays, tags: ['r'] },
  10011: labelled('i'),
  22242: labelled('relay', 'challenge'),
  24242: { read: readFileLogin, tags: ['t', 'server', 'x', 'expiration'] },
  27235: labelled('u', 'method'),
}

/**
 * What an event says and changes, as facts and a text. If tags or content are left out, a fact says how much. The keys
 * that it mentions are not included.
 */
export function readBody(
  event: ShownEvent,
  texts: EventTexts,
  replaces: ShownEvent | undefined,
): Body {
  const { read, tags } = READERS[event.kind] ?? PLAIN
  const { facts, text } = read(event, texts, replaces)
  const isMention = ([name, key = '']: readonly string[]) =>
    name === 'p' && /^[0-9a-f]{64}$/.test(key)
  const isName = ([name]: readonly string[]) =>
    name === 'd' && keepingOf(event.kind) === 'addressable'
  const isShown = (tag: readonly string[]) =>
    tags.includes(tag[0] ?? '') ||
    (COMMON as readonly string[]).includes(tag[0] ?? '') ||
    tag[0] === 'zap' ||
    isMention(tag) ||
    isName(tag)
  const common = COMMON.filter((name) => !tags.includes(name))
  return {
    facts: [
      ...labelledTags(event, common, texts.reading),
      ...zapSplits(event, texts.reading),
      ...facts,
      ...(replaces === undefined || event.kind === 0
        ? otherTags(event, { isShown, isList: isList(event, texts) }, texts.reading)
        : listChanges(event, replaces, texts.reading)),
    ],
    text,
  }
}

/** Whether an event is made of its tags, as lists are, or has a kind that is not known. */
const isList = ({ kind }: ShownEvent, { kinds }: EventTexts): boolean =>
  describeKind(kind, kinds) === undefined || keepingOf(kind) !== 'regular'

const PLAIN: Reader = { read: (event, texts) => contentOf(event, texts), tags: [] }

/** Reads the tags of some names, and the content. */
function labelled(...names: LabelledTag[]): Reader {
  const read = (event: ShownEvent, texts: EventTexts): Body => {
    const { facts, text } = contentOf(event, texts)
    return { facts: [...labelledTags(event, names, texts.reading), ...facts], text }
  }
  return { read, tags: names }
}

/** The content as a text, or its size if the kind may be encrypted and the content is. */
function contentOf({ kind, content }: ShownEvent, { kinds, reading }: EventTexts): Body {
  const isPrivate =
    SEALED.has(kind) || (describeKind(kind, kinds) !== undefined && keepingOf(kind) !== 'regular')
  if (!isPrivate || !looksEncrypted(content)) return { facts: [], text: textOf(content) }
  const { encrypted } = reading.content
  return { facts: [fact(encrypted, reading.characters(content.length))], text: null }
}

const textOf = (content: string): Body['text'] =>
  content === '' ? null : plainText(content, TEXT_CHARS)

function readProfile(
  event: ShownEvent,
  { reading: texts }: EventTexts,
  replaces: ShownEvent | undefined,
): Body {
  const accounts = labelledTags(event, ['i'], texts)
  const profile = profileOf(event)
  if (profile === null) {
    return { facts: [...accounts, fact(texts.noProfile, event.content)], text: null }
  }
  const before = replaces && profileOf(replaces)
  if (before) return { facts: [...accounts, ...profileChanges(before, profile, texts)], text: null }
  const facts: Fact[] = [...accounts]
  const empty: string[] = []
  for (const field of PROFILE_FIELDS) {
    const [label, text] = [texts.fields[field], profile.get(field) ?? '']
    if (text === '') empty.push(label)
    else facts.push(...factOf(label, text, texts))
  }
  if (empty.length > 0) facts.push(fact(texts.empty, empty.join(', ')))
  const others = [...profile.keys()].filter((key) => !isProfileField(key))
  const [few, more] = [others.slice(0, NAMED).map(line).join(', '), others.length - NAMED]
  if (others.length > 0) {
    facts.push({ label: texts.otherFields, text: more > 0 ? texts.andMore(few, more) : few })
  }
  return { facts, text: null }
}

function readFollows(
  event: ShownEvent,
  { reading: texts }: EventTexts,
  replaces: ShownEvent | undefined,
): Body {
  const { size } = new Set(tagged(event, 'p'))
  const facts = replaces === undefined ? [fact(texts.follows, texts.people(size))] : []
  if (event.content !== '') facts.push(fact(texts.content.label, event.content))
  return { facts, text: null }
}

function readRelays({ tags, content }: ShownEvent, { reading: texts }: EventTexts): Body {
  const relays = tags.filter(([name]) => name === 'r')
  const { read, write, both } = texts.relayUses
  const labelOf = (use: string | undefined) =>
    use === 'read' ? read : use === 'write' ? write : both
  const facts = relays
    .slice(0, NAMED)
    .flatMap(([, url = '', use]) => factOf(labelOf(use), url, texts))
  if (relays.length > NAMED) facts.push(fact(texts.moreRelays, String(relays.length - NAMED)))
  return {
    facts: relays.length === 0 ? [fact(texts.relays, texts.none)] : facts,
    text: textOf(content),
  }
}

function readDeletion(event: ShownEvent, { kinds, reading: texts }: EventTexts): Body {
  const count = tagged(event, 'e').length + tagged(event, 'a').length
  const named = tagged(event, 'k').map(
    (kind) => describeKind(Number(kind), kinds)?.thing ?? texts.kind(line(kind)),
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
    text: textOf(typeof inner?.['content'] === 'string' ? inner['content'] : content),
  }
}

function readReaction({ content }: ShownEvent, { reading: texts }: EventTexts): Body {
  const { likes, dislikes, reaction } = texts
  const said = content === '+' || content === '' ? likes : content === '-' ? dislikes : content
  return { facts: [fact(reaction, said)], text: null }
}

/** What is reported, and why (NIP-56): the reason is in the tag of the person, event or file. */
function readReport(event: ShownEvent, { reading: texts }: EventTexts): Body {
  const reported = event.tags.filter(([name = '']) => ['p', 'e', 'x'].includes(name))
  const reasons = reported.flatMap(([, , reason]) => reason || [])
  const files = reported.filter(([name]) => name === 'x').map(([, file = '']) => file)
  return {
    facts: [
      ...factsOf(texts.reports, reasons, texts),
      ...factsOf(texts.tags.x, files, texts),
      ...factsOf(texts.tag('e'), tagged(event, 'e'), texts),
    ],
    text: textOf(event.content),
  }
}

/** How much, and to whom (NIP-57): in thousandths of a satoshi. */
function readZapRequest(event: ShownEvent, { reading: texts }: EventTexts): Body {
  const amounts = tagged(event, 'amount').map((amount) =>
    /^\d{1,15}$/.test(amount) ? texts.sats(Number(amount) / 1_000) : amount,
  )
  return {
    facts: [
      ...factsOf(texts.tags.amount, amounts.length === 0 ? [texts.notSaid] : amounts, texts),
      ...factsOf(texts.goesTo, tagged(event, 'p'), texts),
      ...factsOf(texts.fields.lud06, tagged(event, 'lnurl'), texts),
      ...labelledTags(event, ['relays'], texts),
    ],
    text: textOf(event.content),
  }
}

/** A login at a file server (BUD-11). If it is for several things, deletion is named first. */
function readFileLogin(event: ShownEvent, { reading: texts }: EventTexts): Body {
  const verbs = tagged(event, 't').toSorted((a, b) => Number(isDeletion(b)) - Number(isDeletion(a)))
  const servers = tagged(event, 'server')
  return {
    facts: [
      ...factsOf(texts.tags.t, verbs, texts),
      ...factsOf(texts.tags.server, servers.length === 0 ? [texts.any] : servers, texts),
      ...labelledTags(event, ['x', 'expiration'], texts),
    ],
    text: textOf(event.content),
  }
}

/** Whether a login at a file server is for deleting there. */
export const isDeletion = (verb: string): boolean => verb.trim().toLowerCase() === 'delete'

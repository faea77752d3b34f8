import { jsonObject } from './json-object.ts'
import { plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'
import { reading } from './texts/reading.ts'
import type { Translation } from './translation.ts'

export const LINE_CHARS = 120
/** How many mentioned keys, fields or tags are named. */
export const NAMED = 8

/** One thing that an event says, as a label and a text that is safe to show. */
export interface Fact {
  label: string
  text: string
  /** The text that `text` replaces. */
  was?: string
  /** The event removes something. */
  isLoss?: true
}

export const fact = (label: string, text: string): Fact => ({ label, text: line(text) })

export const line = (text: string): string => plainLine(text, LINE_CHARS)

export const tagged = ({ tags }: ShownEvent, name: string): string[] =>
  tags.flatMap(([tag, value]) => (tag === name && value !== undefined ? [value] : []))

/** Whether this is a NIP-44 or NIP-04 payload and nothing else: one word of base64, or two. */
export const looksEncrypted = (content: string): boolean =>
  /^(?:[A-Za-z0-9+/]{64,}={0,2}|[A-Za-z0-9+/]+={0,2}\?iv=[A-Za-z0-9+/]{22}={0,2})$/.test(content)

/** The texts that an event is read with. */
export type ReadingTexts = Translation<typeof reading>

/** The fields of a profile that people know, in the order in which they are shown. */
export const PROFILE_FIELDS = Object.keys(reading.fields) as (keyof typeof reading.fields)[]

export const isProfileField = (field: string): boolean => Object.hasOwn(reading.fields, field)

/** What a profile says in each field, as text; null if it is none. */
export function profileOf({ content }: ShownEvent): Map<string, string> | null {
  const profile = jsonObject(content)
  return profile && new Map(Object.entries(profile).map(([field, value]) => [field, textOf(value)]))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

/** Tags that have a label of their own. */
export type LabelledTag = keyof ReadingTexts['tags']

/** Tags about references and presentation: only their number is shown. */
const STRUCTURAL = new Set([
  'e',
  'a',
  'k',
  'q',
  'E',
  'A',
  'K',
  'I',
  'P',
  't',
  'alt',
  'client',
  'nonce',
  'imeta',
  'emoji',
])

/** After a web scheme, browsers take any number of slashes, even none. */
const ADDRESS = /^(?:(?:https?|wss?|ftp):[/\\]*|[a-z][a-z0-9+.-]*:[/\\]{2})([^/\\?#]*)/i
/** No host is longer (RFC 1035). */
const HOST_CHARS = 253

/** A fact, followed by the host of a URL if the URL hides it. */
export function factOf(label: string, value: string, texts: ReadingTexts): Fact[] {
  const host = hiddenHost(value)
  const shown = fact(label, value)
  return host === null ? [shown] : [shown, { label: texts.host, text: plainLine(host, HOST_CHARS) }]
}

/** Each value once, the first few, and how many more there are. */
export function factsOf(label: string, all: readonly string[], texts: ReadingTexts): Fact[] {
  const values = [...new Set(all)]
  const facts = values.slice(0, NAMED).flatMap((value) => factOf(label, value, texts))
  const more = values.length - NAMED
  return more > 0 ? [...facts, fact(texts.moreOf(label), String(more))] : facts
}

/** The values of the tags with these names, in the order of the names. */
export const labelledTags = (
  { tags }: ShownEvent,
  names: readonly LabelledTag[],
  texts: ReadingTexts,
): Fact[] =>
  names.flatMap((name) =>
    factsOf(
      texts.tags[name],
      tags.filter(([tag]) => tag === name).map(([, ...values]) => values.join(' ').trim()),
      texts,
    ),
  )

/** Who is paid when somebody zaps this (NIP-57, appendix G). */
export const zapSplits = ({ tags }: ShownEvent, texts: ReadingTexts): Fact[] =>
  factsOf(
    texts.zaps,
    tags
      .filter(([tag]) => tag === 'zap')
      .map(([, key = '', , weight]) => (weight ? texts.weighted(key, weight) : key)),
    texts,
  )

/**
 * All tags that are not shown otherwise: the first few of those that may decide something, and how many more
 * there are, by name.
 *
 * @param isShown whether a tag is shown elsewhere
 * @param isList whether tags about references and presentation are shown too, because they may decide something
 */
export function otherTags(
  { tags }: ShownEvent,
  { isShown, isList }: { isShown(tag: readonly string[]): boolean; isList: boolean },
  texts: ReadingTexts,
): Fact[] {
  const others = tags.filter((tag) => !isShown(tag))
  const shown = others.filter(([name = '']) => isList || !STRUCTURAL.has(name)).slice(0, NAMED)
  const facts = shown.flatMap(([name = '', ...values]) =>
    factOf(texts.tag(line(name)), values.join(' '), texts),
  )
  const left = others.filter((tag) => !shown.includes(tag))
  if (left.length === 0) return facts
  const names = [...new Set(left.map(([name = '']) => name))]
  return [...facts, fact(texts.notShown, texts.tagsNamed(left.length, names.join(', ')))]
}

/**
 * The host of an address, if it can be overlooked because the address is cut, or because something before it looks
 * like the host. Null: it is easily seen, or this is no address. By hand: `URL` refuses addresses that others take.
 */
function hiddenHost(value: string): string | null {
  const [, authority] = ADDRESS.exec(value.replace(/[\t\n\r]/g, '').trim()) ?? []
  if (authority === undefined) return null
  const isPlain =
    !authority.includes('@') && !value.includes('\\') && [...value].length <= LINE_CHARS
  return isPlain ? null : authority.slice(authority.lastIndexOf('@') + 1)
}

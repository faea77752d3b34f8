import { type Fact, fact, LINE_CHARS, line, NAMED, type ReadingTexts } from './event-facts.ts'
import { plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

/** Tags that have a label of their own. */
export type LabelledTag = keyof ReadingTexts['tags']

/** Say what something belongs to, or how it is shown: they are counted, not read out. */
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

/** No host is longer (RFC 1035). */
const HOST_CHARS = 253

/** Something that is said, with the host of an address where that does not show in it. */
export function told(label: string, value: string, texts: ReadingTexts): Fact[] {
  const host = hiddenHost(value)
  const said = fact(label, value)
  return host === null ? [said] : [said, { label: texts.host, text: plainLine(host, HOST_CHARS) }]
}

/** Each value once, the first few, and how many more there are. */
export function toldValues(label: string, all: readonly string[], texts: ReadingTexts): Fact[] {
  const values = [...new Set(all)]
  const facts = values.slice(0, NAMED).flatMap((value) => told(label, value, texts))
  const more = values.length - NAMED
  return more > 0 ? [...facts, fact(texts.moreOf(label), String(more))] : facts
}

/** What the tags of these names say, in the order of the names. */
export const labelledTags = (
  { tags }: ShownEvent,
  names: readonly LabelledTag[],
  texts: ReadingTexts,
): Fact[] =>
  names.flatMap((name) =>
    toldValues(
      texts.tags[name],
      tags.filter(([tag]) => tag === name).map(([, ...values]) => values.join(' ').trim()),
      texts,
    ),
  )

/** Who is paid when somebody zaps this (NIP-57, appendix G). */
export const zapSplits = ({ tags }: ShownEvent, texts: ReadingTexts): Fact[] =>
  toldValues(
    texts.zaps,
    tags
      .filter(([tag]) => tag === 'zap')
      .map(([, key = '', , weight]) => (weight ? texts.weighted(key, weight) : key)),
    texts,
  )

/**
 * All tags that are not told otherwise: the first few of those that may decide something, and how many more
 * there are, by name.
 *
 * @param isTold whether a tag is said elsewhere
 * @param isList what belongs to others may decide, too
 */
export function otherTags(
  { tags }: ShownEvent,
  { isTold, isList }: { isTold(tag: readonly string[]): boolean; isList: boolean },
  texts: ReadingTexts,
): Fact[] {
  const others = tags.filter((tag) => !isTold(tag))
  const shown = others.filter(([name = '']) => isList || !STRUCTURAL.has(name)).slice(0, NAMED)
  const facts = shown.flatMap(([name = '', ...values]) =>
    told(texts.tag(line(name)), values.join(' '), texts),
  )
  const left = others.filter((tag) => !shown.includes(tag))
  if (left.length === 0) return facts
  const names = [...new Set(left.map(([name = '']) => name))]
  return [...facts, fact(texts.notShown, texts.tagsNamed(left.length, names.join(', ')))]
}

/**
 * Whom an address leads to, where that can be overlooked: because it is cut, or stands behind what looks
 * like another one. Null: it is seen, or this is no address. By hand: this folder has no `URL`.
 */
function hiddenHost(value: string): string | null {
  const [, authority] =
    /^[a-z][a-z0-9+.-]*:[/\\]{2}([^/\\?#]*)/i.exec(value.replace(/[\t\n\r]/g, '').trim()) ?? []
  if (authority === undefined) return null
  const isPlain =
    !authority.includes('@') && !value.includes('\\') && [...value].length <= LINE_CHARS
  return isPlain ? null : authority.slice(authority.lastIndexOf('@') + 1)
}

import {
  type Fact,
  fact,
  isProfileField,
  LINE_CHARS,
  line,
  looksEncrypted,
  NAMED,
  PROFILE_FIELDS,
  type ReadingTexts,
} from './event-facts.ts'
import { plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

/** Characters that stay the same are shown before those that don't. */
const COMMON_CHARS = 20
/** Of what is taken away: how many are named, and in how many characters each. */
const GONE_NAMED = 3
const GONE_CHARS = 40

/** The mark of direction before it keeps what is written from right to left on its own side of it. */
const ARROW = ' \u200e→ '

/** What a profile would change, field by field (`profileOf`). */
export function profileChanges(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  texts: ReadingTexts,
): Fact[] {
  const facts: Fact[] = []
  const unchanged: string[] = []
  for (const field of PROFILE_FIELDS) {
    const label = texts.fields[field]
    const [was, is] = [before.get(field) ?? '', now.get(field) ?? '']
    if (was === '' && is === '') continue
    if (was === is) unchanged.push(label)
    else if (was === '') facts.push(fact(texts.addsField(label), is))
    else if (is === '') facts.push(fact(texts.takesAwayField(label), was))
    else facts.push({ label, text: difference(was, is) })
  }
  const others = new Set([...before.keys(), ...now.keys()].filter((key) => !isProfileField(key)))
  const [changed, gone]: [string[], string[]] = [[], []]
  for (const field of others) {
    if (!now.has(field)) gone.push(field)
    else if (before.get(field) === now.get(field)) unchanged.push(field)
    else changed.push(field)
  }
  const addFact = (label: string, fields: readonly string[], most: number) => {
    if (fields.length > 0) facts.push(fact(label, fewOf(fields, most, texts)))
  }
  addFact(texts.otherFieldsChanged, changed, NAMED)
  addFact(texts.otherFieldsGone, gone, NAMED)
  addFact(texts.unchanged, unchanged, 2 * NAMED)
  return facts
}

/** What a list, or anything else that is made of tags, would gain and lose. */
export function listChanges(event: ShownEvent, replaces: ShownEvent, texts: ReadingTexts): Fact[] {
  const [before, now] = [entriesOf(replaces), entriesOf(event)]
  const added = byName([...now].filter(([key]) => !before.has(key)))
  const gone = byName([...before].filter(([key]) => !now.has(key)))
  const facts = [
    ...[...added]
      .slice(0, NAMED)
      .map(([name, values]) => fact(texts.adds, counted(name, values.length, texts))),
    ...[...gone].slice(0, NAMED).map(([name, values]) => ({
      label: texts.takesAway,
      text: `${counted(name, values.length, texts)}: ${fewOf(values, GONE_NAMED, texts, shortened)}`,
    })),
  ]
  const more = added.size + gone.size - facts.length
  if (more > 0) facts.push(fact(texts.moreTagChanges, String(more)))
  if (event.content !== replaces.content) facts.push(contentChange(event, replaces, texts))
  return facts.length === 0 ? [fact(texts.changes, texts.nothing)] : facts
}

/** Both on one line, from shortly before where they differ. */
function difference(was: string, is: string): string {
  const [before, now] = [[...was], [...is]]
  const first = before.findIndex((char, at) => char !== now[at])
  const same = first < 0 ? before.length : first
  const from = same < LINE_CHARS / 2 ? 0 : same - COMMON_CHARS
  const shown = (chars: string[]) => `${from > 0 ? '…' : ''}${line(chars.slice(from).join(''))}`
  return `${shown(before)}${ARROW}${shown(now)}`
}

type Entry = readonly [name: string, value: string]

/** The tags by what tells them apart: people by their key, whatever else is said of them. */
const entriesOf = ({ tags }: ShownEvent): Map<string, Entry> =>
  new Map(
    tags
      .filter(([name]) => name !== 'd')
      .map(([name = '', ...values]) => {
        const value = name === 'p' ? values.slice(0, 1) : values
        return [JSON.stringify([name, ...value]), [name, value.join(' ')]]
      }),
  )

function byName(entries: readonly (readonly [string, Entry])[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [, [name, value]] of entries) {
    const values = names.get(name)
    if (values === undefined) names.set(name, [value])
    else values.push(value)
  }
  return names
}

/** What tags list, by their names. */
const LISTED: ReadonlyMap<string, 'people' | 'relays' | 'events' | 'hashtags' | 'words'> = new Map([
  ['p', 'people'],
  ['r', 'relays'],
  ['relay', 'relays'],
  ['e', 'events'],
  ['a', 'events'],
  ['t', 'hashtags'],
  ['word', 'words'],
])

function counted(name: string, count: number, texts: ReadingTexts): string {
  const listed = LISTED.get(name)
  return listed === undefined ? texts.counted.tags(count, line(name)) : texts.counted[listed](count)
}

const shortened = (value: string): string =>
  /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 8)}…` : plainLine(value, GONE_CHARS)

function fewOf(all: readonly string[], most: number, texts: ReadingTexts, shown = line): string {
  const few = all.slice(0, most).map(shown).join(', ')
  return all.length > most ? texts.andMore(few, all.length - most) : few
}

function contentChange(
  { content: is }: ShownEvent,
  { content: was }: ShownEvent,
  texts: ReadingTexts,
): Fact {
  const { label, encrypted } = texts.content
  const { isNew, isGone, changes } = texts.contentChange
  return fact(
    looksEncrypted(was) || looksEncrypted(is) ? encrypted : label,
    was === '' ? isNew : is === '' ? isGone : changes,
  )
}

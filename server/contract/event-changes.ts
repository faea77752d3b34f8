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
import { cleanName, plainLine } from './plain-text.ts'
import type { ShownEvent } from './questions.ts'

/** How many unchanged characters are shown before a change. */
const COMMON_CHARS = 20
/** How many lost or added values are named, and the characters of each. */
const FEW = 3
const NAME_CHARS = 40

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
    else if (is === '') facts.push({ ...fact(texts.takesAwayField(label), was), isLoss: true })
    else facts.push({ label, ...difference(was, is) })
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
  if (gone.length > 0) {
    const text = fewOf(gone, NAMED, texts)
    facts.push({ ...fact(texts.otherFieldsGone, text), isLoss: true })
  }
  addFact(texts.unchanged, unchanged, 2 * NAMED)
  return facts
}

/**
 * What a list, or anything else that is made of tags, would lose, gain and keep: what loses most comes first, so
 * that nothing hides it.
 */
export function listChanges(event: ShownEvent, replaces: ShownEvent, texts: ReadingTexts): Fact[] {
  const [before, now] = [entriesOf(replaces), entriesOf(event)]
  const added = byName([...now].filter(([key]) => !before.has(key)))
  const gone = byName([...before].filter(([key]) => !now.has(key)))
  const kept = byName([...before].filter(([key]) => now.has(key)))
  const countOf = (entries: Map<string, string[]>, name: string) => entries.get(name)?.length ?? 0
  const changed = [...new Set([...gone.keys(), ...added.keys()])].toSorted(
    (a, b) => countOf(gone, b) - countOf(gone, a),
  )
  const facts = changed.slice(0, NAMED).flatMap((name): Fact[] => {
    const [lost = [], gained = []] = [gone.get(name), added.get(name)]
    const same = countOf(kept, name)
    const count: Fact = {
      label: labelOf(name, texts),
      was: String(lost.length + same),
      text: counted(name, gained.length + same, texts),
    }
    const few = (values: readonly string[]) =>
      `${counted(name, values.length, texts)}: ${fewOf(values, FEW, texts, shortened)}`
    return [
      lost.length > 0 ? { ...count, isLoss: true } : count,
      ...(lost.length > 0
        ? [{ label: texts.loses, text: few(lost), isLoss: true } satisfies Fact]
        : []),
      ...(gained.length > 0 ? [{ label: texts.adds, text: few(gained) }] : []),
      ...(same > 0 ? [fact(texts.keeps, counted(name, same, texts))] : []),
    ]
  })
  const more = changed.length - NAMED
  if (more > 0) facts.push(fact(texts.moreTagChanges, String(more)))
  if (event.content !== replaces.content) facts.push(contentChange(event, replaces, texts))
  return facts.length === 0 ? [fact(texts.changes, texts.nothing)] : facts
}

/** Both texts, each on one line, from shortly before the first difference. */
function difference(was: string, is: string): Pick<Fact, 'was' | 'text'> {
  const [before, now] = [[...was], [...is]]
  const first = before.findIndex((char, at) => char !== now[at])
  const same = first < 0 ? before.length : first
  const from = same < LINE_CHARS / 2 ? 0 : same - COMMON_CHARS
  const shown = (chars: string[]) => `${from > 0 ? '…' : ''}${line(chars.slice(from).join(''))}`
  return { was: shown(before), text: shown(now) }
}

type Entry = readonly [name: string, value: string]

/**
 * The tags without duplicates, by what identifies them: people by their key alone. A person is shown by the name that
 * the list gives (NIP-02), if there is one.
 */
const entriesOf = ({ tags }: ShownEvent): Map<string, Entry> =>
  new Map(
    tags
      .filter(([name]) => name !== 'd')
      .map(([name = '', ...values]) => {
        if (name !== 'p') return [JSON.stringify([name, ...values]), [name, values.join(' ')]]
        const [key = '', , petname = ''] = values
        return [JSON.stringify([name, key]), [name, cleanName(petname) || key]]
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

function labelOf(name: string, texts: ReadingTexts): string {
  const listed = LISTED.get(name)
  return listed === undefined ? texts.tag(line(name)) : texts.listed[listed]
}

function counted(name: string, count: number, texts: ReadingTexts): string {
  const listed = LISTED.get(name)
  return listed === undefined ? texts.counted.tags(count, line(name)) : texts.counted[listed](count)
}

const shortened = (value: string): string =>
  /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 8)}…` : plainLine(value, NAME_CHARS)

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
  const change = fact(
    looksEncrypted(was) || looksEncrypted(is) ? encrypted : label,
    was === '' ? isNew : is === '' ? isGone : changes,
  )
  return is === '' ? { ...change, isLoss: true } : change
}

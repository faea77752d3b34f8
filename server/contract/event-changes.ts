import {
  type Fact,
  fact,
  LINE_CHARS,
  line,
  looksEncrypted,
  NAMED,
  PROFILE_FIELDS,
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
): Fact[] {
  const facts: Fact[] = []
  const unchanged: string[] = []
  for (const [field, label] of PROFILE_FIELDS) {
    const [was, is] = [before.get(field) ?? '', now.get(field) ?? '']
    if (was === '' && is === '') continue
    if (was === is) unchanged.push(label)
    else if (was === '') facts.push(fact(`Adds: ${label}`, is))
    else if (is === '') facts.push(fact(`Takes away: ${label}`, was))
    else facts.push({ label, text: difference(was, is) })
  }
  const others = new Set(
    [...before.keys(), ...now.keys()].filter((key) => !PROFILE_FIELDS.has(key)),
  )
  const [changed, gone]: [string[], string[]] = [[], []]
  for (const field of others) {
    if (!now.has(field)) gone.push(field)
    else if (before.get(field) === now.get(field)) unchanged.push(field)
    else changed.push(field)
  }
  if (changed.length > 0) facts.push(fact('Other fields changed', fewOf(changed, NAMED)))
  if (gone.length > 0) facts.push(fact('Other fields taken away', fewOf(gone, NAMED)))
  if (unchanged.length > 0) facts.push(fact('Unchanged', fewOf(unchanged, 2 * NAMED)))
  return facts
}

/** What a list, or anything else that is made of tags, would gain and lose. */
export function listChanges(event: ShownEvent, replaces: ShownEvent): Fact[] {
  const [before, now] = [entriesOf(replaces), entriesOf(event)]
  const added = byName([...now].filter(([key]) => !before.has(key)))
  const gone = byName([...before].filter(([key]) => !now.has(key)))
  const facts = [
    ...[...added]
      .slice(0, NAMED)
      .map(([name, values]) => fact('Adds', counted(name, values.length))),
    ...[...gone].slice(0, NAMED).map(([name, values]) => ({
      label: 'Takes away',
      text: `${counted(name, values.length)}: ${fewOf(values, GONE_NAMED, shortened)}`,
    })),
  ]
  const more = added.size + gone.size - facts.length
  if (more > 0) facts.push(fact('More changes of tags', String(more)))
  if (event.content !== replaces.content) facts.push(contentChange(event, replaces))
  return facts.length === 0 ? [fact('Changes', 'nothing')] : facts
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
        const told = name === 'p' ? values.slice(0, 1) : values
        return [JSON.stringify([name, ...told]), [name, told.join(' ')]]
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

const NOUNS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map([
  ['p', ['person', 'people']],
  ['r', ['relay', 'relays']],
  ['relay', ['relay', 'relays']],
  ['e', ['event', 'events']],
  ['a', ['event', 'events']],
  ['t', ['hashtag', 'hashtags']],
  ['word', ['word', 'words']],
])

function counted(name: string, count: number): string {
  const [one, several] = NOUNS.get(name) ?? [`tag “${line(name)}”`, `tags “${line(name)}”`]
  return `${count} ${count === 1 ? one : several}`
}

const shortened = (value: string): string =>
  /^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 8)}…` : plainLine(value, GONE_CHARS)

function fewOf(texts: readonly string[], most: number, shown = line): string {
  const more = texts.length - most
  return `${texts.slice(0, most).map(shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function contentChange({ content: is }: ShownEvent, { content: was }: ShownEvent): Fact {
  const label = looksEncrypted(was) || looksEncrypted(is) ? 'Encrypted part' : 'Content'
  return fact(label, was === '' ? 'is new' : is === '' ? 'is taken away' : 'changes')
}

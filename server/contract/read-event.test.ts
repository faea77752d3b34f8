import { describe, expect, test } from 'vitest'
import { threadTime } from '../../tests/support/holds.ts'
import { describeKind, keepingOf } from './describe-kind.ts'
import { readEvent } from './read-event.ts'

const KEY = 'ab'.repeat(32)

const event = (kind: number, fields: { content?: string; tags?: string[][] } = {}) => ({
  kind,
  created_at: 1_700_000_000,
  content: '',
  tags: [],
  ...fields,
})

test('reads a note with its text and whom it mentions', () => {
  const read = readEvent(
    event(1, {
      content: 'Hello',
      tags: [
        ['p', KEY],
        ['p', KEY],
        ['e', KEY],
      ],
    }),
  )
  expect(read).toMatchObject({
    deed: 'publish a note',
    warnings: [],
    text: { text: 'Hello', more: 0 },
    mentions: [KEY],
    moreMentions: 0,
  })
})

test('reads what a profile would say, field by field', () => {
  const content = JSON.stringify({ name: 'Anna \u202eK.', lud16: 'a@b.c', colour: 'red' })
  const read = readEvent(event(0, { content }))
  expect(read.facts).toContainEqual({ label: 'Name', text: 'Anna [U+202E]K.' })
  expect(read.facts).toContainEqual({ label: 'Gets paid at', text: 'a@b.c' })
  expect(read.facts).toContainEqual({
    label: 'Leaves empty',
    text: expect.stringContaining('About, Picture'),
  })
  expect(read.facts).toContainEqual({ label: 'Other fields', text: 'colour' })
  expect(read.warnings).toEqual(['replaces the one there is'])
})

test('shows the content of an invalid profile', () => {
  expect(readEvent(event(0, { content: '[]' })).facts).toEqual([
    { label: 'Not a profile', text: '[]' },
  ])
})

test('counts the people that one then follows', () => {
  const tags = Array.from({ length: 312 }, (_, at) => ['p', at.toString(16).padStart(64, '0')])
  const read = readEvent(event(3, { tags }))
  expect(read.facts).toEqual([{ label: 'You then follow', text: '312 people' }])
  expect(read.moreMentions).toBe(304)
})

test('says what a login is for, and what it gives away', () => {
  const tags = [
    ['u', 'https://example.com/upload'],
    ['method', 'POST'],
  ]
  const read = readEvent(event(27_235, { tags }))
  expect(read.facts).toEqual([
    { label: 'Address', text: 'https://example.com/upload' },
    { label: 'Method', text: 'POST' },
  ])
  expect(read.warnings).toHaveLength(1)
})

test('counts what would be deleted, and of which kinds', () => {
  const tags = [
    ['e', KEY],
    ['a', `30023:${KEY}:x`],
    ['k', '1'],
    ['k', '30023'],
    ['k', '65000'],
  ]
  expect(readEvent(event(5, { tags })).facts).toEqual([
    { label: 'Deletes', text: '2 events' },
    { label: 'Of these kinds', text: 'a note, an article, kind 65000' },
  ])
})

test('says that it does not know a kind, and shows what there is', () => {
  const read = readEvent(event(4242, { content: 'text', tags: [['x', 'a', 'b']] }))
  expect(read).toMatchObject({
    deed: 'sign an event of kind 4242',
    facts: [{ label: 'Tag x', text: 'a b' }],
    text: { text: 'text', more: 0 },
  })
  expect(read.warnings[0]).toContain('does not know')
})

test('shows nothing of what is encrypted', () => {
  const payload = `${'A'.repeat(120)}==`
  for (const kind of [4, 13, 1059, 10_000, 30_000, 23_194]) {
    expect(readEvent(event(kind, { content: payload })).text).toBeNull()
  }
})

test('names the addressable event that is replaced', () => {
  const read = readEvent(
    event(30_023, {
      content: 'Text',
      tags: [
        ['d', 'my-post'],
        ['title', 'T'],
      ],
    }),
  )
  expect(read.warnings).toEqual(['replaces the one named “my-post”'])
  expect(read.facts).toEqual([{ label: 'Title', text: 'T' }])
})

test('reads whatever a stranger sends, in bounded space', () => {
  const long = 'x\u202e'.repeat(100_000)
  const tags = Array.from({ length: 2_000 }, () => [long.slice(0, 300), long.slice(0, 300)])
  const kinds = [0, 1, 3, 5, 6, 7, 1018, 1984, 9734, 10_002, 22_242, 24_242, 27_235, 30_023, 65_535]
  for (const kind of kinds) {
    const shown = JSON.stringify(readEvent(event(kind, { content: long, tags })))
    expect(shown.length).toBeLessThan(20_000)
    expect(shown).not.toContain('\u202e')
  }
})

test('says what a profile changes, field by field, and what it leaves', () => {
  const before = { name: 'Anna', picture: 'p', website: 'w', bot: true, colour: 'red', age: 1 }
  const now = { name: 'Anna \u202eK.', picture: 'p', about: 'new', bot: true, colour: 'blue' }
  const read = readEvent(
    { ...event(0, { content: JSON.stringify(now) }), created_at: 1_790_000_000 },
    event(0, { content: JSON.stringify(before) }),
  )
  expect(read.warnings).toEqual(['replaces the one of Nov 14, 2023'])
  expect(read.facts).toEqual([
    { label: 'Name', was: 'Anna', text: 'Anna [U+202E]K.' },
    { label: 'Adds: About', text: 'new' },
    { label: 'Takes away: Website', text: 'w', isLoss: true },
    { label: 'Other fields changed', text: 'colour' },
    { label: 'Other fields taken away', text: 'age', isLoss: true },
    { label: 'Unchanged', text: 'Picture, bot' },
  ])
})

test('shows a change that comes late in a long text', () => {
  const about = `${'a'.repeat(200)}, pays to `
  const profile = (to: string) => event(0, { content: JSON.stringify({ about: about + to }) })
  const [fact] = readEvent(profile('Eve'), profile('Anna')).facts
  expect(fact?.was).toMatch(/^…a+, pays to Anna$/)
  expect(fact?.text).toMatch(/^…a+, pays to Eve$/)
})

const keyOf = (at: number) => at.toString(16).padStart(64, '0')
const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => ['p', keyOf(from + at)])

test('says whom a list of follows would lose, keep and gain, and how many', () => {
  const named = ['p', keyOf(0), '', 'Ben \u202e']
  const before = event(3, { tags: [named, ...people(1, 514)], content: '{"wss://relay":{}}' })
  const now = event(3, { tags: [...people(512, 514), ...people(600, 601)] })
  const read = readEvent(now, before)
  expect(read.facts).toEqual([
    { label: 'People', was: '514', text: '3 people', isLoss: true },
    { label: 'Lost', text: '512 people: Ben, 00000000…, 00000000… and 509 more', isLoss: true },
    { label: 'Added', text: '1 person: 00000000…' },
    { label: 'Kept', text: '2 people' },
    { label: 'Content', text: 'is taken away', isLoss: true },
  ])
  expect(read.essence).toBe('514 \u200e→ 3 people')
  expect(read.mentions).toEqual([])
  expect(readEvent(before, before).facts).toContainEqual({ label: 'Changes', text: 'nothing' })
})

test('counts each person of a list once, even if named twice with different details', () => {
  const twice = (tags: string[][]) => [...tags, ...tags.map((tag) => [...tag, 'wss://r', 'again'])]
  const now = event(3, { tags: twice(people(0, 2)) })
  expect(readEvent(now, event(3, { tags: twice(people(0, 5_000)) })).essence).toBe(
    '5000 \u200e→ 2 people',
  )
})

test('a loss is shown before all other changes', () => {
  const noise = Array.from({ length: 200 }, (_, at) => [`x${at}`, 'y'])
  const [first] = readEvent(event(3, { tags: noise }), event(3, { tags: people(0, 9) })).facts
  expect(first).toEqual({ label: 'People', was: '9', text: '0 people', isLoss: true })
  const both = event(3, { tags: [['t', 'ice'], ...people(0, 9)] })
  expect(readEvent(event(3), both).facts[0]).toEqual(first)
})

test('a list of 10,000 people with hostile names is read within two seconds of CPU', () => {
  const hostile = people(0, 10_000).map((tag) => [...tag, 'wss://r', '\u202eevil\u0007\u200b'])
  const begun = threadTime()
  const { facts } = readEvent(event(3), event(3, { tags: hostile }))
  expect(threadTime() - begun).toBeLessThan(2_000)
  expect(facts[0]).toMatchObject({ was: '10000', text: '0 people', isLoss: true })
  expect(JSON.stringify(facts)).not.toMatch(/\u202e|\\u0007|\u200b/)
})

test('says that what a list keeps encrypted is lost', () => {
  const before = event(10_000, { content: 'A'.repeat(120), tags: [['t', 'spam']] })
  expect(readEvent(event(10_000), before).facts).toEqual([
    { label: 'Hashtags', was: '1', text: '0 hashtags', isLoss: true },
    { label: 'Lost', text: '1 hashtag: spam', isLoss: true },
    { label: 'Encrypted part', text: 'is taken away', isLoss: true },
  ])
})

test('sums up an event in a line', () => {
  const named = (name: string) => event(0, { content: JSON.stringify({ name }) })
  const essence = (...of: Parameters<typeof readEvent>) => readEvent(...of).essence
  expect(essence(named('Anna K.'), named('Anna'))).toBe('Anna \u200e→ Anna K.')
  expect(essence(event(1, { content: `one\n${'x'.repeat(200)}` }))).toMatch(/^one x{76}…$/)
  expect(essence(event(5, { tags: [['e', KEY]] }))).toBe('Deletes: 1 event')
  expect(essence(event(1))).toBeNull()
})

test('warns when relays would keep the existing event', () => {
  const article = event(30_023, { tags: [['d', 'my-post']] })
  const there = { ...article, created_at: Number.MAX_SAFE_INTEGER }
  expect(readEvent(article, there).warnings).toEqual([
    'is older than the one named “my-post” of Dec 31, 9999, which relays keep',
  ])
})

test('compares an event with any existing one in bounded space', () => {
  const long = 'x\u202e'.repeat(50)
  const tags = Array.from({ length: 500 }, (_, at) => [`${long}${at % 100}`, long + at])
  const fields = Object.fromEntries(tags.map(([name = '', value]) => [name, value]))
  const hostile = [
    long.repeat(500),
    '[]',
    '{"__proto__":{"name":1},"name":[1]}',
    JSON.stringify(fields),
  ]
  for (const kind of [0, 3, 10_000, 10_002, 30_023]) {
    for (const content of hostile) {
      const there = event(kind, { content, tags })
      const texts = [
        JSON.stringify(readEvent(event(kind, { content: '{"name":"Anna"}' }), there)),
        JSON.stringify(readEvent(there, event(kind, { content: '{"name":"Anna"}' }))),
      ]
      for (const shown of texts) {
        expect(shown.length).toBeLessThan(20_000)
        expect(shown).not.toContain('\u202e')
      }
    }
  }
})

test('knows how long relays keep an event (NIP-01)', () => {
  expect([0, 1, 3, 10_002, 20_000, 30_023, 40_000].map(keepingOf)).toEqual([
    ...['replaceable', 'regular', 'replaceable', 'replaceable', 'ephemeral', 'addressable'],
    'regular',
  ])
})

test('has words for ranges of kinds, and none for others', () => {
  expect(describeKind(9_005)).toEqual(describeKind(9_000))
  expect(describeKind(60_000)).toBeUndefined()
})

describe('Nothing that is signed is left out without saying so:', () => {
  const label = (read: ReturnType<typeof readEvent>, name: string) =>
    read.facts.filter((fact) => fact.label === name).map(({ text }) => text)

  test('a note that looks like ciphertext is a note', () => {
    for (const content of [`${'A'.repeat(64)}?iv= I owe Eve a coin`, 'B'.repeat(80)]) {
      expect(readEvent(event(1, { content })).text).toEqual({ text: content, more: 0 })
    }
  })

  test('a message that is not encrypted is shown, and of an encrypted one the size', () => {
    expect(readEvent(event(4, { content: 'in the clear' })).text?.text).toBe('in the clear')
    const sealed = `${'A'.repeat(120)}==?iv=${'B'.repeat(22)}==`
    expect(readEvent(event(4, { content: sealed }))).toMatchObject({
      text: null,
      facts: [{ label: 'Encrypted part', text: '150 characters' }],
    })
  })

  const NOW = 1_700_000_000
  const dated = (kind: number, created_at: number) =>
    readEvent({ ...event(kind), created_at }, undefined, undefined, NOW)

  test('a date that is far off is shown, with a warning if the event replaces another', () => {
    const [near, note] = [dated(1, NOW - 300), dated(1, NOW - 86_400)]
    const profiles = [dated(0, 4_102_444_800), dated(0, NOW - 86_400)]

    expect(label(near, 'Dated')).toEqual([])
    expect(label(note, 'Dated')).toEqual(['Nov 13, 2023, 10:13 PM UTC (1 day ago)'])
    expect(note.warnings).toEqual([])
    expect(profiles.map((read) => label(read, 'Dated'))).toEqual([
      ['Jan 1, 2100, 12:00 AM UTC (in 76 years)'],
      ['Nov 13, 2023, 10:13 PM UTC (1 day ago)'],
    ])
    expect(profiles.map(({ warnings }) => warnings.at(-1))).toEqual([
      'is dated ahead: until then relays keep nothing newer in its place',
      'is dated back: relays keep a newer one, if there is one',
    ])
  })

  test('files to be deleted are counted, and the deletion is named first, wherever it stands', () => {
    const tags = [
      ...Array.from({ length: 8 }, (_, at) => ['t', `upload ${at}`]),
      ['t', 'delete'],
      ...Array.from({ length: 508 }, (_, at) => ['x', at.toString(16).padStart(64, '0')]),
    ]
    const read = readEvent(event(24_242, { tags }))
    expect(label(read, 'What for')[0]).toBe('delete')
    expect(label(read, 'More: What for')).toEqual(['1'])
    expect(label(read, 'File')).toHaveLength(8)
    expect(label(read, 'More: File')).toEqual(['500'])
    expect(label(read, 'Server')).toEqual(['any'])
    expect(read.warnings).toEqual(['deletes files'])
  })

  test('who is paid, what is chosen, what is reported', () => {
    const tags = [
      ...Array.from({ length: 20 }, (_, at) => [`x${at}`, 'junk']),
      ['zap', KEY, 'wss://r', '7'],
    ]
    expect(label(readEvent(event(1, { tags, content: 'x' })), 'Zaps go to')).toEqual([
      `${KEY}, weight 7`,
    ])
    expect(
      label(
        readEvent(event(0, { content: '{}', tags: [['i', 'github:eve', 'proof']] })),
        'Account elsewhere',
      ),
    ).toEqual(['github:eve proof'])
    const claims = event(0, { content: '{}', tags: [['i', 'github:eve']] })
    expect(label(readEvent(claims, event(0, { content: '{}' })), 'Account elsewhere')).toEqual([
      'github:eve',
    ])
    const vote = [
      ['e', KEY],
      ['response', 'yes'],
    ]
    expect(label(readEvent(event(1018, { tags: vote })), 'Choice')).toEqual(['yes'])
    const zap = [
      ['p', KEY],
      ['amount', '21000500'],
      ['lnurl', 'lnurl1x'],
    ]
    const request = readEvent(event(9734, { tags: zap }))
    expect(label(request, 'Amount')).toEqual(['21,000.5 sats'])
    expect(label(request, 'Goes to')).toEqual([KEY])
    expect(label(readEvent(event(9734)), 'Amount')).toEqual(['not said'])
    const report = [
      ['p', KEY, 'impersonation'],
      ['e', KEY, 'illegal'],
    ]
    expect(label(readEvent(event(1984, { tags: report })), 'Reports as')).toEqual([
      ...['impersonation', 'illegal'],
    ])
  })

  test('tags that are not shown are counted and named', () => {
    const tags = [
      ['e', KEY],
      ['t', 'ice'],
      ['t', 'snow'],
      ...Array.from({ length: 10 }, (_, at) => [`x${at}`, String(at)]),
    ]
    const read = readEvent(event(1, { tags }))
    expect(label(read, 'Tag x7')).toEqual(['7'])
    expect(label(read, 'Not shown')).toEqual(['5 tags: e, t, x8, x9'])
  })

  test('the host of an address that is cut, or that hides behind another name', () => {
    const long = `https://bank.example.${'a'.repeat(60)}.${'b'.repeat(60)}.evil.example/login`
    const hidden = 'https://bank.example@evil.example/'
    const hosts = (address: string) =>
      label(readEvent(event(27_235, { tags: [['u', address]] })), 'Host')
    expect(hosts(long)).toEqual([new URL(long).host])
    expect(hosts(hidden)).toEqual(['evil.example'])
    expect(hosts('https://bank.example/login')).toEqual([])
  })

  test.each(['https:', 'https:/', 'https:///', 'wss:\\'])(
    'the host of an address that begins with %s, as browsers read it',
    (start) => {
      const address = `${start}bank.example@evil.example/`
      const read = readEvent(event(27_235, { tags: [['u', address]] }))
      expect(label(read, 'Host')).toEqual([new URL(address).host])
    },
  )

  test('a repost without an event shows its content', () => {
    expect(readEvent(event(6, { content: 'no JSON' })).text?.text).toBe('no JSON')
  })
})

test('shows a date that is more than ten minutes off, in either direction', () => {
  const askedAt = 1_700_000_000
  const labels = (off: number) =>
    readEvent({ ...event(1), created_at: askedAt + off }, undefined, undefined, askedAt).facts.map(
      ({ label }) => label,
    )
  for (const off of [-600, 600]) expect(labels(off)).toEqual([])
  for (const off of [-601, 601]) expect(labels(off)).toEqual(['Dated'])
})

import { expect, test } from 'vitest'
import { settings as texts } from '#contract/texts/settings.ts'
import { entriesOf, search } from './search.ts'

const all = entriesOf(Object.keys(texts.sections) as (keyof typeof texts.sections)[])
const first = (query: string) => {
  const [entry] = search(all, query)
  return entry && `${entry.section}/${entry.setting ?? ''}`
}

test('Every section and every setting is found by its own title', () => {
  for (const entry of all) expect(search(all, entry.title)).toContain(entry)
})

test.each([
  ['dark', 'browser/theme'],
  ['night mode', 'browser/theme'],
  ['logout', 'login/sessions'],
  ['ntfy', 'notices/where'],
  ['openapi', 'keys/api'],
  ['License', 'about/licences'],
  ['diagnostics', 'about/report'],
  ['reveal', 'secrets/credentials'],
  ['wss', 'relays/'],
  ['1.x', 'protocol/firstGeneration'],
])('Somebody who looks for “%s” is led to %s', (query, place) => {
  expect(first(query)).toBe(place)
})

test('A word is found by its beginning, however it is hyphenated, accented or capitalised', () => {
  for (const query of ['backup', 'Back-up', 'BACKU', 'báck‑up']) {
    expect(search(all, query).map(({ section }) => section)).toContain('backups')
  }
})

test('What has the words in its title comes first', () => {
  expect(
    search(all, 'sessions')
      .map(({ title }) => title)
      .slice(0, 2),
  ).toEqual([texts.sections.login.title, texts.single.sessions.title])
})

test('Every word must be there, and an empty search finds nothing', () => {
  expect(search(all, 'password unicorn')).toEqual([])
  expect(search(all, '  ')).toEqual([])
})

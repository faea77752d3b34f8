import { expect, test } from 'vitest'
import { problemsOf } from './check.ts'
import { readSource, type Source } from './sources.ts'
import { wordProblems } from './words.ts'

const source = (path: string, ...lines: string[]): Source => readSource(path, lines.join('\n'))

test('an import upwards is a problem, one downwards is not', () => {
  const up = source('server/lib/a.ts', "import { b } from '#store/b.ts'")
  const down = source('server/store/b.ts', "import type { a } from '#lib/c.ts'")

  expect(problemsOf([up, down])).toEqual([
    'server/lib/a.ts imports server/store/b.ts: lib/ may not import store/',
  ])
})

test('files that import each other in a circle are a problem, with types too', () => {
  const a = source('server/lib/a.ts', "import type { B } from './b.ts'")
  const b = source('server/lib/b.ts', "export { c } from './c.ts'")
  const c = source('server/lib/c.ts', "const a = () => import('./a.ts')")

  expect(problemsOf([a, b, c])).toEqual([
    'circle: server/lib/a.ts, server/lib/b.ts, server/lib/c.ts',
  ])
})

test('the console imports only the contract, and what reads credentials, from the server', () => {
  const allowed = source(
    'web/src/features/x/a.ts',
    "import { LIMIT } from '#contract/limits.ts'",
    "import { xOnly } from '#nostr/x-only.ts'",
  )
  const wrong = source('web/src/features/x/b.ts', "import { open } from '#store/open.ts'")

  expect(problemsOf([allowed, wrong])).toEqual([
    'web/src/features/x/b.ts imports server/store/open.ts: the console imports contract/ alone',
  ])
})

test('a package is used only where it may be', () => {
  const store = source('server/store/a.ts', "import Database from 'better-sqlite3'")
  const policy = source('server/policy/a.ts', "import Database from 'better-sqlite3'")

  expect(problemsOf([store, policy])).toEqual([
    'server/policy/a.ts imports better-sqlite3: policy/ may not use it',
  ])
})

test('a pure folder opens no file', () => {
  const policy = source('server/policy/a.ts', "import { readFileSync } from 'node:fs'")

  expect(problemsOf([policy])).toEqual([
    'server/policy/a.ts imports node:fs: policy/ opens no file and no socket',
  ])
})

test('a file of the server awaits nothing at its top level', () => {
  const waits = ['await run()', 'export const a = b ?? (await c())'].map((line, n) =>
    source(`server/lib/${n}.ts`, line),
  )
  const later = source('server/lib/a.ts', 'const a = async () => await b()', '  await c()')

  expect(problemsOf([...waits, later])).toEqual([
    'server/lib/0.ts awaits at its top level: a thread that is ended there ends the process',
    'server/lib/1.ts awaits at its top level: a thread that is ended there ends the process',
  ])
})

test('an import that climbs three folders is a problem', () => {
  const deep = source('web/src/features/x/y/a.ts', "import { b } from '../../../lib/b.ts'")
  const near = source('web/src/features/x/y/c.ts', "import { b } from '../../b.ts'")

  expect(problemsOf([deep, near])).toEqual([
    'web/src/features/x/y/a.ts imports ../../../lib/b.ts: write it from the root (#lib/…, #web/…)',
  ])
})

test.each([
  ['a map', 'const seen = new Map<string, number>()', "  seen.set('a', 1)"],
  ['a list', 'const seen: string[] = []', "  seen.push('a')"],
  ['an object', 'const seen: Record<string, number> = {}', "  seen['a'] = 1"],
])('%s that a module of the server changes is a problem', (_, declaration, change) => {
  const file = source('server/lib/a.ts', declaration, 'export function f() {', change, '}')

  expect(problemsOf([file])).toEqual([
    'server/lib/a.ts changes seen: a module keeps no state, make it in a function and pass it on',
  ])
})

test.each([
  ['only reads', 'const seen = new Set([1])', 'export const f = (n: number) => seen.has(n)'],
  ['compares', 'const seen = { a: 1 }', 'export const f = (n: number) => seen.a === n'],
  ['keeps weakly', 'const seen = new WeakMap()', 'export const f = (k: object) => seen.set(k, 1)'],
  ['makes in a function', 'export function f() {', '  const seen = []\n  seen.push(1)\n}'],
])('a collection that a module %s is no problem', (_, ...lines) => {
  expect(problemsOf([source('server/lib/a.ts', ...lines)])).toEqual([])
})

test('a declared name with a word that is replaced is reported, whatever its case', () => {
  const file = source(
    'server/lib/a.ts',
    'const DOOR_MAX = 1',
    'export class TellOwner {}',
    "import { door } from './door.ts'",
    'const conversationKey = 1',
    'const retell = 1',
  )

  expect(wordProblems([file])).toEqual([
    "server/lib/a.ts: DOOR_MAX has 'door': caller kind",
    "server/lib/a.ts: TellOwner has 'tell': message, report, describe",
  ])
})

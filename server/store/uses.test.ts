import { expect, test } from 'vitest'
import type { UseStore } from '#policy/limit-usage.ts'
import { rounds } from '../../tests/support/long.ts'
import {
  fillDisk,
  openTestDatabase,
  openTestStore,
  startChild,
  temporaryFolder,
} from './testing/support.ts'
import { createUses } from './uses.ts'

const DAY = 86_400_000
const NOW = 100 * DAY
const KILLS = rounds(3, 60)
/** Lines after which the child has a question that waits, which it never ends. */
const QUESTION_WAITS = 5

const setUp = (now = () => NOW) => {
  const db = openTestDatabase(temporaryFolder())
  const of = (keyset: number): UseStore => createUses(db, { keyset, now })
  return { db, of, uses: of(1) }
}

const use = (at: number, times = 1, caller = 'peer:aa') => ({ rule: 1, caller, at, times })

test('uses are listed the oldest first, and those of one instant count together', () => {
  const { uses } = setUp()

  for (const one of [use(NOW), use(NOW - 5, 3), use(NOW - 5, 4), use(NOW + 9, 1)]) uses.add(one)
  uses.add(use(NOW - 1, 2, 'app:bb'))

  expect(uses.list()).toEqual([
    use(NOW - 5, 7),
    use(NOW - 1, 2, 'app:bb'),
    use(NOW),
    use(NOW + 9, 1),
  ])
})

test('a keyset lists only its own uses', () => {
  const { of } = setUp()

  of(2).add(use(NOW))

  expect(of(1).list()).toEqual([])
  expect(of(2).list()).toEqual([use(NOW)])
})

test('a use older than a day is not listed, and is then deleted by `trim`', () => {
  const { db, of, uses } = setUp()
  for (const at of [NOW - DAY - 1, NOW - DAY, NOW]) uses.add(use(at))
  of(2).add(use(NOW - DAY - 1))

  expect(uses.list()).toEqual([use(NOW - DAY), use(NOW)])
  uses.trim(NOW)

  expect(uses.list()).toEqual([use(NOW)])
  expect(db.prepare('SELECT keyset, at FROM uses ORDER BY keyset').all()).toEqual([
    { keyset: 1, at: NOW },
    { keyset: 2, at: NOW - DAY - 1 },
  ])
})

test('a full disk refuses a use, and keeps those before it', () => {
  const { db, uses } = setUp()
  let added = 0
  fillDisk(db)

  expect(() => {
    for (;;) {
      uses.add(use(NOW + added))
      added += 1
    }
  }).toThrow(expect.objectContaining({ code: 'FULL' }))

  expect(uses.list()).toHaveLength(added)
})

/** Has a child charge and ask, and kills it after `lines` lines. Returns what the child acknowledged. */
async function chargeUntilKilled(folder: string, lines: number) {
  const child = startChild(['charge', folder])
  expect(await child.line()).toBe('open')
  let uses = 0
  const questions = new Set<string>()
  for (let heard = 1; ; heard += 1) {
    const line = await child.line().catch(() => undefined)
    if (line === undefined) break
    const [what, id = ''] = line.split(' ')
    if (what === 'use') uses += 1
    if (what === 'question') questions.add(id)
    // The kill may come before or after the end of the question.
    if (what === 'ending') questions.delete(id)
    if (heard === lines) child.kill()
  }
  await child.exit
  return { uses, questions }
}

test(`kill -9, ${KILLS} times, loses no use that was charged and no question that waits`, async () => {
  const folder = temporaryFolder()
  let sure = 0
  const waiting = new Set<string>()

  for (let kill = 0; kill < KILLS; kill += 1) {
    const { uses, questions } = await chargeUntilKilled(
      folder,
      QUESTION_WAITS + Math.floor(Math.random() * 50),
    )
    sure += uses
    for (const id of questions) waiting.add(id)

    const store = openTestStore(folder)
    const kept = store.keyset(1).uses.list()
    const { open } = store.keyset(1).approvals.list()
    const charged = kept.reduce((sum, { times }) => sum + times, 0)
    expect(charged).toBeGreaterThanOrEqual(sure)
    expect(charged).toBeLessThanOrEqual(sure + 1)
    expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([...waiting]))
    for (const { id, asked } of open) expect(asked.subject).toBe(`subject of ${id}`)
    expect(store.tampering.reports).toEqual([])
    sure = charged
    store.close()
  }
  expect(sure).toBeGreaterThan(KILLS)
  expect(waiting.size).toBeGreaterThan(0)
})

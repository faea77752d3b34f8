import { expect, it } from 'vitest'
import { dayName } from '../../lib/time.ts'
import { audit } from '../../texts/texts.ts'
import { byDay } from './audit-days.ts'

const at = (day: number, hour: number) => ({ at: new Date(2026, 0, day, hour).toISOString() })
const nameOf = (day: number) => dayName(new Date(2026, 0, day))

it('groups entries by their days', () => {
  expect(byDay([at(2, 9), at(2, 8), at(1, 23)])).toMatchObject([
    { title: nameOf(2), entries: [at(2, 9), at(2, 8)] },
    { title: nameOf(1), entries: [at(1, 23)] },
  ])
})

it('keeps apart what was written before the clock was set back, also to another day', () => {
  const days = byDay([at(1, 9), at(2, 3), at(1, 23), at(1, 24 - 12), at(1, 18)])
  expect(days.map(({ title }) => title)).toEqual([
    nameOf(1),
    audit.beforeSetBack(nameOf(2)),
    nameOf(1),
    audit.beforeSetBack(nameOf(1)),
  ])
  expect(new Set(days.map(({ key }) => key)).size).toBe(days.length)
})

import { expect, it } from 'vitest'
import { home as texts } from '#contract/texts/home.ts'
import { presenceOf } from './presence.ts'

const RUNS = { nodeActive: true, stopped: null }
const peer = (member: number, online: boolean, name?: string) => ({
  member,
  online,
  ...(name && { name }),
})

it('counts this server and whoever is online, and says who they are', () => {
  const others = [peer(2, true, 'Phone'), peer(3, false, 'Laptop')]
  expect(presenceOf(RUNS, others, 2)).toEqual({
    here: 2,
    needed: 2,
    names: `${texts.thisServer}, Phone`,
  })
})

it('calls a device without a name by its number', () => {
  expect(presenceOf(RUNS, [peer(2, true)], 2).names).toBe(`${texts.thisServer}, ${texts.device(2)}`)
})

it.each([
  [{ nodeActive: false, stopped: null }],
  [{ nodeActive: true, stopped: { since: '2026-11-24T10:00:00.000Z' } }],
])('does not count a server that would not sign: %j', (status) => {
  expect(presenceOf(status, [peer(2, true, 'Phone')], 2)).toMatchObject({ here: 1, names: 'Phone' })
  expect(presenceOf(status, [], 2)).toMatchObject({ here: 0, names: texts.nobody })
})

it('fills no more than a signature needs, and counts where there are too many names', () => {
  const others = Array.from({ length: 5 }, (_, at) => peer(at + 2, true))
  expect(presenceOf(RUNS, others, 3)).toEqual({ here: 3, needed: 3, names: texts.withOthers(5) })
})

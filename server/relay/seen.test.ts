import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seededPrng } from '../../tests/support/prng.ts'
import { SeenIds } from './seen.ts'

const idOf = (name: string | number): string =>
  createHash('sha256').update(String(name)).digest('hex')

/** A set of this limit, filled in this order. */
function filled(limit: number, names: readonly (string | number)[]) {
  const seen = new SeenIds(limit)
  for (const name of names) seen.add(idOf(name))
  return seen
}

describe('SeenIds', () => {
  it('knows what was added and nothing else', () => {
    const seen = filled(3, ['a'])

    expect(seen.has(idOf('a'))).toBe(true)
    expect(seen.has(idOf('b'))).toBe(false)
  })

  it('does not add an id that was only looked up', () => {
    const seen = new SeenIds()
    seen.has(idOf('a'))

    expect(seen.has(idOf('a'))).toBe(false)
    expect(seen.size).toBe(0)
  })

  it('forgets the oldest when it is full', () => {
    const names = ['a', 'b', 'c', 'd']
    const seen = filled(3, names)

    expect(names.map((name) => seen.has(idOf(name)))).toEqual([false, true, true, true])
    expect(seen.size).toBe(3)
  })

  it('keeps ids that still come', () => {
    const seen = filled(3, ['asked', 'again', 'c'])
    seen.has(idOf('asked'))
    for (const name of ['again', 'd', 'e']) seen.add(idOf(name))

    expect(['asked', 'again', 'c', 'd', 'e'].map((name) => seen.has(idOf(name)))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
  })

  it.each(['', 'a', idOf('a').slice(1), `${idOf('a')}0`, `${idOf('a').slice(0, -1)}g`])(
    'never adds a text that is not an id: %j',
    (id) => {
      const seen = new SeenIds()
      seen.add(id)

      expect(seen.has(id)).toBe(false)
      expect(seen.size).toBe(0)
    },
  )

  it.each([1, 2, 50])('behaves like a list of at most %i, whatever comes', (limit) => {
    const prng = seededPrng(601 + limit)
    const seen = new SeenIds(limit)
    const list: string[] = []
    for (let step = 0; step < 20_000; step += 1) {
      const id = idOf(prng.integer(limit * 2))
      const known = list.indexOf(id)
      if (known >= 0) list.splice(known, 1)
      if (prng.integer(2) === 0) {
        expect(seen.has(id)).toBe(known >= 0)
        if (known >= 0) list.push(id)
      } else {
        seen.add(id)
        list.push(id)
        if (list.length > limit) list.shift()
      }
    }
    expect(seen.size).toBe(limit)
    expect(list.every((id) => seen.has(id))).toBe(true)
  })

  it('holds as many as its limit, and forgets the oldest of more', () => {
    const seen = new SeenIds()
    for (let name = 0; name < 100_000; name += 1) seen.add(idOf(name))

    expect(seen.size).toBe(32_768)
    expect([99_999, 100_000 - 32_768].map((name) => seen.has(idOf(name)))).toEqual([true, true])
    expect(seen.has(idOf(100_000 - 32_769))).toBe(false)
  })
})

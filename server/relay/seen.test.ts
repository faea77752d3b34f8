import { describe, expect, it } from 'vitest'
import { SeenIds } from './seen.ts'

describe('SeenIds', () => {
  it('knows what was added and nothing else', () => {
    const seen = new SeenIds()
    seen.add('a')

    expect(seen.has('a')).toBe(true)
    expect(seen.has('b')).toBe(false)
  })

  it('does not take a question for an addition', () => {
    const seen = new SeenIds()
    seen.has('a')

    expect(seen.has('a')).toBe(false)
    expect(seen.size).toBe(0)
  })

  it('forgets the oldest when it is full', () => {
    const seen = new SeenIds(3)
    for (const id of ['a', 'b', 'c', 'd']) seen.add(id)

    expect(['a', 'b', 'c', 'd'].map((id) => seen.has(id))).toEqual([false, true, true, true])
    expect(seen.size).toBe(3)
  })

  it('keeps what is still being met', () => {
    const seen = new SeenIds(3)
    for (const id of ['asked', 'again', 'c']) seen.add(id)
    seen.has('asked')
    seen.add('again')
    seen.add('d')
    seen.add('e')

    expect(['asked', 'again', 'c', 'd', 'e'].map((id) => seen.has(id))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ])
  })

  it('holds a flood of ids in bounded room', () => {
    const seen = new SeenIds(1_000)
    for (let id = 0; id < 100_000; id += 1) seen.add(String(id))

    expect(seen.size).toBe(1_000)
  })
})

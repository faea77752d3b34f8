import { expect, it } from 'vitest'
import { ringOf } from './ring.ts'

const SHAPE = { centre: 50, radius: 40 }

it.each([1, 2, 3, 8, 9, 15])('has a segment for each of %i devices, and none is empty', (count) => {
  const { segments } = ringOf(count, SHAPE)
  expect(new Set(segments).size).toBe(count)
  for (const segment of segments) {
    const points = [...segment.matchAll(/(?:^M|1 )(-?[\d.]+) (-?[\d.]+)/g)].map(String)
    expect(new Set(points).size).toBeGreaterThan(1)
    expect(segment).not.toContain('NaN')
  }
})

it('begins at the top and goes round clockwise', () => {
  const [first = '', second = ''] = ringOf(2, SHAPE).segments
  const xOf = (segment: string) => Number(/^M(-?[\d.]+)/.exec(segment)?.[1])
  expect(xOf(first)).toBeGreaterThan(50)
  expect(xOf(second)).toBeLessThan(50)
})

it('has straight ends where round ones would touch', () => {
  expect(ringOf(3, SHAPE).cap).toBe('round')
  expect(ringOf(15, SHAPE).cap).toBe('butt')
})

import { expect, it } from 'vitest'
import { publicRandom } from './random.ts'

it('gives as many bytes as asked for, none of them twice', () => {
  const sizes = Array.from({ length: 2_000 }, (_, n) => [12, 16, 32][n % 3] ?? 0)
  const drawn = sizes.map((size) => publicRandom(size))
  expect(drawn.map((bytes) => bytes.length)).toEqual(sizes)
  expect(new Set(drawn.map((bytes) => bytes.toString('hex').slice(0, 24))).size).toBe(sizes.length)
})

it('leaves what was given as it was', () => {
  const first = publicRandom(32)
  const before = first.toString('hex')
  for (let n = 0; n < 1_000; n += 1) publicRandom(32)
  expect(first.toString('hex')).toBe(before)
})

it('gives more at once than it keeps', () => {
  const bytes = publicRandom(10_000)
  expect(bytes.length).toBe(10_000)
  expect(bytes.subarray(-32).equals(Buffer.alloc(32))).toBe(false)
})

import { expect, test } from 'vitest'
import { IDENTICON_SIZE, identiconOf } from './identicon.ts'

const KEY = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'

test('the figure of a key is the same each time, and mirrored', () => {
  const { cells } = identiconOf(KEY)
  expect(identiconOf(KEY)).toEqual(identiconOf(KEY))
  expect(cells.length).toBeGreaterThan(0)
  for (const [x, y] of cells) expect(cells).toContainEqual([IDENTICON_SIZE - 1 - x, y])
})

test('keys that differ in one byte differ in figure or colour', () => {
  const [first, second] = [KEY, KEY.replace(/^f9308a01/, 'f9308b01')].map(identiconOf)
  expect(first).not.toEqual(second)
  expect(identiconOf(KEY.replace(/^f9/, 'f8')).hue).not.toBe(first?.hue)
})

import { expect, test } from 'vitest'
import { createKeysets } from './keysets.ts'

function setUp(ids: readonly number[], failing?: number) {
  const stopped: number[] = []
  const keysets = createKeysets(ids, (id) => ({
    id,
    stop: async () => {
      if (id === failing) throw new Error(`${id} did not end`)
      await Promise.resolve()
      stopped.push(id)
    },
  }))
  return { keysets, stopped }
}

test('a keyset is found by its id, and `first` is the oldest', () => {
  const { keysets } = setUp([1, 4, 7])

  expect(keysets.first).toBe(keysets.get(1))
  expect(keysets.all.map(({ id }) => id)).toEqual([1, 4, 7])
  expect(keysets.get(4)?.id).toBe(4)
  expect(keysets.get(2)).toBeUndefined()
})

test('all keysets are stopped, even if one fails to stop', async () => {
  const { keysets, stopped } = setUp([1, 2, 3], 1)

  await expect(keysets.stop()).rejects.toThrow('1 did not end')
  expect(stopped).toEqual([2, 3])
})

test('at least one keyset is needed', () => {
  expect(() => setUp([])).toThrow(RangeError)
})

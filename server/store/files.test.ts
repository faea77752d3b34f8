import { expect, test } from 'vitest'
import { store as texts } from '#contract/codes.ts'
import { diskProblem } from './files.ts'
import { temporaryFolder } from './testing/support.ts'

const MIB = 1_048_576

test('a full or nearly full folder is reported before a write fails', () => {
  const folder = temporaryFolder()
  const problemWith = (bytes: number) => diskProblem(folder, () => bytes)

  expect(problemWith(0)).toEqual(texts.full(folder))
  expect(problemWith(20 * MIB)).toEqual(texts.nearlyFull(folder, 20))
  expect(problemWith(40 * MIB)).toBeNull()
})

test('a folder that can’t be written is reported', () => {
  // Every Linux has this folder. Nobody may write there, and for root it has no free space.
  expect(diskProblem('/proc/self/fd')).toMatchObject({ error: expect.any(String) })
})

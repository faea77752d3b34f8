import { expect, test } from 'vitest'
import { store as texts } from '#contract/codes.ts'
import { diskProblem } from './files.ts'
import { temporaryFolder } from './testing/support.ts'

const MIB = 1_048_576

test('a folder that takes no more, or soon will not, is told of before a write has failed', () => {
  const folder = temporaryFolder()
  const problemWith = (bytes: number) => diskProblem(folder, () => bytes)

  expect(problemWith(0)).toEqual(texts.full(folder))
  expect(problemWith(20 * MIB)).toEqual(texts.nearlyFull(folder, 20))
  expect(problemWith(40 * MIB)).toBeNull()
})

test('a folder on a file system that is only read says so', () => {
  // In every Linux there is one: nobody may write there, and root is told why.
  expect(diskProblem('/proc/self/fd')).toMatchObject({ error: expect.any(String) })
})

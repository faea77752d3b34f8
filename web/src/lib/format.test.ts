import { expect, it } from 'vitest'
import { byteSize } from './format.ts'

it('says a size in KiB below one MiB, and in MiB from there', () => {
  expect([1, 4_096, 86_017, 1_048_576, 1_300_000, 268_435_456].map(byteSize)).toEqual([
    '1 KiB',
    '4 KiB',
    '85 KiB',
    '1.0 MiB',
    '1.2 MiB',
    '256.0 MiB',
  ])
})

import { expect, test } from 'vitest'
import { highest, pathsOf } from './stacked-bars.ts'

const bar = (...parts: number[]) => ({ key: String(parts), title: '', parts })

test('the parts of a bar stand on each other, drawn to the scale of the highest bar', () => {
  expect(pathsOf([bar(1, 1), bar(4, 0)], 2)).toEqual([
    'M0 100V75h3V100zM4 100V0h3V100z',
    'M0 75V50h3V75z',
  ])
  expect(highest([bar(1, 1), bar(4, 0)])).toBe(4)
})

test('a bar of one is seen beside a bar of thousands, and zero has no bar', () => {
  expect(pathsOf([bar(1), bar(5_000), bar(0)], 1)).toEqual(['M0 100V98h3V100zM4 100V0h3V100z'])
  expect(pathsOf([bar(0, 0)], 2)).toEqual(['', ''])
})

import { expect, test } from 'vitest'
import { mayDumpCore } from './core-dumps.ts'

const limits = (core: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max stack size            8388608              unlimited            bytes
Max core file size        ${core}           bytes
Max resident set          unlimited            unlimited            bytes
`

test('A core file may be left unless its size is limited to zero', () => {
  expect(mayDumpCore(limits('unlimited            unlimited '))).toBe(true)
  expect(mayDumpCore(limits('1024                 unlimited '))).toBe(true)
  expect(mayDumpCore(limits('0                    unlimited '))).toBe(false)
  expect(mayDumpCore(limits('0                    0         '))).toBe(false)
})

test('A core file is not expected where the limits can’t be read', () => {
  expect(mayDumpCore('')).toBe(false)
})

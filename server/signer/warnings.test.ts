import { expect, test } from 'vitest'
import { recordedLog } from '../../tests/support/signer-parts.ts'
import { Warnings } from './warnings.ts'

test('a warning is said once for as long as it lasts, and stays in the list', () => {
  const { log, messages } = recordedLog()
  const warnings = new Warnings(log)
  warnings.raise('clock', 'a clock is wrong')
  warnings.raise('clock', 'a clock is wrong')
  warnings.raise('share', 'a share runs twice')
  expect(warnings.list).toEqual(['a clock is wrong', 'a share runs twice'])
  expect(warnings.has('clock')).toBe(true)
  expect(messages()).toEqual(['a clock is wrong', 'a share runs twice'])
})

test('a warning that is over leaves the list, and is said again when it comes back', () => {
  const { log, messages } = recordedLog()
  const warnings = new Warnings(log)
  warnings.raise('clock', 'a clock is wrong')
  warnings.clear('clock')
  expect(warnings.list).toEqual([])
  expect(warnings.has('clock')).toBe(false)
  warnings.raise('clock', 'a clock is wrong')
  expect(messages()).toEqual(['a clock is wrong', 'a clock is wrong'])
})

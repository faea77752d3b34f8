import { expect, it } from 'vitest'
import { protocolOf } from './protocol-of.ts'

it.each([
  [{ generation: '2026', peer: 'ab' }, '2026'],
  [{ generation: '1.x' }, '1.x'],
  [{ generation: 'x<b>' }, null],
  [{ peer: 'ab' }, null],
  ['2026', null],
  [null, null],
  [undefined, null],
])('tells the protocol of an entry with %j', (data, name) => {
  expect(protocolOf(data)).toBe(name)
})

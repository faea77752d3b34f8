import { expect, it } from 'vitest'
import { namesFrom } from '../settings/use-names.ts'
import { devicesOf, protocolOf } from './event-view.ts'

const [PHONE, TABLET, OTHER] = ['a', 'b', 'c'].map((digit) => digit.repeat(64))
const named = (id = '', name = '') => ({
  ...{ caller: { door: 'peer', id } as const, name, preset: null, suspended: false },
})
const names = namesFrom([named(PHONE, 'Phone'), named(TABLET, 'Tablet')])

it.each([
  [{ peer: PHONE }, ['Phone']],
  [{ pubkey: `02${PHONE}` }, ['Phone']],
  [{ peers: [TABLET, OTHER, PHONE], peer: TABLET }, ['Tablet', 'Phone']],
  [{ peer: OTHER }, []],
  [{ peer: 7, peers: [null] }, []],
  ['text', []],
  [undefined, []],
])('finds in %j the devices that have names', (data, devices) => {
  expect(devicesOf(data, names)).toEqual(devices)
})

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

import { expect, it } from 'vitest'
import { namesFrom } from '../names/use-names.ts'
import { devicesOf } from './devices-of.ts'

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

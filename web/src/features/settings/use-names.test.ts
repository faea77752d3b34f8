import { expect, it } from 'vitest'
import { home as texts } from '../../texts/texts.ts'
import { namesFrom } from './use-names.ts'

const PHONE = 'ab'.repeat(32)
const TABLET = 'cd'.repeat(32)
const STRANGER = 'ef'.repeat(32)

const names = namesFrom(
  [{ caller: { door: 'peer', id: PHONE }, name: 'Phone', preset: null, suspended: false }],
  [
    { pubkey: `02${PHONE}`, member: 2 },
    { pubkey: `03${TABLET}`, member: 3 },
  ],
)

it('calls a device as the list of devices does: by its name, or else by its number', () => {
  expect(names.of(PHONE)).toBe('Phone')
  expect(names.of(TABLET)).toBe(texts.device(3))
  expect(names.of(STRANGER)).toBeUndefined()
})

it('gives as a name only what somebody gave', () => {
  expect(names.given(`02${PHONE}`)).toBe('Phone')
  expect(names.given(TABLET)).toBeUndefined()
})

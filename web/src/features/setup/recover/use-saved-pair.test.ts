import { expect, test } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { mistype } from '#tests/support/credentials.ts'
import * as decoders from '#web/lib/credentials.ts'
import { newestUsable } from './use-saved-pair.ts'

const pairOf = ({ groupCredential, shareCredentials }: ReturnType<typeof generateKeyset>) => ({
  groupCredential,
  shareCredential: shareCredentials[0] ?? '',
})
const older = pairOf(generateKeyset({ threshold: 2, totalMembers: 3 }))
const newer = pairOf(generateKeyset({ threshold: 2, totalMembers: 3 }))

test('The newest saved pair is taken', () => {
  expect(newestUsable(decoders, [newer, older])).toBe(newer)
})

test.each([
  ['a damaged share', { ...newer, shareCredential: mistype(newer.shareCredential, 40) }],
  ['a damaged group', { ...newer, groupCredential: mistype(newer.groupCredential, 40) }],
  ['a share of another group', { ...newer, shareCredential: older.shareCredential }],
])('A pair with %s is passed over', (_, damaged) => {
  expect(newestUsable(decoders, [damaged, older])).toBe(older)
})

test('If nothing is usable there is nothing to prefill', () => {
  expect(newestUsable(decoders, [])).toBeNull()
})

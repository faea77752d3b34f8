import { expect, it } from 'vitest'
import { generateKeyset } from '../../../../server/frostr/v1/keyset.ts'
import { vectors } from '../../../../tests/support/next-vectors.ts'
import { expectedPeers } from './expected-peers.ts'

it.each([2, 3, 8, 15])('keeps a place for each peer in a group of %d', (totalMembers) => {
  const { groupCredential } = generateKeyset({ threshold: 2, totalMembers })
  expect(expectedPeers(groupCredential)).toBe(totalMembers - 1)
})

it('keeps one for each peer in a group of the 2026 generation', () => {
  expect(expectedPeers(JSON.stringify(vectors.keyset.group))).toBe(2)
})

it.each([undefined, '', 'bfgroup1', 'x'.repeat(9_000)])(
  'keeps two places where the credential tells nothing (%s)',
  (credential) => {
    expect(expectedPeers(credential)).toBe(2)
  },
)

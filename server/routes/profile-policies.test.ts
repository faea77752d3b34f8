import { expect, test } from 'vitest'
import { recordedKey, vectors } from '../../tests/support/next-vectors.ts'
import { METHODS } from '../frostr/next/messages.ts'
import type { PolicyChoices, PolicyOverride } from '../frostr/next/profile.ts'
import { profilePolicies } from './profile-policies.ts'

const { group } = vectors.keyset
const [self, peer, other] = [recordedKey(1), recordedKey(2), recordedKey(3)]

const choices = (choice: Partial<PolicyChoices> = {}): PolicyChoices => {
  const unset = METHODS.map((method) => [method, 'unset'])
  return { ...(Object.fromEntries(unset) as PolicyChoices), ...choice }
}
const override = (
  pubkey: string,
  request: Partial<PolicyChoices>,
  respond: Partial<PolicyChoices> = {},
): PolicyOverride => ({
  pubkey,
  policy: { request: choices(request), respond: choices(respond) },
})
const policies = (...overrides: PolicyOverride[]) => profilePolicies(overrides, group, self)

test.each(['sign', 'ecdh', 'ping'] as const)(
  'A denied %s denies its direction, and not the other',
  (method) => {
    expect(policies(override(peer, { [method]: 'deny' }))).toEqual([
      { pubkey: peer, allowSend: false, allowReceive: true },
    ])
    expect(policies(override(peer, {}, { [method]: 'deny' }))).toEqual([
      { pubkey: peer, allowSend: true, allowReceive: false },
    ])
  },
)

test('What is denied counts, whatever is allowed beside it', () => {
  const allowed = { echo: 'allow', ping: 'allow', onboard: 'allow', sign: 'allow' } as const
  expect(policies(override(peer, { ...allowed, ecdh: 'deny' }))).toMatchObject([
    { allowSend: false },
  ])
  expect(
    policies(override(peer, { sign: 'deny' }), override(peer, { sign: 'allow' })),
  ).toMatchObject([{ allowSend: false }])
})

test('What is allowed or unset is no policy, nor is what we have none for', () => {
  expect(
    policies(
      override(peer, { sign: 'allow', ecdh: 'allow' }),
      override(other, { echo: 'deny' }, { onboard: 'deny' }),
    ),
  ).toEqual([])
})

test('Only what is about another member counts', () => {
  const denied = { sign: 'deny' } as const
  expect(policies(override(self, denied), override('ab'.repeat(32), denied))).toEqual([])
})

import { expect, test } from 'vitest'
import { METHODS } from '#protocol/v2/messages.ts'
import type { PolicyChoices, PolicyOverride } from '#protocol/v2/profile.ts'
import { recordedKey, vectors } from '../../tests/support/v2-vectors.ts'
import { policiesOfProfile } from './credential-policies.ts'

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
const policies = (...overrides: PolicyOverride[]) => policiesOfProfile(overrides, group, self)

const allowed = { pubkey: peer, allowSend: true, allowReceive: true, denied: [] }

test('A denied ping denies everything in its direction, and nothing in the other', () => {
  expect(policies(override(peer, { ping: 'deny' }))).toEqual([{ ...allowed, allowSend: false }])
  expect(policies(override(peer, {}, { ping: 'deny' }))).toEqual([
    { ...allowed, allowReceive: false },
  ])
})

test.each(['sign', 'ecdh'] as const)('A denied %s is denied in one direction', (method) => {
  expect(policies(override(peer, { [method]: 'deny' }))).toEqual([
    { ...allowed, denied: [`send.${method}`] },
  ])
  expect(policies(override(peer, {}, { [method]: 'deny' }))).toEqual([
    { ...allowed, denied: [`receive.${method}`] },
  ])
})

test('A denied onboarding request is not answered', () => {
  expect(policies(override(peer, {}, { onboard: 'deny' }))).toEqual([
    { ...allowed, denied: ['receive.onboard'] },
  ])
})

test('A denial counts, whatever else the profile allows', () => {
  const rest = { echo: 'allow', ping: 'allow', onboard: 'allow', sign: 'allow' } as const
  expect(policies(override(peer, { ...rest, ecdh: 'deny' }))).toMatchObject([
    { denied: ['send.ecdh'] },
  ])
  expect(
    policies(override(peer, { sign: 'deny' }), override(peer, { sign: 'allow' })),
  ).toMatchObject([{ denied: ['send.sign'] }])
})

test('Methods that are allowed, unset or not deniable here make no policy', () => {
  expect(
    policies(
      override(peer, { sign: 'allow', ecdh: 'allow' }),
      override(other, { echo: 'deny', onboard: 'deny' }, { echo: 'deny' }),
    ),
  ).toEqual([])
})

test('Overrides of ourselves and of strangers are ignored', () => {
  const denied = { sign: 'deny' } as const
  expect(policies(override(self, denied), override('ab'.repeat(32), denied))).toEqual([])
})

test('The owner is asked where the profile asks before it answers a sign, ECDH or onboarding request', () => {
  const respond = { sign: 'ask', ecdh: 'ask', onboard: 'ask', ping: 'ask', echo: 'ask' } as const
  expect(policies(override(peer, {}, respond))).toEqual([
    { ...allowed, asked: ['receive.sign', 'receive.ecdh', 'receive.onboard'] },
  ])
  expect(policies(override(peer, { sign: 'ask', ping: 'ask' }))).toEqual([])
  expect(
    policies(override(peer, {}, { sign: 'ask' }), override(peer, {}, { sign: 'deny' })),
  ).toEqual([{ ...allowed, denied: ['receive.sign'] }])
})

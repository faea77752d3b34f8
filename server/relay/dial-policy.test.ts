import { expect, test } from 'vitest'
import { dialPolicyForSeen } from './dial-policy.ts'

test('a host without a dot is met at public addresses only, whoever allows its name', () => {
  // RELAY_HOSTS is the owner's word for relays of their own: a package or an app must not borrow it.
  expect(dialPolicyForSeen(false)('ws://strfry:7777')).toEqual({ publicOnly: true })
  expect(dialPolicyForSeen(true)('ws://strfry:7777')).toEqual({ publicOnly: false })
})

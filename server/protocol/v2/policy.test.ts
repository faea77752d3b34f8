import { describe, expect, test } from 'vitest'
import { present, recordedData, recordedKey, recordedStep } from '#tests/support/v2-vectors.ts'
import { METHODS, type MessageType } from './messages.ts'
import { denial, latestProfile, methodOf, nonceUnavailable, notTogether } from './policy.ts'

const events = present(recordedStep('ping 2->1 carrying').events)
const ping = recordedData(events, 'PingRequest')
const profile = present(ping.policy_profile)
const self = recordedKey(1)

test('a denied request is answered as genuine devices do', () => {
  const recorded = recordedData(present(recordedStep('sign denied').events), 'Error')
  expect(denial('sign')).toEqual(recorded)
  expect(METHODS.map((method) => denial(method).message)).toContain(
    'inbound ecdh denied by local policy',
  )
})

test('an error has no more bytes in a field than Igloo beta reads', () => {
  const errors = [...METHODS.map(denial), nonceUnavailable, notTogether([])]
  const sizes = errors.flatMap(({ code, message }) =>
    [code, message].map((one) => Buffer.byteLength(one)),
  )
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_024)
})

test('a request asks for something, and an answer for nothing', () => {
  const types: MessageType[] = [
    ...(['PingRequest', 'OnboardRequest', 'SignRequest', 'EcdhRequest'] as const),
    ...(['PingResponse', 'OnboardResponse', 'SignResponse', 'EcdhResponse', 'Error'] as const),
  ]
  expect(types.map(methodOf)).toEqual([
    ...['ping', 'onboard', 'sign', 'ecdh'],
    ...Array.from({ length: 5 }, () => undefined),
  ])
})

describe('a peer’s profile', () => {
  test('is taken from a ping, as recorded', () => {
    expect(latestProfile(null, profile, self)?.respond.sign).toBe(false)
  })

  test('takes the place of a newer one', () => {
    const newer = { ...profile, revision: profile.revision + 1 }
    expect(latestProfile(newer, profile, self)).toBe(profile)
  })

  test('does not when it is for somebody else, or missing', () => {
    const other = { ...profile, for_peer: recordedKey(3) }
    expect(latestProfile(profile, other, self)).toBe(profile)
    expect(latestProfile(profile, null, self)).toBe(profile)
    expect(latestProfile(null, other, self)).toBeNull()
  })
})

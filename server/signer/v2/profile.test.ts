import { describe, expect, test } from 'vitest'
import { present, recordedData, recordedKey, recordedStep } from '#tests/support/v2-vectors.ts'
import { policyOf } from './profile.ts'

const events = present(recordedStep('ping 2->1 carrying').events)
const profile = present(recordedData(events, 'PingRequest').policy_profile)
const self = recordedKey(1)
const known = { sign: { send: true, recv: true }, ecdh: { send: true, recv: true } }

describe('a peer’s profile', () => {
  test('is read from a recorded ping', () => {
    expect(policyOf(profile, null, self)?.sign.recv).toBe(false)
  })

  test('replaces the known policy', () => {
    expect(policyOf(profile, known, self)?.sign.recv).toBe(false)
  })

  test('leaves the known policy when it is missing or for another device', () => {
    const other = { ...profile, for_peer: recordedKey(3) }
    expect(policyOf(other, known, self)).toBe(known)
    expect(policyOf(null, known, self)).toBe(known)
    expect(policyOf(other, null, self)).toBeNull()
  })
})

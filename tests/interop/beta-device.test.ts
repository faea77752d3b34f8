import { describe, expect, test } from 'vitest'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { conversationKeyOf, secretOf, weightedPart } from '../support/beta-answers.ts'
import { joinAsBeta } from '../support/beta-joining.ts'
import { startBeta } from '../support/beta-member.ts'
import { readPing, tooLarge, UNKNOWN_GENERATION } from '../support/beta-messages.ts'
import { betaVectors } from '../support/beta-vectors.ts'
import { verifyBip340 } from '../support/bip340.ts'
import { GENERATOR, hexOfPoint, multiply, pointOfHex } from '../support/curve.ts'
import { newHash } from '../support/new-hash.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { simulateTimeOver } from '../support/simulated-relays.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

// The fake of Igloo beta, against what is known of Igloo beta: no Floe is in here.

describe('the exchange of keys', () => {
  const rounds = betaVectors.ecdh.flatMap(({ rounds, ...exchange }) =>
    rounds.map((round) => ({ ...exchange, ...round })),
  )
  test.each(rounds)('of members $members of $group_pk', ({ target, secret, ...round }) => {
    const { members, parts, conversation_key } = round
    const given = parts.map(({ idx, share: seckey }) =>
      weightedPart(members, idx, { seckey, key: target }),
    )
    expect(given.map(({ keyshare }) => keyshare)).toEqual(parts.map(({ weighted }) => weighted))
    const sum = secretOf(
      target,
      given.map((part) => [part]),
    )
    expect(sum).toBe(secret)
    expect(conversationKeyOf(sum)).toBe(conversation_key)
  })

  test('takes no index of zero', () => {
    const part = { seckey: '1'.padStart(64, '0'), key: present(betaVectors.ecdh[0]).target }
    expect(() => weightedPart([0, 1], 0, part)).toThrow()
  })
})

describe('a ping', () => {
  test.each(betaVectors.ping.accepted)('is read: $why', ({ data, generation }) => {
    const given = (data as { nonce_pool_generation?: string }).nonce_pool_generation
    expect(readPing(data)).toMatchObject({ nonce_pool_generation: generation ?? given })
  })

  test.each(betaVectors.ping.refused)('is refused: $why', ({ data }) => {
    expect(readPing(data)).toBeUndefined()
  })

  test('may say what it recognises, or nothing of it', () => {
    const { data } = present(betaVectors.ping.accepted[0])
    const recognizedIn = (recognized_peer_nonce_codes: unknown) =>
      readPing({ ...data, recognized_peer_nonce_codes })?.recognized_peer_nonce_codes
    expect(recognizedIn([UNKNOWN_GENERATION])).toEqual([UNKNOWN_GENERATION])
    expect(recognizedIn(undefined)).toBeNull()
    expect(recognizedIn(null)).toBeNull()
  })
})

test.each<[field: string, message: Record<string, unknown>]>([
  ['request_id', { id: 'x'.repeat(257) }],
  ['content', { content: 'a'.repeat(32_770) }],
  ['kind', { kind: 'x'.repeat(1_025) }],
  ['code', { code: 'x'.repeat(1_025) }],
  ['message', { message: 'x'.repeat(1_025) }],
  ['group_name', { group: { group_name: 'x'.repeat(1_025) } }],
])('a message is refused for its %s', (field, { id = 'x', ...data }: Record<string, unknown>) => {
  expect(tooLarge(String(id), data)).toBe(field)
})

test('a message of the largest size is accepted', () => {
  const [most, kind] = ['a'.repeat(32_768), 'x'.repeat(1_024)]
  expect(tooLarge('x'.repeat(256), { content: most, kind, code: kind })).toBeUndefined()
})

/** Two devices of a group in which two sign, and its third share. */
async function pair(scope: Scope) {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3, secretKey: '3'.padStart(64, '0') })
  const relay = await startRelayFor(scope)
  const [one, other] = [
    await startBeta(scope, { keyset, relay }, 1),
    await startBeta(scope, { keyset, relay }, 2),
  ]
  const key = one.group.group_pk
  const isSigned = async (asker: typeof one, of: typeof one) => {
    const hash = newHash()
    const signed = await asker.sign(hash, [of.xonly])
    return signed.ok && verifyBip340(signed.value, hash, key)
  }
  return { keyset, relay, one, other, key, isSigned }
}

describe('two devices', () => {
  test('sign for each other more often than their pools are deep', async (t) => {
    const { one, other, isSigned } = await pair(t)
    for (let time = 0; time < 80; time += 1) expect(await isSigned(one, other)).toBe(true)
    expect(await isSigned(other, one)).toBe(true)
    expect([...one.dropped, ...other.dropped]).toEqual([])
  })

  test("get the secret of the group's own key", async (t) => {
    const { one, other } = await pair(t)
    const theirs = hexOfPoint(multiply(77n, GENERATOR)).slice(2)
    const expected = hexOfPoint(multiply(3n, pointOfHex(theirs))).slice(2)
    const value = { ok: true, value: expected }
    expect(await one.exchange(theirs, [other.xonly])).toEqual(value)
    expect(await other.exchange(theirs, [one.xonly])).toEqual(value)
  })

  test('use the newest nonce first', async (t) => {
    const { one, other, isSigned } = await pair(t)
    expect(await isSigned(one, other)).toBe(true)
    const known = one.heldOf(other.xonly)
    const [newest] = one.snapshot().pool.peers[other.xonly]?.held.slice(-1) ?? []
    expect(await isSigned(one, other)).toBe(true)
    expect(known).toContain(newest?.code)
    expect(one.heldOf(other.xonly)).not.toContain(newest?.code)
  })

  test('keep their nonces when one is restarted in order', async (t) => {
    const { one, other, isSigned } = await pair(t)
    expect(await isSigned(one, other)).toBe(true)
    const [held, { generation }] = [one.heldOf(other.xonly), other]
    await other.restart({ clean: true })
    expect(other.generation).toBe(generation)
    await one.ping(other.xonly)
    expect(one.heldOf(other.xonly)).toEqual(held)
    expect(await isSigned(one, other)).toBe(true)
  })

  test('drop them when one comes back with a new pool', async (t) => {
    const { one, other, isSigned } = await pair(t)
    expect(await isSigned(one, other)).toBe(true)
    const [held, { generation }] = [one.heldOf(other.xonly), other]
    // Only the new generation in its pings shows that its pool is new.
    other.recognizes = false
    await other.restart({ clean: false })
    expect(other.generation).not.toBe(generation)
    expect(await isSigned(one, other)).toBe(true)
    expect(one.heldOf(other.xonly).filter((code) => held.includes(code))).toEqual([])
    expect(other.dropped).toEqual([])
  })

  test('drop a request with a lost nonce in silence', async (t) => {
    const { one, other, isSigned } = await pair(t)
    expect(await isSigned(one, other)).toBe(true)
    // Its pings can't be read, so nobody learns of its new pool.
    other.changePing = () => ({})
    await other.restart({ clean: false })
    one.pingsBefore = false
    const signed = one.sign(newHash(), [other.xonly])
    await until(() => other.dropped.length > 0)
    expect(other.dropped.map(({ why }) => why)).toEqual(['a nonce that is not there'])
    await one.stop()
    expect(await signed).toMatchObject({ reason: 'ended' })
  })

  test('refuse by policy, and are not asked once a ping has said so', async (t) => {
    const { one, other } = await pair(t)
    await one.ping(other.xonly)
    other.respond = (_, method) => (method === 'ecdh' ? 'deny' : 'allow')
    one.pingsBefore = false
    expect(await one.exchange(one.xonly, [other.xonly])).toMatchObject({
      reason: 'peer_rejected',
      code: 'peer_denied',
      message: 'inbound ecdh denied by local policy',
    })
    await one.ping(other.xonly)
    expect(await one.exchange(one.xonly, [other.xonly])).toMatchObject({ reason: 'no_peers' })
  })
})

describe('a device that asks its person', () => {
  const asked = async (scope: Scope) => {
    const devices = await pair(scope)
    const { one, other, isSigned } = devices
    expect(await isSigned(one, other)).toBe(true)
    other.respond = (_, method) => (method === 'sign' ? 'ask' : 'allow')
    const hash = newHash()
    const signed = one.sign(hash, [other.xonly])
    await until(() => other.parked.length === 1)
    return { ...devices, hash, signed, id: present(other.parked[0]).id }
  }

  test('signs once it is approved', async (t) => {
    const { other, id, signed } = await asked(t)
    other.approve(id)
    expect(await signed).toMatchObject({ ok: true })
    expect(other.parked).toEqual([])
  })

  test('sends an error once it is denied', async (t) => {
    const { other, id, signed } = await asked(t)
    other.deny(id)
    expect(await signed).toMatchObject({
      reason: 'peer_rejected',
      code: 'operator_denied',
      message: 'request denied by operator',
    })
  })

  test('answers for five minutes, even if nobody waits any more', async (t) => {
    const { relay, one, other, id } = await asked(t)
    const time = simulateTimeOver(t, [relay])
    await time.pass(200_000)
    const parked = other.parked.length
    other.approve(id)
    await until(() => one.heard.some((message) => message.id === id))
    expect(parked).toBe(1)
    const hash = newHash()
    void one.sign(hash, [other.xonly])
    await time.untilTrue(() => other.parked.length === 1)
    const later = present(other.parked[0]).id
    await time.pass(301_000)
    expect(other.parked).toEqual([])
    expect(() => other.approve(later)).toThrow()
  })
})

test('a device joins with the group and nonces in both directions', async (t) => {
  const { keyset, relay, one } = await pair(t)
  const { seckey } = present(keyset.shares[2])
  const joined = await joinAsBeta({ seckey, inviter: one.xonly, relay: relay.url })
  t.onTestFinished(() => joined.stop())
  expect(joined.group).toEqual(one.group)
  expect(joined.heldOf(one.xonly)).toHaveLength(100)
  expect(one.heldOf(joined.xonly).length).toBeGreaterThanOrEqual(70)
  joined.pingsBefore = false
  expect(await joined.sign(newHash(), [one.xonly])).toMatchObject({ ok: true })
})

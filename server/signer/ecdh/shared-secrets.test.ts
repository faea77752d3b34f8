import { expect, test } from 'vitest'
import type { Permit } from '#policy/engine.ts'
import { EXCHANGING, openRules } from '#tests/support/rules.ts'
import { ECDH_CACHE_MAX } from '../limits.ts'
import { type Exchanged, SharedSecrets } from './shared-secrets.ts'

const KEY = 'ab'.repeat(32)
const SURE = { proven: true }
const ANY = { proven: false }

/** Secrets whose exchanges are recorded, and proven only if that is required. */
function setUp(during: () => void = () => {}) {
  const asked: string[] = []
  const secrets = new SharedSecrets(async (_, key, { proven }) => {
    asked.push(key)
    during()
    const value: Exchanged = { secret: `secret ${asked.length}`, isProven: proven }
    return { ok: true, value }
  })
  return { secrets, asked }
}

/** Permits that the owner's stop withdraws. */
function stoppable() {
  const { policyEngine, stop } = openRules()
  const newPermit = (): Permit<'ecdh'> => {
    const asked = { caller: { door: 'peer', id: 'one' }, operation: 'ecdh', subject: KEY } as const
    const policyOutcome = policyEngine.decide({ ...asked, parts: [{}] }, { openFor: 1 })
    return policyOutcome.verdict === 'allow' ? policyOutcome.permit : expect.fail('no permit')
  }
  return { stop, newPermit }
}

test('a secret is found by its public key in upper and lower case', async () => {
  const { secrets, asked } = setUp()
  const first = await secrets.get(EXCHANGING, KEY, SURE)
  expect(await secrets.get(EXCHANGING, KEY.toUpperCase(), SURE)).toEqual(first)
  expect(asked).toHaveLength(1)
})

test('an unproven secret is reused only where no proof is required', async () => {
  const { secrets, asked } = setUp()
  const [loose, again, sure, then] = [
    await secrets.get(EXCHANGING, KEY, ANY),
    await secrets.get(EXCHANGING, KEY, ANY),
    await secrets.get(EXCHANGING, KEY, SURE),
    await secrets.get(EXCHANGING, KEY, ANY),
  ]
  expect(again).toEqual(loose)
  expect(sure).toEqual({ ok: true, secret: 'secret 2' })
  expect(then).toEqual(sure)
  expect(asked).toHaveLength(2)
})

test('a proven secret is not replaced by an unproven one that comes later', async () => {
  const ends: (() => void)[] = []
  const secrets = new SharedSecrets(async (_, __, { proven }) => {
    if (!proven) await new Promise<void>((resolve) => ends.push(resolve))
    return { ok: true, value: { secret: `${proven}`, isProven: proven } }
  })
  const slow = secrets.get(EXCHANGING, KEY, ANY)
  await secrets.get(EXCHANGING, KEY, SURE)
  for (const end of ends) end()
  expect(await slow).toMatchObject({ secret: 'false' })
  expect(await secrets.get(EXCHANGING, KEY, ANY)).toMatchObject({ secret: 'true' })
})

test('the number of kept secrets is bounded, and the least recently used one is dropped', async () => {
  const { secrets, asked } = setUp()
  const keys = Array.from({ length: ECDH_CACHE_MAX + 1 }, (_, n) => `key ${n}`)
  const [first = '', second = '', ...others] = keys
  await secrets.get(EXCHANGING, first, SURE)
  await secrets.get(EXCHANGING, second, SURE)
  await secrets.get(EXCHANGING, first, SURE)
  for (const key of others) await secrets.get(EXCHANGING, key, SURE)
  await secrets.get(EXCHANGING, first, SURE)
  expect(asked).toHaveLength(keys.length)
  await secrets.get(EXCHANGING, second, SURE)
  expect(asked).toHaveLength(keys.length + 1)
})

test('no secret is kept once the owner has stopped everything', async () => {
  const { secrets, asked } = setUp()
  const { stop, newPermit } = stoppable()
  for (let round = 1; round <= 3; round += 1) {
    const permit = newPermit()
    const made = await secrets.get(permit, KEY, SURE)
    expect(made).toEqual({ ok: true, secret: `secret ${round}` })
    expect(await secrets.get(newPermit(), KEY, SURE)).toEqual(made)
    expect(asked).toHaveLength(round)
    stop.stop()
    stop.lift()
  }
})

test('a secret that is made while the owner stops everything is not kept', async () => {
  const { stop, newPermit } = stoppable()
  const { secrets, asked } = setUp(() => {
    if (asked.length === 1) stop.stop()
  })
  await secrets.get(newPermit(), KEY, SURE)
  stop.lift()
  await secrets.get(newPermit(), KEY, SURE)
  expect(asked).toHaveLength(2)
})

test('an exchange that the owner stopped answers only calls from before the stop', async () => {
  const { stop, newPermit } = stoppable()
  const ends: (() => void)[] = []
  const secrets = new SharedSecrets(async ({ signal }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    await promise
    if (signal.aborted) return { ok: false, why: { error: 'stopped' } }
    return { ok: true, value: { secret: 'secret', isProven: true } }
  })
  const before = secrets.get(newPermit(), KEY, SURE)
  stop.stop()
  stop.lift()
  const after = secrets.get(newPermit(), KEY, SURE)
  for (const end of ends) end()
  expect(await before).toEqual({ ok: false, why: { error: 'stopped' } })
  expect(await after).toEqual({ ok: true, secret: 'secret' })
})

test('forget drops all secrets, and those of exchanges under way', async () => {
  const { secrets, asked } = setUp(() => {
    if (asked.length === 2) secrets.forget()
  })
  for (const made of [1, 2, 3, 3]) {
    await secrets.get(EXCHANGING, KEY, SURE)
    expect(asked).toHaveLength(made)
    if (made === 1) secrets.forget()
  }
})

import { expect, test } from 'vitest'
import { BasicCredentials } from './basic-credentials.ts'
import { createPasswords, deriveWithNode } from './passwords.ts'
import {
  CHEAP,
  CLIENT,
  countedPasswords,
  openTestStore,
  START,
  temporaryFolder,
} from './testing/support.ts'

const ENVIRONMENT = { username: 'admin', password: 'environment pass' }

async function setUp(options: { environment?: typeof ENVIRONMENT; owner?: string } = {}) {
  const clock = { now: START }
  const { owner } = openTestStore(temporaryFolder())
  const { passwords, work } = countedPasswords(CHEAP)
  const basic = new BasicCredentials({
    passwords,
    owner,
    environment: options.environment,
    now: () => clock.now,
  })
  const setOwner = async (username: string, password: string) => {
    owner.set({
      username,
      passwordHash: await passwords.hashPassword(password),
      changedAt: clock.now,
    })
    basic.forget()
  }
  if (options.owner !== undefined) await setOwner(options.owner, 'owner pass')
  // The environment's password is hashed at the first check.
  await basic.verify('nobody', 'nothing', CLIENT)
  work.parameters.length = 0
  return { basic, work, clock, setOwner }
}

test("the owner's and the environment's passwords are both valid, each under its name", async () => {
  const { basic } = await setUp({ environment: ENVIRONMENT, owner: 'alice' })

  expect(await basic.verify('alice', 'owner pass', CLIENT)).toEqual({
    userId: 'alice',
    source: 'owner',
  })
  expect(await basic.verify('admin', 'environment pass', CLIENT)).toEqual({
    userId: 'admin',
    source: 'environment',
  })
  expect(await basic.verify('alice', 'environment pass', CLIENT)).toBeNull()
  expect(await basic.verify('admin', 'owner pass', CLIENT)).toBeNull()
})

test("under the same name only the owner's password is valid", async () => {
  const { basic } = await setUp({ environment: ENVIRONMENT, owner: 'admin' })

  expect(await basic.verify('admin', 'owner pass', CLIENT)).toMatchObject({ source: 'owner' })
  expect(await basic.verify('admin', 'environment pass', CLIENT)).toBeNull()
})

test('a user that does not exist costs exactly the work of one that does', async () => {
  const { basic, work } = await setUp({ environment: ENVIRONMENT, owner: 'alice' })
  const workOf = async (username: string, password: string) => {
    work.parameters.length = 0
    expect(await basic.verify(username, password, CLIENT)).toBeNull()
    return [...work.parameters]
  }

  const known = await workOf('alice', 'wrong pass')

  expect(known).toHaveLength(1)
  for (const username of ['admin', 'mallory', '', 'ALICE', 'alice ', 'a'.repeat(100_000)]) {
    expect(await workOf(username, 'wrong pass')).toEqual(known)
  }
  for (const password of ['', 'a'.repeat(100_000)]) {
    expect(await workOf('alice', password)).toEqual(known)
    expect(await workOf('mallory', password)).toEqual(known)
  }
})

test('the very first check costs the same for anyone', async () => {
  const first = async (username: string) => {
    const { owner } = openTestStore(temporaryFolder())
    const { passwords, work } = countedPasswords(CHEAP)
    const options = { passwords, owner, environment: ENVIRONMENT, now: () => START }
    await new BasicCredentials(options).verify(username, 'wrong pass', CLIENT)
    return work.parameters
  }

  expect(await first('mallory')).toEqual(await first('admin'))
})

test('without any password nobody gets in, at the same cost', async () => {
  const { basic, work } = await setUp()

  expect(basic.exist).toBe(false)
  expect(await basic.verify('', '', CLIENT)).toBeNull()
  expect(work.parameters).toHaveLength(1)
})

test('a pair that was right is remembered for a minute, and no longer', async () => {
  const { basic, work, clock } = await setUp({ owner: 'alice' })
  await basic.verify('alice', 'owner pass', CLIENT)

  clock.now += 59_999
  expect(basic.remembered('alice', 'owner pass', CLIENT)).toMatchObject({ userId: 'alice' })
  expect(await basic.verify('alice', 'owner pass', CLIENT)).toMatchObject({ userId: 'alice' })
  expect(work.parameters).toHaveLength(1)
  clock.now += 1
  expect(basic.remembered('alice', 'owner pass', CLIENT)).toBeNull()
  expect(await basic.verify('alice', 'owner pass', CLIENT)).toMatchObject({ userId: 'alice' })
  expect(work.parameters).toHaveLength(2)
})

test('only that very pair is remembered, and never a wrong one', async () => {
  const { basic } = await setUp({ owner: 'alice' })
  await basic.verify('alice', 'owner pass', CLIENT)
  await basic.verify('alice', 'wrong pass', CLIENT)

  expect(basic.remembered('alice', 'wrong pass', CLIENT)).toBeNull()
  expect(basic.remembered('aliceo', 'wner pass', CLIENT)).toBeNull()
  expect(basic.remembered('alice', 'owner pas', CLIENT)).toBeNull()
  expect(basic.remembered('', '', CLIENT)).toBeNull()
})

test('many requests with the same pair at the same time share one computation', async () => {
  const { basic, work } = await setUp({ owner: 'alice' })

  const right = await Promise.all(
    Array.from({ length: 200 }, () => basic.verify('alice', 'owner pass', CLIENT)),
  )
  const wrong = await Promise.all(
    Array.from({ length: 200 }, () => basic.verify('alice', 'wrong pass', CLIENT)),
  )

  expect(right.every((user) => user?.userId === 'alice')).toBe(true)
  expect(wrong.every((user) => user === null)).toBe(true)
  expect(work.parameters).toHaveLength(2)
})

test('a changed password is the only valid one from that instant on', async () => {
  const { basic, setOwner } = await setUp({ owner: 'alice' })
  await basic.verify('alice', 'owner pass', CLIENT)

  await setOwner('alice', 'another pass')

  expect(basic.remembered('alice', 'owner pass', CLIENT)).toBeNull()
  expect(await basic.verify('alice', 'owner pass', CLIENT)).toBeNull()
  expect(await basic.verify('alice', 'another pass', CLIENT)).toMatchObject({ userId: 'alice' })
})

test('a password that is changed while the old one is being checked does not let it in', async () => {
  const started = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const { owner } = openTestStore(temporaryFolder())
  const { hashPassword } = createPasswords({ cost: CHEAP })
  const [old, fresh] = await Promise.all(['owner pass', 'another pass'].map(hashPassword))
  const setOwner = (passwordHash = '') =>
    owner.set({ username: 'alice', passwordHash, changedAt: START })
  const passwords = createPasswords({
    derive: async (...parameters) => {
      started.resolve()
      await changed.promise
      return deriveWithNode(...parameters)
    },
  })
  const basic = new BasicCredentials({
    passwords,
    owner,
    environment: undefined,
    now: () => START,
  })
  setOwner(old)
  const before = basic.verify('alice', 'owner pass', CLIENT)
  const early = basic.verify('alice', 'another pass', CLIENT)
  await started.promise

  setOwner(fresh)
  basic.forget()
  changed.resolve()

  expect(await before).toBeNull()
  expect(await early).toMatchObject({ userId: 'alice' })
  expect(basic.remembered('alice', 'owner pass', CLIENT)).toBeNull()
})

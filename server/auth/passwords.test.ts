import { expect, test } from 'vitest'
import { createPasswords, parsePhc } from './passwords.ts'
import { CHEAP, countedPasswords } from './testing/support.ts'

const STRENGTH = { memory: 19_456, passes: 2, parallelism: 1, salt: 16, tagBytes: 32 }

test('a password matches its own hash, and no other password does', async () => {
  const { hashPassword, verifyPassword } = createPasswords({ cost: CHEAP })
  const phc = await hashPassword('correct horse')

  expect(await verifyPassword('correct horse', phc)).toBe(true)
  expect(await verifyPassword('correct horsf', phc)).toBe(false)
  expect(await verifyPassword('', phc)).toBe(false)
})

test('hashes have the promised form and strength, and never the same salt', async () => {
  const { passwords, work } = countedPasswords(CHEAP)

  const [one, other] = await Promise.all([
    passwords.hashPassword('correct horse'),
    passwords.hashPassword('correct horse'),
  ])

  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(parsePhc(one ?? '')?.salt).not.toEqual(parsePhc(other ?? '')?.salt)
  expect(work.parameters).toEqual([STRENGTH, STRENGTH])
})

test('a hash made by the reference implementation matches, with its own parameters', async () => {
  const { passwords, work } = countedPasswords()
  const phc =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

  expect(await passwords.verifyPassword('password', phc)).toBe(true)
  expect(await passwords.verifyPassword('Password', phc)).toBe(false)
  expect(work.parameters).toMatchObject([{ memory: 65_536 }, { memory: 65_536 }])
})

test('a password typed in another Unicode form is the same', async () => {
  const { hashPassword, verifyPassword } = createPasswords({ cost: CHEAP })

  expect(await verifyPassword('schlu\u0308ssel', await hashPassword('schl\u00fcssel'))).toBe(true)
})

test('an invalid hash, and no user, cost the work of one and never match', async () => {
  const { passwords, work } = countedPasswords(CHEAP)
  const noHashes = [
    '',
    'password',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=9999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=0,t=0,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  ]

  for (const phc of [...noHashes, passwords.nobody]) {
    expect(await passwords.verifyPassword('password', phc)).toBe(false)
  }

  expect(work.parameters).toEqual(Array(6).fill(STRENGTH))
})

test('no more than two are computed at once, and the event loop goes on meanwhile', async () => {
  const { passwords, work } = countedPasswords()
  let ticks = 0
  const heartbeat = setInterval(() => {
    ticks += 1
  }, 1)

  await Promise.all(
    Array.from({ length: 6 }, () => passwords.verifyPassword('guess', passwords.nobody)),
  )

  clearInterval(heartbeat)
  expect(work.parameters).toHaveLength(6)
  expect(work.most).toBe(2)
  expect(ticks).toBeGreaterThan(10)
})

test('of a flood, sixty-four wait and the rest are turned away at once', async () => {
  const gate = Promise.withResolvers<Buffer>()
  const { hashPassword, verifyPassword, nobody } = createPasswords({ derive: () => gate.promise })
  const flood = Array.from({ length: 66 }, () => verifyPassword('guess', nobody))

  await expect(verifyPassword('one more', nobody)).rejects.toMatchObject({ code: 'BUSY' })
  await expect(hashPassword('one more')).rejects.toMatchObject({ code: 'BUSY' })

  gate.resolve(Buffer.alloc(32))
  expect(await Promise.all(flood)).toEqual(Array(66).fill(false))
  expect(await verifyPassword('later', nobody)).toBe(false)
})

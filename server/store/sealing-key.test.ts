import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyIdOf } from './sealing.ts'
import { keyFromSecret, loadSealingKey } from './sealing-key.ts'
import { recordingLog, temporaryFolder } from './testing/support.ts'

const load = (dataDir: string, secret?: string, sealedBy: Uint8Array[] = []) =>
  loadSealingKey({ dataDir, secret, sealedBy, log: recordingLog().log })

test('the first start makes a key file that only we may read, and later starts use it', () => {
  const folder = temporaryFolder()

  const key = load(folder)

  expect(key).toHaveLength(32)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(load(folder)).toEqual(key)
  expect(load(folder, undefined, [keyIdOf(key)])).toEqual(key)
})

test('the key in the file can be given as SECRET_KEY instead', () => {
  const folder = temporaryFolder()
  const key = load(folder)
  const text = readFileSync(join(folder, 'secret.key'), 'utf8')

  expect(load(temporaryFolder(), text)).toEqual(key)
})

test('no key file is made when SECRET_KEY is given', () => {
  const folder = temporaryFolder()

  load(folder, 'a secret of more than 32 characters')

  expect(readdirSync(folder)).toEqual([])
})

test('SECRET_KEY of 64 hex digits is the key; a longer text always gives the same one', () => {
  const hex = randomBytes(32).toString('hex')
  const text = 'correct horse battery staple, and more'

  expect(keyFromSecret(hex.toUpperCase()).toString('hex')).toBe(hex)
  expect(keyFromSecret(text)).toEqual(keyFromSecret(`${text}\n`))
  expect(keyFromSecret(text)).toHaveLength(32)
  expect(keyFromSecret(text)).not.toEqual(keyFromSecret(`${text}!`))
})

test('a SECRET_KEY of 31 characters is refused, and the message doesn’t show it', () => {
  const secret = 'x'.repeat(31)

  expect(() => keyFromSecret(secret)).toThrow(
    expect.objectContaining({ code: 'WEAK_KEY', message: expect.stringContaining('32') }),
  )
  expect(() => keyFromSecret(secret)).not.toThrow(secret)
})

test('a missing key file is not replaced while something is sealed', () => {
  const folder = temporaryFolder()

  expect(() => load(folder, undefined, [randomBytes(8)])).toThrow(
    expect.objectContaining({ code: 'NO_KEY', message: expect.stringContaining('secret.key') }),
  )
  expect(existsSync(join(folder, 'secret.key'))).toBe(false)
})

test('a key that does not fit what is sealed is refused, from the file and from SECRET_KEY', () => {
  const folder = temporaryFolder()
  const wrong = expect.objectContaining({ code: 'WRONG_KEY' })
  load(folder)

  expect(() => load(folder, undefined, [randomBytes(8)])).toThrow(wrong)
  expect(() => load(folder, 'y'.repeat(32), [randomBytes(8)])).toThrow(wrong)
})

test('a damaged key file is refused and left as it is', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'secret.key')
  for (const text of ['', 'abc', 'z'.repeat(64)]) {
    writeFileSync(file, text)
    expect(() => load(folder)).toThrow(expect.objectContaining({ code: 'WRONG_KEY' }))
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

test('a key file that others may read is warned about', () => {
  const folder = temporaryFolder()
  const { log, lines } = recordingLog()
  load(folder)
  chmodSync(join(folder, 'secret.key'), 0o644)

  loadSealingKey({ dataDir: folder, secret: undefined, sealedBy: [], log })

  expect(lines).toEqual([expect.objectContaining({ level: 'warn' })])
})

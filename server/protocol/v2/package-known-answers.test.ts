import { describe, expect, test } from 'vitest'
import { v2Decoding } from '#contract/messages.ts'
import { fail, ok } from '#lib/errors.ts'
import {
  BETA_REFUSALS,
  betaEnvelope,
  betaPackage,
  betaVectors,
  kdfOf,
  randomOf,
} from '#tests/support/beta-packages.ts'
import { derivedOnce, enveloped, envelopeOf } from '#tests/support/v2-packages.ts'
import { present } from '#tests/support/v2-vectors.ts'
import {
  type DeriveKey,
  openPackage,
  PACKAGE_KDFS,
  packageAad,
  sealPackage,
} from './package-cipher.ts'
import { packageForm, parsePackage, writePackage } from './package-text.ts'
import { openOnboard, openShare } from './share-package.ts'

const deriveKey = derivedOnce()
const never: DeriveKey = () => Promise.reject(new Error('no key is needed'))
const { prefix: _, ...bfshare } = betaPackage('bfshare')
const seckey = '11'.repeat(32)

describe.each(betaVectors.packages)('the known $prefix of Igloo beta', (known) => {
  const { prefix, profileId, plaintext, password, published, ours } = known
  const content = { prefix, profileId, plaintext }

  test('is opened, whatever the order of its fields', async () => {
    for (const text of [published, ours]) {
      expect(await openPackage(text, prefix, { password, deriveKey })).toEqual(ok(content))
    }
  })

  test('is written to the same characters', async () => {
    const key = { password, deriveKey, kdf: kdfOf(known) }
    expect(await sealPackage(content, key, randomOf(known))).toBe(ours)
    const parsed = parsePackage(ours)
    expect(parsed.ok && writePackage(parsed.value)).toBe(ours)
    expect(packageForm(ours)).toBe('current')
  })

  test('has the key and the authenticated data that it should', async () => {
    const salt = Buffer.from(known.salt, 'hex')
    const key = await deriveKey(Buffer.from(password), salt, kdfOf(known), 32)
    expect(Buffer.from(key).toString('hex')).toBe(known.key)
    const aad = packageAad({ prefix, salt, profileId })
    expect(Buffer.from(aad).toString('hex')).toBe(known.aad)
  })

  test('does not open under another prefix, with another id or password, or with a bit flipped', async () => {
    const { before, envelope } = envelopeOf(ours)
    const other = prefix === 'bfshare' ? 'bfonboard' : 'bfshare'
    const wrong = fail(v2Decoding.password)
    const open = (text: string, as = prefix, given = password) =>
      openPackage(text, as, { password: given, deriveKey })
    expect(await open(enveloped(envelope, other), other)).toMatchObject(wrong)
    if (before !== '') {
      const id = before.replace(/^./, '0')
      expect(await open(enveloped(envelope, prefix, id))).toMatchObject(wrong)
    }
    const sealed = Buffer.from(String(envelope['ciphertext']), 'base64url')
    sealed[0] = (sealed[0] ?? 0) ^ 1
    const flipped = { ...envelope, ciphertext: sealed.toString('base64url') }
    expect(await open(enveloped(flipped, prefix, before))).toMatchObject(wrong)
  })
})

test.each(betaVectors.aad)('the tag of a $prefix covers the known $length bytes', (known) => {
  const aad = packageAad({ ...known, salt: Buffer.from(known.salt, 'hex') })
  expect([aad.length, Buffer.from(aad).toString('hex')]).toEqual([known.length, known.bytes])
})

test('the content of the known bfshare and bfonboard is read', async () => {
  const share = { seckey, relays: ['wss://relay.one'] }
  const { password } = bfshare
  expect(await openShare(bfshare.published, { password, deriveKey })).toEqual(ok(share))
  const { ours } = betaPackage('bfonboard')
  expect(await openOnboard(ours, { password, deriveKey })).toEqual(
    ok({ ...share, inviter: '22'.repeat(32) }),
  )
})

test('a password is used exactly as it was typed', async () => {
  const tried: string[] = []
  const noting: DeriveKey = async (password) => {
    tried.push(Buffer.from(password).toString())
    return new Uint8Array(32)
  }
  const typed = [' x ', 'a\u0308', '\u00e4', '']
  for (const password of typed) await openShare(bfshare.ours, { password, deriveKey: noting })
  expect(tried).toEqual(typed)
})

describe('before a key is derived, an envelope is refused that', () => {
  test.each(BETA_REFUSALS)('%s', async (_, change, reason) => {
    const text = enveloped({ ...betaEnvelope, ...change })
    const opened = await openShare(text, { password: bfshare.password, deriveKey: never })
    expect(opened).toMatchObject(fail(reason))
  })

  test('has the fields of both versions and is of neither', async () => {
    const { envelope: older } = envelopeOf((await sealed('older')) ?? '')
    const open = (envelope: object) =>
      openShare(enveloped(envelope), { password: bfshare.password, deriveKey: never })
    expect(await open({ ...betaEnvelope, ...older })).toMatchObject(fail(v2Decoding.version(2)))
    expect(await open({ ...older, kdf: 'none' })).toMatchObject(fail(v2Decoding.envelopeForm))
  })

  test('has several faults, with the reason of the first in the order of genuine devices', async () => {
    const faults = Object.assign({}, ...BETA_REFUSALS.slice(0, 14).map(([, change]) => change))
    const order = ['version', 'kdf', 'aead', 'kdf_m_cost', 'kdf_t_cost', 'kdf_p_cost', 'salt_hex']
    const reasons: string[] = []
    for (const field of [...order, 'nonce_hex']) {
      const opened = await openShare(enveloped({ ...betaEnvelope, ...faults }), {
        ...{ password: bfshare.password, deriveKey: never },
      })
      reasons.push(opened.ok ? '' : opened.error)
      delete faults[field]
    }
    expect(reasons).toEqual([
      ...[v2Decoding.version(2), v2Decoding.kdf, v2Decoding.aead],
      ...[v2Decoding.kdfMemory(64, 1_024), v2Decoding.kdfPasses(3, 16)],
      ...[v2Decoding.kdfLanes(1, 4), v2Decoding.salt(16), v2Decoding.nonce(24)],
    ])
  })
})

const sealed = (form: 'current' | 'older') =>
  sealPackage(
    { prefix: 'bfshare', profileId: null, plaintext: `${seckey}?relay=a` },
    { password: 'x', deriveKey: async () => new Uint8Array(32), kdf: PACKAGE_KDFS[form] },
  )

test('a package is written with 256 MiB and four passes, or in the form for an older Igloo', async () => {
  const [current, older] = [await sealed('current'), await sealed('older')]
  expect(Object.entries(envelopeOf(current).envelope)).toMatchObject([
    ['version', 2],
    ['kdf', 'argon2id'],
    ['kdf_m_cost', 262_144],
    ['kdf_t_cost', 4],
    ['kdf_p_cost', 1],
    ['aead', 'xchacha20poly1305'],
    ['salt_hex', expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['nonce_hex', expect.stringMatching(/^[0-9a-f]{48}$/)],
    ['ciphertext', expect.any(String)],
  ])
  expect(envelopeOf(older).envelope).toMatchObject({ version: 1, iterations: 600_000 })
  expect([packageForm(current), packageForm(older)]).toEqual(['current', 'older'])
})

test('hex is read in either case', async () => {
  const { salt_hex, nonce_hex } = betaEnvelope
  const upper = {
    ...betaEnvelope,
    salt_hex: String(salt_hex).toUpperCase(),
    nonce_hex: String(nonce_hex).toUpperCase(),
  }
  const { password } = bfshare
  expect((await openShare(enveloped(upper), { password, deriveKey })).ok).toBe(true)
  const { ours, prefix } = betaPackage('bfprofile')
  const { before, envelope } = envelopeOf(ours)
  const text = enveloped(envelope, 'bfprofile', present(before).toUpperCase())
  expect((await openPackage(text, prefix, { password, deriveKey })).ok).toBe(true)
})

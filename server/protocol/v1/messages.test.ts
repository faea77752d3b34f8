import { Schema } from '@frostr/bifrost'
import { describe, expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import type { Result } from '#lib/errors.ts'
import { parseEcdh, parsePartialSignatures, parsePingPolicy, parseSession } from './messages.ts'

const HEX_32 = 'ab'.repeat(32)
const HEX_33 = `02${HEX_32}`

const session = {
  content: null,
  hashes: [[HEX_32], [HEX_32, HEX_32, HEX_32]],
  members: [1, 2],
  stamp: 1_750_000_000,
  type: 'message',
  gid: HEX_32,
  sid: HEX_32,
}
const partials = { idx: 1, psigs: [[HEX_32, HEX_32]], pubkey: HEX_33, sid: HEX_32 }
const ecdh = { idx: 1, keyshare: HEX_33, members: [1, 2], ecdh_pk: HEX_32 }
const policy = { send: true, recv: false }

/** Values that any field may hold. */
const VALUES: unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  7,
  1e15,
  '',
  'text',
  'abc',
  'zz'.repeat(32),
  HEX_32,
  HEX_32.toUpperCase(),
  HEX_33,
  `${HEX_32}\n`,
  ` ${HEX_32.slice(1)}`,
  [],
  [1],
  [1, 2, 3],
  ['1'],
  [null],
  [[]],
  [[HEX_32]],
  [[HEX_32, HEX_32]],
  [[HEX_32, HEX_32, HEX_32]],
  [[HEX_32, 'short']],
  [[HEX_32, null]],
  [HEX_32],
  {},
  { 0: HEX_32, length: 1 },
]

interface Parser {
  name: string
  sound: Record<string, unknown>
  parse(data: string): Result<unknown>
  accepts(value: unknown): boolean
  error: string
}

const parsers: Parser[] = [
  {
    name: 'a signing request',
    sound: session,
    parse: parseSession,
    accepts: (value) => Schema.sign.session.safeParse(value).success,
    error: protocolTexts.sessionSchema,
  },
  {
    name: 'partial signatures',
    sound: partials,
    parse: parsePartialSignatures,
    accepts: (value) => Schema.sign.psig_pkg.safeParse(value).success,
    error: protocolTexts.signatureSchema,
  },
  {
    name: 'a key exchange',
    sound: ecdh,
    parse: parseEcdh,
    accepts: (value) => Schema.pkg.ecdh.safeParse(value).success,
    error: protocolTexts.ecdhSchema,
  },
  {
    name: 'an answer to a ping',
    sound: policy,
    parse: parsePingPolicy,
    accepts: (value) => Schema.peer.policy.safeParse(value).success,
    error: protocolTexts.invalidPingResponse,
  },
]

describe.each(parsers)('$name', ({ sound, parse, accepts, error }) => {
  const refusal = { ok: false, error }
  const read = (value: unknown) => parse(JSON.stringify(value) ?? '')

  test('is read as it was written', () => {
    expect(read(sound)).toEqual({ ok: true, value: sound })
    expect(accepts(sound)).toBe(true)
  })

  test('is accepted or refused as by the genuine library, whatever is in its fields', () => {
    for (const field of Object.keys(sound)) {
      for (const value of VALUES) {
        const changed = { ...sound, [field]: value }
        const asRead = JSON.parse(JSON.stringify(changed)) as unknown
        expect([field, value, read(changed).ok]).toEqual([field, value, accepts(asRead)])
      }
    }
  })

  test('is refused without any one of its fields', () => {
    for (const field of Object.keys(sound)) {
      expect(read({ ...sound, [field]: undefined })).toMatchObject(refusal)
    }
  })

  test('may have unknown fields, which are left out', () => {
    expect(read({ ...sound, extra: { deep: 1 } })).toEqual({ ok: true, value: sound })
  })

  test('is refused when it is not an object', () => {
    for (const value of VALUES) if (!accepts(value)) expect(read(value)).toMatchObject(refusal)
    for (const text of ['', '{', 'nonsense', '{"idx":1', 'undefined']) {
      expect(parse(text)).toMatchObject(refusal)
    }
  })
})

describe('stricter than the genuine library', () => {
  // These numbers are indices and seconds. A request with a broken one can't be answered.
  test.each([1.5, 1e300, 2 ** 53])('invalid integers are refused: %d', (number) => {
    const refused = [
      parseSession(JSON.stringify({ ...session, members: [number] })),
      parseSession(JSON.stringify({ ...session, stamp: number })),
      parsePartialSignatures(JSON.stringify({ ...partials, idx: number })),
      parseEcdh(JSON.stringify({ ...ecdh, idx: number })),
      parseEcdh(JSON.stringify({ ...ecdh, members: [1, number] })),
    ]
    expect(refused.map((result) => result.ok)).toEqual([false, false, false, false, false])
  })
})

describe('a key exchange with a blinded key', () => {
  const blinded = { ecdh_pk: HEX_32, challenge: HEX_32, of_keys: [HEX_32], of_base: HEX_32 }
  const read = (changes: object) => parseEcdh(JSON.stringify({ ...ecdh, ...changes }))

  test('is read as it was written, and other makes read the rest', () => {
    for (const own of [{ blinded }, { blinded_keyshare: HEX_33 }]) {
      expect(read(own)).toEqual({ ok: true, value: { ...ecdh, ...own } })
      expect(Schema.pkg.ecdh.parse({ ...ecdh, ...own })).toEqual(ecdh)
    }
    expect(read({ blinded: { ...blinded, extra: 1 } })).toEqual(read({ blinded }))
  })

  test('is refused with any of its fields missing or of another form', () => {
    for (const field of Object.keys(blinded)) {
      for (const value of [undefined, null, 7, HEX_33, 'zz'.repeat(32)]) {
        expect(read({ blinded: { ...blinded, [field]: value } }).ok).toBe(false)
      }
    }
    for (const of_keys of [[], [HEX_33], [HEX_32, HEX_32]]) {
      expect(read({ blinded: { ...blinded, of_keys } }).ok).toBe(false)
    }
    for (const value of [null, true, 'text', []]) expect(read({ blinded: value }).ok).toBe(false)
    for (const value of [null, '', HEX_32, [HEX_33]])
      expect(read({ blinded_keyshare: value }).ok).toBe(false)
  })
})

test('a session may carry content', () => {
  const withContent = { ...session, content: 'ab' }
  expect(parseSession(JSON.stringify(withContent))).toEqual({ ok: true, value: withContent })
})

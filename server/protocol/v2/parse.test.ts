import { describe, expect, test } from 'vitest'
import { protocolTexts, v2Decoding, v2Refusal } from '#contract/messages.ts'
import { fail, ok } from '#lib/errors.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { recordedEvents } from '#tests/support/v2-vectors.ts'
import {
  hex32,
  hexBytes,
  listOf,
  nullable,
  parseJson,
  pointForm,
  record,
  text,
  uint16,
  uint32,
} from '../fields.ts'
import { V2_ECDH_ENTRIES_MAX, V2_HASHES_MAX, V2_MEMBERS_MAX, V2_NONCES_MAX } from '../limits.ts'
import { encodePayload } from './encode.ts'
import type { Message, MessageType, Ping2 } from './messages.ts'
import { parsePayload } from './parse.ts'

const prng = seededPrng(403)
const hex = (bytes: number) => Buffer.from(prng.bytes(bytes)).toString('hex')
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const nonce = () => ({ binder_pn: `02${hex(32)}`, hidden_pn: `03${hex(32)}`, code: hex(32) })
const entry = () => ({ hash_index: 0, ...nonce() })
const flags = { echo: true, ping: true, onboard: true, sign: false, ecdh: true }

const profile = {
  for_peer: hex(32),
  revision: 1,
  updated: 2,
  block_all: false,
  request: flags,
  respond: flags,
}
const ping2 = {
  version: 2,
  advertised_nonces: [nonce()],
  held_peer_nonce_codes: [hex(32)],
  policy_profile: profile,
}
const ping1 = { version: 1, nonces: [nonce()], policy_profile: null }
const session = {
  gid: hex(32),
  sid: hex(32),
  members: [1, 2],
  hashes: [hex(32)],
  content: null,
  kind: 'message',
  stamp: 7,
  nonces: [{ idx: 1, entries: [entry()] }],
}
const signResponse = {
  idx: 1,
  sid: hex(32),
  pubkey: hex(32),
  psigs: [{ hash_index: 0, sighash: hex(32), partial_sig: hex(32) }],
  nonce_code: null,
  replenish: null,
}
const ecdh = { idx: 1, members: [1, 2], entries: [{ ecdh_pk: hex(32), keyshare: `02${hex(32)}` }] }
const proof = { challenge: hex(32), of_keys: [hex(32), hex(32)], of_base: hex(32) }
const ecdhEntry = () => ({ ecdh_pk: hex(32), keyshare: `02${hex(32)}` })
const [onboarded] = recordedEvents.filter(({ plaintext }) => plaintext.includes('OnboardResponse'))
const onboardResponse = JSON.parse(onboarded?.plaintext ?? '').payload.data

/** A sound payload of each kind, and the error for an unsound one. */
const payloads = {
  'ping 2': ['PingRequest', ping2, v2Refusal.pingSchema],
  'ping 1': ['PingResponse', ping1, v2Refusal.pingSchema],
  'onboard request': ['OnboardRequest', { version: 1, nonces: [nonce()] }, v2Refusal.onboardSchema],
  'sign request': ['SignRequest', session, protocolTexts.sessionSchema],
  'sign response': ['SignResponse', signResponse, protocolTexts.signatureSchema],
  'ecdh request': ['EcdhRequest', ecdh, protocolTexts.ecdhSchema],
  'ecdh response': ['EcdhResponse', ecdh, protocolTexts.ecdhSchema],
  error: ['Error', { code: 'peer_denied', message: 'no' }, v2Refusal.errorSchema],
} as const satisfies Record<string, [MessageType, object, string]>

type Kind = keyof typeof payloads
const kinds = Object.entries(payloads).map(
  ([kind, [type, sound, error]]) => [kind as Kind, type, sound, error] as const,
)

/** The outcome of a payload of this kind that arrived with something changed. */
const parsed = (kind: Kind, wrong: object = {}) =>
  parsePayload[payloads[kind][0]](parseJson(JSON.stringify({ ...payloads[kind][1], ...wrong })))

test.each(recordedEvents.map((event) => [event.step, event] as const))(
  'the recorded payload of “%s” is read, and written to the same JSON',
  (_, { plaintext }) => {
    const { payload } = JSON.parse(plaintext)
    const read = parsePayload[payload.type as MessageType](payload.data)
    const message = { type: payload.type, data: read.ok && read.value } as Message
    expect(JSON.stringify(encodePayload(message))).toBe(JSON.stringify(payload.data))
  },
)

describe('a payload', () => {
  test.each(kinds)('of kind %s is read as it is', (kind, _, sound) => {
    expect(parsed(kind)).toEqual(ok(sound))
  })

  test.each(kinds)('of kind %s may have unknown keys', (kind, _, sound) => {
    expect(parsed(kind, { later: 1.5 })).toEqual(ok(sound))
  })

  test.each(kinds)(
    'of kind %s may lack fields that can be null, and no others',
    (kind, type, sound, error) => {
      const optional = ['policy_profile', 'content', 'nonce_code', 'replenish']
      for (const name of Object.keys(sound)) {
        const { [name]: left, ...rest } = sound as Record<string, unknown>
        const isOptional = optional.includes(name) || (name === 'nonces' && /sign|ping/.test(kind))
        const empty = kind === 'sign request' && name === 'nonces' ? [] : null
        const expected = isOptional ? ok({ ...sound, [name]: empty }) : fail(error)
        expect(left).not.toBeUndefined()
        expect(parsePayload[type](rest)).toEqual(expected)
        expect(parsed(kind, { [name]: null })).toEqual(expected)
      }
    },
  )

  test('of a ping has the id of its nonce pool, and the nonces that are still good', () => {
    const [pool, codes] = [hex(32), [hex(32), hex(32)]]
    const said = { nonce_pool_generation: pool, recognized_peer_nonce_codes: codes }
    expect(parsed('ping 2', said)).toEqual(ok({ ...ping2, ...said }))
    expect(parsed('ping 2', { nonce_pool_generation: pool.toUpperCase() })).toEqual(
      ok({ ...ping2, nonce_pool_generation: pool }),
    )
    expect(parsed('ping 1', said)).toEqual(ok(ping1))
  })

  test.each([null, '', '0'.repeat(64), hex(31), hex(33), 'zz'.repeat(32), 7, [hex(32)]])(
    'of a ping is read without an invalid id of its pool: %s',
    (nonce_pool_generation) => {
      expect(parsed('ping 2', { nonce_pool_generation })).toEqual(ok(ping2))
    },
  )

  test.each([null, '', {}, [hex(31)], [7], times(V2_NONCES_MAX + 1, () => hex(32))])(
    'of a ping is read without an invalid list of good nonces: %s',
    (recognized_peer_nonce_codes) => {
      expect(parsed('ping 2', { recognized_peer_nonce_codes })).toEqual(ok(ping2))
    },
  )

  test('of a ping is written with the id of its pool, or without the field', () => {
    const data = { ...ping2, version: 2 as const }
    const written = (ping: Ping2) =>
      JSON.stringify(encodePayload({ type: 'PingRequest', data: ping }))
    const pool = hex(32)
    expect(written(data)).toBe(JSON.stringify(ping2))
    expect(written({ ...data, nonce_pool_generation: pool })).toBe(
      JSON.stringify({ ...ping2, nonce_pool_generation: pool }),
    )
  })

  test.each(kinds)('of kind %s is refused when it is not an object', (_, type, __, error) => {
    for (const value of [null, undefined, 'text', 7, [], [{}], true])
      expect(parsePayload[type](value)).toMatchObject(fail(error))
  })

  test.each<[Kind, string, object]>([
    ['ping 2', 'version 3', { version: 3 }],
    ['ping 2', 'the version of the other ping', { version: 1, nonces: [{}] }],
    ['ping 1', 'the version of the other ping', { version: 2 }],
    ['ping 2', 'too many nonces', { advertised_nonces: times(V2_NONCES_MAX + 1, nonce) }],
    [
      'ping 2',
      'too many codes',
      { held_peer_nonce_codes: times(V2_NONCES_MAX + 1, () => hex(32)) },
    ],
    ['ping 2', 'a code of 31 bytes', { held_peer_nonce_codes: [hex(31)] }],
    ['ping 2', 'a code that is no hex', { held_peer_nonce_codes: ['zz'.repeat(32)] }],
    ['ping 2', 'a nonce without code', { advertised_nonces: [{ ...nonce(), code: undefined }] }],
    [
      'ping 2',
      'a nonce that is uncompressed',
      { advertised_nonces: [{ ...nonce(), hidden_pn: `04${hex(64)}` }] },
    ],
    ['ping 2', 'a nonce of 32 bytes', { advertised_nonces: [{ ...nonce(), binder_pn: hex(32) }] }],
    [
      'ping 2',
      'a profile for a peer in upper case',
      { policy_profile: { ...profile, for_peer: 'AB'.repeat(32) } },
    ],
    [
      'ping 2',
      'a profile without a flag',
      { policy_profile: { ...profile, respond: { ...flags, echo: undefined } } },
    ],
    [
      'ping 2',
      'a flag that is a number',
      { policy_profile: { ...profile, request: { ...flags, echo: 1 } } },
    ],
    ['ping 2', 'a profile of a float revision', { policy_profile: { ...profile, revision: 1.5 } }],
    ['ping 2', 'a profile that is a list', { policy_profile: [] }],
    ['ping 1', 'too many nonces', { nonces: times(V2_NONCES_MAX + 1, nonce) }],
    ['onboard request', 'version 2', { version: 2 }],
    ['onboard request', 'no nonces', { nonces: [] }],
    ['onboard request', 'too many nonces', { nonces: times(V2_NONCES_MAX + 1, nonce) }],
    ['sign request', 'no hashes', { hashes: [] }],
    ['sign request', 'too many hashes', { hashes: times(V2_HASHES_MAX + 1, () => hex(32)) }],
    ['sign request', 'a hash of 33 bytes', { hashes: [hex(33)] }],
    ['sign request', 'a member above 16 bits', { members: [1, 65_536] }],
    ['sign request', 'a member below zero', { members: [-1, 1] }],
    ['sign request', 'a member that is a text', { members: ['1', 2] }],
    ['sign request', 'a stamp above 32 bits', { stamp: 2 ** 32 }],
    ['sign request', 'a stamp with a fraction', { stamp: 0.5 }],
    ['sign request', 'content that is no hex', { content: 'text' }],
    ['sign request', 'content of half a byte', { content: 'abc' }],
    ['sign request', 'a kind that is no text', { kind: 1 }],
    ['sign request', 'a group id of 16 bytes', { gid: hex(16) }],
    [
      'sign request',
      'an entry without a point',
      { nonces: [{ idx: 1, entries: [{ ...entry(), hidden_pn: '' }] }] },
    ],
    [
      'sign request',
      'too many entries',
      { nonces: [{ idx: 1, entries: times(V2_HASHES_MAX + 1, entry) }] },
    ],
    ['sign response', 'no partial signatures', { psigs: [] }],
    [
      'sign response',
      'too many partial signatures',
      { psigs: times(V2_HASHES_MAX + 1, () => signResponse.psigs[0]) },
    ],
    [
      'sign response',
      'a partial signature of 31 bytes',
      { psigs: [{ ...signResponse.psigs[0], partial_sig: hex(31) }] },
    ],
    ['sign response', 'a code that is no hex', { nonce_code: 'code' }],
    ['sign response', 'too many nonces', { replenish: times(V2_NONCES_MAX + 1, nonce) }],
    ['ecdh request', 'no entries', { entries: [] }],
    ['ecdh request', 'too many entries', { entries: times(V2_ECDH_ENTRIES_MAX + 1, ecdhEntry) }],
    [
      'ecdh request',
      'a key of 33 bytes',
      { entries: [{ ...ecdhEntry(), ecdh_pk: `02${hex(32)}` }] },
    ],
    [
      'ecdh request',
      'a key share of 32 bytes',
      { entries: [{ ...ecdhEntry(), keyshare: hex(32) }] },
    ],
    ['ecdh request', 'a proof that is no object', { blinded: true }],
    ['ecdh request', 'half a proof', { blinded: { ...proof, of_base: undefined } }],
    ['ecdh request', 'a proof too long', { blinded: { ...proof, of_keys: [hex(33)] } }],
    ['ecdh request', 'a proof for no key', { blinded: { ...proof, of_keys: [] } }],
    [
      'ecdh request',
      'a proof for too many keys',
      { blinded: { ...proof, of_keys: times(V2_ECDH_ENTRIES_MAX, () => hex(32)) } },
    ],
    ['error', 'keys that are none', { apart: [hex(33)] }],
    ['error', 'too many keys', { apart: times(V2_ECDH_ENTRIES_MAX + 1, () => hex(32)) }],
    ['error', 'a code that is no text', { code: 7 }],
  ])('of kind %s is refused that has %s', (kind, _, wrong) => {
    expect(parsed(kind, wrong)).toMatchObject(fail(payloads[kind][2]))
  })

  test('of a key exchange may have fields of our own, which are read and written', () => {
    const ours = { weighted: true, blinded: proof }
    expect(parsed('ecdh request', ours)).toEqual(ok({ ...ecdh, ...ours }))
    expect(parsed('ecdh request', { weighted: 1, blinded: null })).toEqual(ok(ecdh))
    for (const data of [ecdh, { ...ecdh, ...ours }])
      expect(encodePayload({ type: 'EcdhRequest', data })).toEqual(data)
  })

  test('may be as large as its limits allow', () => {
    expect(parsed('ping 2', { advertised_nonces: times(V2_NONCES_MAX, nonce) }).ok).toBe(true)
    expect(parsed('sign request', { hashes: times(V2_HASHES_MAX, () => hex(32)) }).ok).toBe(true)
    expect(parsed('ecdh request', { entries: times(V2_ECDH_ENTRIES_MAX, ecdhEntry) }).ok).toBe(true)
    expect(parsed('sign request', { members: [0, 65_535], stamp: 2 ** 32 - 1 }).ok).toBe(true)
  })

  test('may write hex in upper case, and is kept in lower case', () => {
    const upper = JSON.parse(JSON.stringify(session), (_, value) =>
      typeof value === 'string' && value !== 'message' ? value.toUpperCase() : value,
    )
    expect(parsePayload.SignRequest(upper)).toEqual(ok(session))
  })

  test('with whole numbers written as floats is refused', () => {
    const written = JSON.stringify(session)
    for (const [one, other] of [
      ['"stamp":7', '"stamp":7.0'],
      ['"stamp":7', '"stamp":7e0'],
      ['[1,2]', '[1,2.0]'],
      ['"hash_index":0', '"hash_index":-0'],
    ] as const) {
      expect(written).toContain(one)
      const float = parseJson(written.replace(one, other))
      expect(parsePayload.SignRequest(float)).toMatchObject(fail(protocolTexts.sessionSchema))
    }
  })
})

describe('a signing request, whose reader is written out,', () => {
  const nonceForm = { binder_pn: pointForm, hidden_pn: pointForm, code: hex32 }
  const sets = listOf(
    record({
      idx: uint16,
      entries: listOf(record({ hash_index: uint16, ...nonceForm }), { max: V2_HASHES_MAX }),
    }),
    { max: V2_MEMBERS_MAX },
  )
  /** The same reader, combined from small ones. */
  const reference = record({
    gid: hex32,
    sid: hex32,
    members: listOf(uint16, { max: V2_MEMBERS_MAX }),
    hashes: listOf(hex32, { min: 1, max: V2_HASHES_MAX }),
    content: nullable(hexBytes),
    kind: text,
    stamp: uint32,
    nonces: (value) => (value === null || value === undefined ? [] : sets(value)),
  })
  const OTHERS = [null, '', 'x', -1, 1.5, 2 ** 16, 2 ** 32, true, [], {}, [null]]

  /** One of its parts, at any depth, replaced or left out. */
  function changed<T>(value: T): T {
    if (typeof value !== 'object' || value === null || prng.integer(4) === 0) {
      return prng.pick([...OTHERS, hex(32), hex(32).toUpperCase(), `02${hex(32)}`, hex(33)]) as T
    }
    const key = prng.pick(Object.keys(value)) as keyof T
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as T
    if (prng.integer(8) === 0) delete copy[key]
    else copy[key] = changed(value[key])
    return copy
  }

  test('is read as by a combined reader, whatever is wrong with it', () => {
    const outcomes = new Set<boolean>()
    for (let round = 0; round < 5_000; round += 1) {
      const value = changed({
        ...session,
        nonces: [1, 2].map((idx) => ({ idx, entries: times(2, entry) })),
      })
      const expected = reference(value)
      const read = parsePayload.SignRequest(value)
      outcomes.add(read.ok)
      expect(read).toEqual(
        expected === undefined ? fail(protocolTexts.sessionSchema) : ok(expected),
      )
    }
    expect(outcomes.size).toBe(2)
  })
})

describe('an answer to an onboarding', () => {
  test('is refused with the reason why its group is invalid', () => {
    const group = { ...onboardResponse.group, threshold: 4 }
    expect(parsePayload.OnboardResponse({ ...onboardResponse, group })).toMatchObject(
      fail(v2Decoding.threshold(3)),
    )
  })

  test('may have no nonces, but must have the list', () => {
    const without = { ...onboardResponse, nonces: [] }
    expect(parsePayload.OnboardResponse(without)).toEqual(ok(without))
    expect(parsePayload.OnboardResponse({ ...onboardResponse, nonces: null })).toMatchObject(
      fail(v2Refusal.onboardSchema),
    )
    expect(parsePayload.OnboardResponse(null)).toMatchObject(fail(v2Refusal.onboardSchema))
  })
})

describe('the secrets of a nonce never get onto the wire', () => {
  const secret = { ...nonce(), hidden_sn: 'hidden secret', binder_sn: 'binder secret' }
  const messages: Message[] = [
    { type: 'PingRequest', data: { version: 1, nonces: [secret], policy_profile: null } },
    { type: 'PingResponse', data: { ...ping2, version: 2, advertised_nonces: [secret] } },
    { type: 'OnboardRequest', data: { version: 1, nonces: [secret] } },
    { type: 'OnboardResponse', data: { ...onboardResponse, nonces: [secret] } },
    {
      type: 'SignRequest',
      data: { ...session, nonces: [{ idx: 1, entries: [{ ...secret, hash_index: 0 }] }] },
    },
    { type: 'SignResponse', data: { ...signResponse, replenish: [secret] } },
  ]

  test.each(messages.map((message) => [message.type, message] as const))('in %s', (_, message) => {
    const written = JSON.stringify(encodePayload(message))
    expect(written).not.toContain('secret')
    expect(written).toContain(secret.code)
  })
})

import {
  create_event,
  create_payload,
  decrypt_content,
  decrypt_payload,
  encrypt_content,
  gen_message_id,
  get_shared_secret,
  parse_envelope,
} from '@cmdcode/nostr-p2p/lib'
import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal } from '#contract/messages.ts'
import { sharedX } from '#crypto/cipher.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { signEvent } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import { TAG_CHARS_MAX, TAG_CHARS_MIN } from '../limits.ts'
import { type Envelope, newMessageId, openEnvelope, sealEnvelope } from './envelope.ts'

const prng = seededPrng(71)
const KIND = 20_004

interface Key {
  seckey: string
  pubkey: string
}

function randomKey(): Key {
  const seckey = scalarHex(randomScalar(prng.bytes))
  return { seckey, pubkey: bytesToHex(schnorr.getPublicKey(hexToBytes(seckey))) }
}

/** The genuine library uses TextEncoder, which lone surrogates do not survive. */
const TEXTS = [
  'ping',
  '',
  '{"idx":1}',
  'é 日本語 👩‍👩‍👧‍👦 𝄞',
  '\u0000\n\u2028"\\',
  'x'.repeat(5_000),
]

function randomEnvelope(): Envelope {
  return {
    tag: prng.pick(['/ping/req', '/sign/res', 'abc', 't'.repeat(TAG_CHARS_MAX), '/é/👾']),
    id: bytesToHex(prng.bytes(16)),
    data: prng.pick(TEXTS) + bytesToHex(prng.bytes(prng.integer(200))),
  }
}

const alice = randomKey()
const bob = randomKey()
const key = sharedX(alice.seckey, bob.pubkey)
const envelope = randomEnvelope()
const sealed = sealEnvelope(envelope, key)

/** Content that decrypts to any text. */
const sealText = (text: string) => encrypt_content(key.toString('hex'), text)

describe('the key of a conversation', () => {
  test('is the one that the genuine library derives, from both ends', () => {
    for (let round = 0; round < 60; round += 1) {
      const [one, two] = [randomKey(), randomKey()]
      const ours = sharedX(one.seckey, two.pubkey).toString('hex')
      expect(ours).toBe(get_shared_secret(one.seckey, two.pubkey))
      expect(sharedX(two.seckey, one.pubkey).toString('hex')).toBe(ours)
    }
  })

  test('with oneself is derived like any other', () => {
    expect(sharedX(alice.seckey, alice.pubkey).toString('hex')).toBe(
      get_shared_secret(alice.seckey, alice.pubkey),
    )
  })

  test('does not exist for a key that is not a point', () => {
    const noPoint = `${'00'.repeat(31)}05`
    expect(thrownBy(() => sharedX(alice.seckey, noPoint))).toBeInstanceOf(Error)
  })
})

describe('an envelope', () => {
  test('of ours is read by the genuine library', () => {
    for (let round = 0; round < 400; round += 1) {
      const sent = randomEnvelope()
      const plain = decrypt_content(key.toString('hex'), sealEnvelope(sent, key, prng.bytes))
      expect(JSON.parse(plain)).toEqual([sent.tag, sent.id, sent.data])
    }
  })

  test('of the genuine library is read by us', () => {
    for (let round = 0; round < 400; round += 1) {
      const { tag, id, data } = randomEnvelope()
      const content = encrypt_content(key.toString('hex'), create_payload(tag, data, id))
      expect(openEnvelope(content, key)).toEqual({ ok: true, value: { tag, id, data } })
    }
  })

  test('in an event of ours passes every check of the genuine library', () => {
    for (let round = 0; round < 40; round += 1) {
      const [from, to] = [randomKey(), randomKey()]
      const sent = randomEnvelope()
      const template = {
        kind: KIND,
        created_at: 1_750_000_000,
        tags: [['p', to.pubkey]],
        content: sealEnvelope(sent, sharedX(from.seckey, to.pubkey)),
      }
      const event = signEvent(template, from.seckey, from.pubkey)
      const message = parse_envelope(decrypt_payload(event, to.seckey), event)
      expect(message).toMatchObject(sent)
    }
  })

  test('in an event of the genuine library is read by us', () => {
    for (let round = 0; round < 40; round += 1) {
      const [from, to] = [randomKey(), randomKey()]
      const { tag, id, data } = randomEnvelope()
      const config = { kind: KIND, tags: [], created_at: 1_750_000_000 }
      const payload = create_payload(tag, data, id)
      const event = create_event(config, payload, to.pubkey, from.seckey)
      expect(event.tags).toEqual([['p', to.pubkey]])
      expect(openEnvelope(event.content, sharedX(to.seckey, event.pubkey))).toEqual({
        ok: true,
        value: { tag, id, data },
      })
    }
  })

  test('is never sealed the same way twice', () => {
    expect(sealEnvelope(envelope, key)).not.toBe(sealEnvelope(envelope, key))
  })

  test('has an initialisation vector of 24 bytes', () => {
    const [content = '', iv = ''] = sealed.split('?iv=')
    expect(content).toMatch(/^[\w-]+$/)
    expect(Buffer.from(iv, 'base64url')).toHaveLength(24)
  })

  test('of the largest possible session is read', () => {
    const large = { ...envelope, data: 'ab'.repeat(45_000) }
    expect(openEnvelope(sealEnvelope(large, key), key)).toEqual({ ok: true, value: large })
  })
})

describe('content that does not decrypt', () => {
  const [body = '', iv = ''] = sealed.split('?iv=')

  test.each([
    ['that is empty', ''],
    ['without a vector', body],
    ['with an empty vector', `${body}?iv=`],
    ['with another vector', `${body}?iv=${Buffer.alloc(24).toString('base64url')}`],
    ['that is nothing but a vector', `?iv=${iv}`],
    ['that is cut short', `${body.slice(0, -8)}?iv=${iv}`],
    ['that is shorter than its tag', `${body.slice(0, 10)}?iv=${iv}`],
    ['that is no base64', `!!!!?iv=${iv}`],
    ['with a byte changed', `${body.startsWith('A') ? 'B' : 'A'}${body.slice(1)}?iv=${iv}`],
    ['that is plain', JSON.stringify([envelope.tag, envelope.id, envelope.data])],
  ])('%s is refused', (_, content) => {
    expect(openEnvelope(content, key)).toMatchObject({ ok: false, error: refusal.decryption })
  })

  test('because it was for somebody else is refused', () => {
    const other = sharedX(alice.seckey, randomKey().pubkey)
    expect(openEnvelope(sealed, other)).toMatchObject({ ok: false, error: refusal.decryption })
  })
})

describe('what decrypts but is no envelope is refused, as the genuine library does', () => {
  const { id } = envelope
  const cases: [string, unknown][] = [
    ['no list', { tag: 'abc', id, data: '' }],
    ['a text', 'ping'],
    ['null', null],
    ['an empty list', []],
    ['too few items', ['/ping/req', id]],
    ['too many items', ['/ping/req', id, '', '']],
    ['a tag that is too short', ['t'.repeat(TAG_CHARS_MIN - 1), id, '']],
    ['a tag that is too long', ['t'.repeat(TAG_CHARS_MAX + 1), id, '']],
    ['a tag that is no text', [123, id, '']],
    ['an id that is too short', ['/ping/req', id.slice(2), '']],
    ['an id that is too long', ['/ping/req', `${id}00`, '']],
    ['an id that is no hex', ['/ping/req', 'z'.repeat(32), '']],
    ['an id that is no text', ['/ping/req', 7, '']],
    ['data that is no text', ['/ping/req', id, { send: true }]],
    ['data that is null', ['/ping/req', id, null]],
  ]

  test.each(cases)('%s', (_, value) => {
    const content = sealText(JSON.stringify(value))
    expect(openEnvelope(content, key)).toMatchObject({
      ok: false,
      error: protocolTexts.envelopeSchema,
    })
    const event = signEvent(
      { kind: KIND, created_at: 1, tags: [], content },
      alice.seckey,
      alice.pubkey,
    )
    const genuine = thrownBy(() => parse_envelope(value as string, event))
    expect(genuine).toMatchObject({ message: protocolTexts.envelopeSchema })
  })

  test.each(['', '{', 'ping', '[1,2', '\u0000'])('no JSON: %j', (text) => {
    const error = text === '' ? { ok: false } : { ok: false, error: protocolTexts.envelopeSchema }
    expect(openEnvelope(sealText(text), key)).toMatchObject(error)
  })

  test('and the reason holds nothing of it', () => {
    const content = sealText('["/sign/req","not an id","the secret"]')
    expect(JSON.stringify(openEnvelope(content, key))).not.toContain('secret')
  })
})

describe('the id of a message', () => {
  test('is accepted in upper case too', () => {
    const upper = { ...envelope, id: envelope.id.toUpperCase() }
    expect(openEnvelope(sealEnvelope(upper, key), key)).toEqual({ ok: true, value: upper })
  })

  test('is made like the genuine one, and never repeats', () => {
    const ids = Array.from({ length: 100 }, () => newMessageId())
    expect(new Set(ids).size).toBe(100)
    for (const one of [...ids, gen_message_id()]) expect(one).toMatch(/^[0-9a-f]{32}$/)
  })
})

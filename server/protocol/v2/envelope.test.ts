import { hexToBytes } from '@noble/curves/utils.js'
import { describe, expect, test } from 'vitest'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import { NIP44_PLAINTEXT_MAX } from '#crypto/cipher-limits.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { recordedEvents } from '#tests/support/v2-vectors.ts'
import { V2_REQUEST_ID_BYTES_MAX } from '../limits.ts'
import { encryptContent } from './content.ts'
import { type Envelope, newRequestId, openEnvelope, sealEnvelope } from './envelope.ts'
import type { Message } from './messages.ts'
import { parsePayload } from './parse.ts'

const prng = seededPrng(402)
const key = prng.bytes(32)

/** The outcome of a plaintext that a peer sent. */
function opened(plaintext: string): Result<Envelope> {
  const content = encryptContent(plaintext, key)
  return content.ok ? openEnvelope(content.value, key) : content
}

const data = { code: 'peer_denied', message: 'no' }
const sound = { request_id: 'ab', sent_at: 1_795_188_261, payload: { type: 'Error', data } }

describe('every recorded message', () => {
  test.each(recordedEvents.map((event) => [event.step, event] as const))(
    'of “%s” is read, and written to the same bytes',
    (_, { event, conversation_key, nip44_nonce, plaintext }) => {
      const theirKey = hexToBytes(conversation_key)
      const envelope = openEnvelope(event.content, theirKey)
      if (!envelope.ok) throw new Error(envelope.error)
      const { id, sentAt, type } = envelope.value
      const payload = parsePayload[type](envelope.value.data)
      if (!payload.ok) throw new Error(payload.error)
      const message = { type, data: payload.value } as Message
      const content = sealEnvelope({ id, sentAt, message }, theirKey, hexToBytes(nip44_nonce))
      expect(content).toEqual(ok(event.content))
      expect({ id, sentAt }).toEqual({
        id: JSON.parse(plaintext).request_id,
        sentAt: JSON.parse(plaintext).sent_at,
      })
    },
  )
})

describe('an envelope', () => {
  test('is read even with unknown keys, whatever they hold', () => {
    const more = { ...sound, more: 1.5, payload: { ...sound.payload, later: [-1e9] } }
    expect(opened(JSON.stringify(more))).toEqual(
      ok({ id: 'ab', sentAt: sound.sent_at, type: 'Error', data }),
    )
  })

  test.each([
    ['is no JSON', 'text'],
    ['is a list', JSON.stringify([sound])],
    ['is null', 'null'],
    ['has no id', JSON.stringify({ ...sound, request_id: undefined })],
    ['has an empty id', JSON.stringify({ ...sound, request_id: '' })],
    ['has a number for an id', JSON.stringify({ ...sound, request_id: 7 })],
    ['has an id that is no Unicode', JSON.stringify({ ...sound, request_id: '\ud800' })],
    ['has no time', JSON.stringify({ ...sound, sent_at: undefined })],
    ['has a time in words', JSON.stringify({ ...sound, sent_at: '1795188261' })],
    ['has a time before 1970', JSON.stringify({ ...sound, sent_at: -1 })],
    ['has a time with a fraction', JSON.stringify({ ...sound, sent_at: 1.5 })],
    ['has a whole time, written as a float', JSON.stringify(sound).replace('261,', '261.0,')],
    ['has a time with an exponent', JSON.stringify(sound).replace('1795188261', '1e9')],
    ['has a time of minus zero', JSON.stringify(sound).replace('1795188261', '-0')],
    ['has no payload', JSON.stringify({ ...sound, payload: undefined })],
    ['has a payload without data', JSON.stringify({ ...sound, payload: { type: 'Error' } })],
    ['has a payload without type', JSON.stringify({ ...sound, payload: { data } })],
    ['has a list for a payload', JSON.stringify({ ...sound, payload: ['Error', data] })],
  ])('is refused that %s', (_, plaintext) => {
    expect(opened(plaintext)).toEqual(fail(protocolTexts.envelopeSchema))
  })

  test.each(['Echo', 'pingrequest', '', 'toString', '__proto__'])(
    'of type “%s” is dropped',
    (type) => {
      const envelope = { ...sound, payload: { type, data } }
      expect(opened(JSON.stringify(envelope))).toEqual(fail(v2Refusal.unknownType))
    },
  )

  test.each([
    ['a', V2_REQUEST_ID_BYTES_MAX],
    ['ä', V2_REQUEST_ID_BYTES_MAX / 2],
  ])('may have an id of as many bytes as “%s” %i times, and not one more', (char, count) => {
    const withId = (request_id: string) => opened(JSON.stringify({ ...sound, request_id }))
    expect(withId(char.repeat(count)).ok).toBe(true)
    expect(withId(`${char.repeat(count)}a`)).toEqual(fail(protocolTexts.envelopeSchema))
  })

  test('of another key is refused', () => {
    const content = encryptContent(JSON.stringify(sound), prng.bytes(32))
    expect(content.ok && openEnvelope(content.value, key)).toEqual(fail(refusal.decryption))
  })

  test('that is too large is not written', () => {
    const data = { code: 'c', message: 'm'.repeat(NIP44_PLAINTEXT_MAX) }
    const envelope = { id: 'ab', sentAt: 1, message: { type: 'Error', data } as const }
    expect(sealEnvelope(envelope, key)).toEqual(
      fail(v2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX)),
    )
  })
})

test('a request id is 16 random bytes', () => {
  expect(newRequestId(() => Uint8Array.from({ length: 16 }, (_, at) => at))).toBe(
    '000102030405060708090a0b0c0d0e0f',
  )
  expect(newRequestId()).not.toBe(newRequestId())
})

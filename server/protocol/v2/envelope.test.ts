import { hexToBytes } from '@noble/curves/utils.js'
import { v2 } from 'nostr-tools/nip44'
import { describe, expect, test } from 'vitest'
import { EVENT_KIND, V2_EVENT_KIND } from '#contract/limits.ts'
import { protocolTexts, refusal, v2Refusal } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { NIP44_PLAINTEXT_MAX, nip44 } from '#crypto/nip44.ts'
import { fail, ok, type Result } from '#lib/errors.ts'
import { eventId, signEvent, verifySignature } from '#nostr/event.ts'
import { V2_REPLAY_KEPT_S } from '#signer/limits.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import {
  present,
  type RecordedEvent,
  recordedEvents,
  recordedKey,
  recordedShare,
  vectors,
} from '#tests/support/v2-vectors.ts'
import { V2_AGE_MAX_S, V2_AHEAD_MAX_S, V2_REQUEST_ID_BYTES_MAX } from '../limits.ts'
import {
  checkAddress,
  checkSentAt,
  conversationKey,
  decryptContent,
  type Envelope,
  encryptContent,
  newRequestId,
  openEnvelope,
  sealEnvelope,
} from './envelope.ts'
import type { Message } from './messages.ts'
import { parsePayload } from './parse.ts'

const contentPrng = seededPrng(401)
const keyOf = ({ from_idx, to_idx }: RecordedEvent) =>
  conversationKey(recordedShare(from_idx).seckey, recordedKey(to_idx))

test('twenty messages were recorded', () => {
  expect(recordedEvents).toHaveLength(20)
})

describe.each(recordedEvents.map((event) => [event.step, event] as const))(
  'the message of “%s”',
  (_, recorded) => {
    const { event, plaintext, nip44_nonce } = recorded

    test('has the conversation key of its two devices, from either side', () => {
      const mirrored = { ...recorded, from_idx: recorded.to_idx, to_idx: recorded.from_idx }
      expect(Buffer.from(keyOf(recorded)).toString('hex')).toBe(recorded.conversation_key)
      expect(keyOf(mirrored)).toEqual(keyOf(recorded))
    })

    test('is decrypted, and encrypted to the same bytes', () => {
      const key = keyOf(recorded)
      expect(decryptContent(event.content, key)).toEqual(ok(plaintext))
      expect(encryptContent(plaintext, key, hexToBytes(nip44_nonce))).toEqual(ok(event.content))
    })

    test('is an event with the id that we compute, and a valid signature', () => {
      expect(event.id).toBe(eventId(event))
      expect(verifySignature(event.sig, event.id, event.pubkey)).toBe(true)
    })

    test('is refused with any bit flipped', () => {
      const key = keyOf(recorded)
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
      const { content } = event
      const last = content.length - 1
      const places = [
        0,
        1,
        5,
        last - 1,
        last,
        ...Array.from({ length: 40 }, () => contentPrng.integer(last)),
      ]
      for (const at of places) {
        const value = alphabet.indexOf(content[at] ?? '')
        const flipped = alphabet[value ^ (1 << contentPrng.integer(6))]
        const changed = content.slice(0, at) + flipped + content.slice(at + 1)
        expect(decryptContent(changed, key)).toMatchObject(fail(refusal.decryption))
      }
    })
  },
)

// The asker of one session was another implementation, which adds randomness to its signatures.
const genuinelySigned = recordedEvents.filter(
  ({ step, from_idx }) => !(step.startsWith('sign 3->1') && from_idx === 3),
)

test.each(genuinelySigned)('“$step”, from $from_idx, is signed to the same bytes', (recorded) => {
  const { event, from_idx } = recorded
  const zeros = (bytes: number) => new Uint8Array(bytes)
  expect(signEvent(event, recordedShare(from_idx).seckey, event.pubkey, zeros)).toEqual(event)
})

describe('content', () => {
  const key = contentPrng.bytes(32)

  test.each([1, 2, 3, 4, 31, 32, 33, 300, 65_535])(
    'of %i bytes has no padding, and comes back',
    (size) => {
      const plaintext = 'a'.repeat(size)
      const content = encryptContent(plaintext, key)
      expect(content.ok && content.value).not.toContain('=')
      expect(content.ok && decryptContent(content.value, key)).toEqual(ok(plaintext))
    },
  )

  test('with the padding of a stock library is refused, even if correct', () => {
    const padded = ['a'.repeat(40), 'a'.repeat(70)].map((plaintext) =>
      nip44.encrypt(plaintext, key),
    )
    expect(padded.map((payload) => payload.slice(-2).replace(/[^=]/g, ''))).toEqual(['=', '=='])
    for (const payload of padded) {
      expect(nip44.decrypt(payload, key)).not.toBeNull()
      expect(decryptContent(payload, key)).toMatchObject(fail(refusal.decryption))
    }
  })

  test('larger than NIP-44 has room for is not written', () => {
    const plaintext = 'a'.repeat(NIP44_PLAINTEXT_MAX + 1)
    expect(encryptContent(plaintext, key)).toMatchObject(
      fail(v2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX)),
    )
  })

  test('larger than that is not read either, though it is NIP-44', () => {
    const payload = v2.encrypt('a'.repeat(NIP44_PLAINTEXT_MAX + 1), key).replace(/=+$/, '')
    expect(decryptContent(payload, key)).toMatchObject(fail(refusal.decryption))
  })

  test.each(['', 'A', '=', '\u0000', 'no base64!', 'Ag'])('“%s” is refused', (content) => {
    expect(decryptContent(content, key)).toMatchObject(fail(refusal.decryption))
  })

  test('of another key is refused', () => {
    const content = encryptContent('text', key)
    expect(content.ok && decryptContent(content.value, contentPrng.bytes(32))).toMatchObject(
      fail(refusal.decryption),
    )
  })
})

test('there is no conversation key for a key that is not a point', () => {
  const { seckey } = recordedShare(1)
  const noPoint = `${'00'.repeat(31)}05`
  expect(thrownBy(() => conversationKey(seckey, noPoint))).toBeInstanceOf(Error)
})

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
    expect(opened(plaintext)).toMatchObject(fail(protocolTexts.envelopeSchema))
  })

  test.each(['Echo', 'pingrequest', '', 'toString', '__proto__'])(
    'of type “%s” is dropped',
    (type) => {
      const envelope = { ...sound, payload: { type, data } }
      expect(opened(JSON.stringify(envelope))).toMatchObject(fail(v2Refusal.unknownType))
    },
  )

  test.each([
    ['a', V2_REQUEST_ID_BYTES_MAX],
    ['ä', V2_REQUEST_ID_BYTES_MAX / 2],
  ])('may have “%s” %i times as its id, and not a byte more', (char, count) => {
    const withId = (request_id: string) => opened(JSON.stringify({ ...sound, request_id }))
    expect(withId(char.repeat(count)).ok).toBe(true)
    expect(withId(`${char.repeat(count)}a`)).toMatchObject(fail(protocolTexts.envelopeSchema))
  })

  test('of another key is refused', () => {
    const content = encryptContent(JSON.stringify(sound), prng.bytes(32))
    expect(content.ok && openEnvelope(content.value, key)).toMatchObject(fail(refusal.decryption))
  })

  test('that is too large is not written', () => {
    const data = { code: 'c', message: 'm'.repeat(NIP44_PLAINTEXT_MAX) }
    const envelope = { id: 'ab', sentAt: 1, message: { type: 'Error', data } as const }
    expect(sealEnvelope(envelope, key)).toMatchObject(
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

const NOW = 1_795_188_300
const peers = new Set(vectors.keyset.device_keys.map(({ xonly }) => xonly))

describe('an event', () => {
  const { event } = present(recordedEvents[0])
  const [self, sender] = [recordedKey(2), recordedKey(1)]
  const forUs = ['p', self]

  test.each(recordedEvents)('of “$step” is for its recipient, and for nobody else', (recorded) => {
    for (const { idx, xonly } of vectors.keyset.device_keys) {
      const reason = checkAddress(recorded.event, { self: xonly, peers })
      expect(reason).toBe(idx === recorded.to_idx ? null : v2Refusal.recipients)
    }
  })

  /** In the order of the checks. */
  test.each<[string, Partial<NostrEvent>, string | null]>([
    ['may have other tags', { tags: [['e', 'x'], forUs, ['t'], []] }, null],
    ['must have a recipient', { tags: [], kind: EVENT_KIND }, v2Refusal.recipients],
    ['must have no other recipient', { tags: [forUs, ['p', sender]] }, v2Refusal.recipients],
    ['must not name us twice', { tags: [forUs, forUs] }, v2Refusal.recipients],
    ['must name us in lower case', { tags: [['p', self.toUpperCase()]] }, v2Refusal.recipients],
    ['must name somebody', { tags: [['p']] }, v2Refusal.recipients],
    ['must be of its kind', { kind: EVENT_KIND, pubkey: self }, refusal.wrongKind],
    ['must not be our own', { pubkey: self }, v2Refusal.ownEvent],
    ['must be of a peer', { pubkey: 'ab'.repeat(32) }, protocolTexts.notAPeer],
  ])('%s', (_, wrong, reason) => {
    expect(event.kind).toBe(V2_EVENT_KIND)
    expect(checkAddress({ ...event, ...wrong }, { self, peers })).toBe(reason)
  })
})

describe('a message', () => {
  test.each([
    ['is accepted if it was sent now', 0, null],
    ['is accepted up to 30 seconds ahead', V2_AHEAD_MAX_S, null],
    ['is refused further ahead', V2_AHEAD_MAX_S + 1, v2Refusal.tooFarAhead(V2_AHEAD_MAX_S)],
    ['is accepted up to five minutes late', -V2_AGE_MAX_S, null],
    ['is refused later', -V2_AGE_MAX_S - 1, v2Refusal.tooOld(V2_AGE_MAX_S)],
  ])('%s', (_, offset, reason) => {
    expect(checkSentAt(NOW + offset, NOW)).toBe(reason)
  })

  test('is never accepted again once its request is forgotten', () => {
    const latest = NOW + V2_AHEAD_MAX_S
    expect(checkSentAt(latest, NOW)).toBeNull()
    expect(checkSentAt(latest, NOW + V2_REPLAY_KEPT_S - 1)).toBeNull()
    expect(checkSentAt(latest, NOW + V2_REPLAY_KEPT_S)).not.toBeNull()
  })
})

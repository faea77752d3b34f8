import { hexToBytes } from '@noble/curves/utils.js'
import { v2 } from 'nostr-tools/nip44'
import { describe, expect, test } from 'vitest'
import { refusal, v2Refusal } from '#contract/messages.ts'
import { NIP44_PLAINTEXT_MAX } from '#crypto/cipher-limits.ts'
import { nip44 } from '#crypto/nip44.ts'
import { fail, ok } from '#lib/errors.ts'
import { eventId, signEvent, verifySignature } from '#nostr/event.ts'
import { seededPrng } from '#tests/support/prng.ts'
import { thrownBy } from '#tests/support/thrown.ts'
import {
  type RecordedEvent,
  recordedEvents,
  recordedKey,
  recordedShare,
} from '#tests/support/v2-vectors.ts'
import { conversationKey, decryptContent, encryptContent } from './content.ts'

const prng = seededPrng(401)
const keyOf = ({ from_idx, to_idx }: RecordedEvent) =>
  conversationKey(recordedShare(from_idx).seckey, recordedKey(to_idx))

test('every recorded message is there', () => {
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

    test('is an event with our id, and its signature is valid', () => {
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
        ...Array.from({ length: 40 }, () => prng.integer(last)),
      ]
      for (const at of places) {
        const value = alphabet.indexOf(content[at] ?? '')
        const flipped = alphabet[value ^ (1 << prng.integer(6))]
        const changed = content.slice(0, at) + flipped + content.slice(at + 1)
        expect(decryptContent(changed, key)).toEqual(fail(refusal.decryption))
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
  const key = prng.bytes(32)

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
      expect(decryptContent(payload, key)).toEqual(fail(refusal.decryption))
    }
  })

  test('larger than NIP-44 has room for is not written', () => {
    const plaintext = 'a'.repeat(NIP44_PLAINTEXT_MAX + 1)
    expect(encryptContent(plaintext, key)).toEqual(
      fail(v2Refusal.envelopeTooLarge(NIP44_PLAINTEXT_MAX)),
    )
  })

  test('larger than that is not read either, though our library would', () => {
    const payload = v2.encrypt('a'.repeat(NIP44_PLAINTEXT_MAX + 1), key).replace(/=+$/, '')
    expect(decryptContent(payload, key)).toEqual(fail(refusal.decryption))
  })

  test.each(['', 'A', '=', '\u0000', 'no base64!', 'Ag'])('“%s” is refused', (content) => {
    expect(decryptContent(content, key)).toEqual(fail(refusal.decryption))
  })

  test('of another key is refused', () => {
    const content = encryptContent('text', key)
    expect(content.ok && decryptContent(content.value, prng.bytes(32))).toEqual(
      fail(refusal.decryption),
    )
  })
})

test('there is no conversation key for a key that is not a point', () => {
  const { seckey } = recordedShare(1)
  const noPoint = `${'00'.repeat(31)}05`
  expect(thrownBy(() => conversationKey(seckey, noPoint))).toBeInstanceOf(Error)
})

import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { finalizeEvent, getEventHash, validateEvent, verifyEvent } from 'nostr-tools/pure'
import { describe, expect, test } from 'vitest'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { randomScalar, scalarHex } from '#crypto/curve/scalars.ts'
import { seededPrng } from '../../tests/support/prng.ts'
import { eventId, isNostrEvent, signEvent, verifySignature } from './event.ts'

const prng = seededPrng(61)

/** Characters that JSON, UTF-8 and JavaScript's strings have trouble with. */
const ODD = [
  '',
  '"quoted" and \\back\\slashed',
  '\u0000\u0001\u0007\b\t\n\u000b\f\r\u001f\u007f\u0080\u009f',
  '\u2028\u2029\ufeff\ufffe\uffff',
  'é e\u0301 ñ ß İ ſ',
  '日本語 한국어 العربية עברית',
  '👩‍👩‍👧‍👦 🏴‍☠️ 𝒳𝄞',
  '\ud800 lone \udfff surrogates \udc00\ud800',
  '</script><!-- & --> \u003c',
  '/ \\/ \\u0041',
  '{"json":[1,2.50,null]}',
]

function oddText(): string {
  const pieces = Array.from({ length: 1 + prng.integer(6) }, () =>
    prng.integer(3) === 0
      ? String.fromCharCode(...Array.from({ length: 8 }, () => prng.integer(0x10000)))
      : prng.pick(ODD),
  )
  return pieces.join('')
}

function randomTemplate(): EventTemplate {
  return {
    kind: prng.pick([0, 1, 20_004, 22_242, 65_535, prng.integer(65_536)]),
    created_at: prng.pick([0, 1, 1_750_000_000, prng.integer(2 ** 32)]),
    tags: Array.from({ length: prng.integer(4) }, () =>
      Array.from({ length: prng.integer(4) }, oddText),
    ),
    content: oddText(),
  }
}

function randomKey(): { seckey: string; pubkey: string } {
  const seckey = scalarHex(randomScalar(prng.bytes))
  return { seckey, pubkey: bytesToHex(schnorr.getPublicKey(hexToBytes(seckey))) }
}

describe('the id of an event', () => {
  test('is the one that nostr-tools computes, whatever is in it', () => {
    const { pubkey } = randomKey()
    for (let round = 0; round < 2_000; round += 1) {
      const event = { ...randomTemplate(), pubkey }
      expect(eventId(event)).toBe(getEventHash(event))
    }
  })

  test('depends on every field', () => {
    const event = { ...randomTemplate(), tags: [['p', 'x']], ...randomKey() }
    const changed = [
      { ...event, kind: event.kind + 1 },
      { ...event, created_at: event.created_at + 1 },
      { ...event, tags: [['p', 'x', '']] },
      { ...event, content: `${event.content} ` },
      { ...event, pubkey: randomKey().pubkey },
    ]
    expect(new Set([event, ...changed].map(eventId)).size).toBe(6)
  })
})

describe('a signed event', () => {
  test('is sound for nostr-tools, whatever is in it', () => {
    for (let round = 0; round < 60; round += 1) {
      const { seckey, pubkey } = randomKey()
      const template = randomTemplate()
      const event = signEvent(template, seckey, pubkey, prng.bytes)
      expect(event).toMatchObject({ ...template, pubkey })
      expect(validateEvent(event)).toBe(true)
      expect(verifyEvent({ ...event })).toBe(true)
      expect(isNostrEvent(event)).toBe(true)
    }
  })

  test('of nostr-tools is sound for us', () => {
    for (let round = 0; round < 60; round += 1) {
      const { seckey } = randomKey()
      const event = finalizeEvent(randomTemplate(), hexToBytes(seckey))
      expect(isNostrEvent(event)).toBe(true)
      expect(eventId(event)).toBe(event.id)
      expect(verifySignature(event.sig, event.id, event.pubkey)).toBe(true)
    }
  })

  test('has another signature each time, and the same id', () => {
    const { seckey, pubkey } = randomKey()
    const template = randomTemplate()
    const [one, two] = [signEvent(template, seckey, pubkey), signEvent(template, seckey, pubkey)]
    expect(one.id).toBe(two.id)
    expect(one.sig).not.toBe(two.sig)
  })

  test('carries nothing but the seven fields', () => {
    const { seckey, pubkey } = randomKey()
    const template = { ...randomTemplate(), seckey: 'secret' }
    expect(Object.keys(signEvent(template, seckey, pubkey)).sort()).toEqual(
      ['content', 'created_at', 'id', 'kind', 'pubkey', 'sig', 'tags'].sort(),
    )
  })
})

describe('a signature', () => {
  const { seckey, pubkey } = randomKey()
  const { id, sig } = signEvent(randomTemplate(), seckey, pubkey, prng.bytes)

  test('is good for its own event and key only', () => {
    expect(verifySignature(sig, id, pubkey)).toBe(true)
    expect(verifySignature(sig, id, randomKey().pubkey)).toBe(false)
    expect(verifySignature(sig, bytesToHex(prng.bytes(32)), pubkey)).toBe(false)
  })

  test('is bad with any byte changed', () => {
    for (let at = 0; at < 64; at += 7) {
      const bytes = hexToBytes(sig)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(verifySignature(bytesToHex(bytes), id, pubkey)).toBe(false)
    }
  })

  test.each([
    ['zero', '00'.repeat(32)],
    ['above the field', 'ff'.repeat(32)],
    ['no x of a point', `${'00'.repeat(31)}05`],
  ])('is bad under a key that is %s', (_, key) => {
    expect(verifySignature(sig, id, key)).toBe(false)
  })
})

describe('the form of an event', () => {
  const { seckey, pubkey } = randomKey()
  const sound: NostrEvent = signEvent(
    { kind: 20_004, created_at: 1_750_000_000, tags: [['p', pubkey]], content: '' },
    seckey,
    pubkey,
  )

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'event'],
    ['a list', [sound]],
    ['no id', { ...sound, id: undefined }],
    ['an id in upper case', { ...sound, id: sound.id.toUpperCase().replace(/\d/g, 'A') }],
    ['a short id', { ...sound, id: sound.id.slice(2) }],
    ['a key with its prefix', { ...sound, pubkey: `02${sound.pubkey}` }],
    ['a short signature', { ...sound, sig: sound.sig.slice(2) }],
    ['an id with a line break', { ...sound, id: `${sound.id}\n` }],
    ['a kind that is a text', { ...sound, kind: '20004' }],
    ['a broken kind', { ...sound, kind: 1.5 }],
    ['a negative date', { ...sound, created_at: -1 }],
    ['a date that is no number', { ...sound, created_at: Number.NaN }],
    ['a date beyond what numbers can count', { ...sound, created_at: 2 ** 53 }],
    ['content that is no text', { ...sound, content: { text: '' } }],
    ['tags that are no list', { ...sound, tags: 'p' }],
    ['a tag that is no list', { ...sound, tags: ['p'] }],
    ['a tag with a number in it', { ...sound, tags: [['p', 1]] }],
  ])('is refused: %s', (_, value) => {
    expect(isNostrEvent(value)).toBe(false)
  })

  test('is accepted with unknown fields and with an empty tag', () => {
    expect(isNostrEvent({ ...sound, extra: true })).toBe(true)
    expect(isNostrEvent({ ...sound, tags: [[]] })).toBe(true)
  })
})

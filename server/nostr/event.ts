import { hash, randomBytes } from 'node:crypto'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { signer, verify } from '#crypto/curve/curve.ts'
import type { RandomBytes } from '#crypto/curve/scalars.ts'

const HEX_32 = /^[0-9a-f]{64}$/
const HEX_64 = /^[0-9a-f]{128}$/

/** An event without its id and signature. */
export type Unsigned = EventTemplate & { pubkey: string }

/** What an event's id is computed from (NIP-01). */
export function serializeEvent({ pubkey, created_at, kind, tags, content }: Unsigned): string {
  return JSON.stringify([0, pubkey, created_at, kind, tags, content])
}

/** The id of an event (NIP-01): SHA-256 over its serialisation, hex. */
export const eventId = (event: Unsigned): string => hash('sha256', serializeEvent(event))

/** True when a value has the fields of a signed event, each of its type and size (NIP-01). */
export function isNostrEvent(value: unknown): value is NostrEvent {
  if (typeof value !== 'object' || value === null) return false
  const event = value as Record<keyof NostrEvent, unknown>
  return (
    isHex(event.id, HEX_32) &&
    isHex(event.pubkey, HEX_32) &&
    isHex(event.sig, HEX_64) &&
    typeof event.content === 'string' &&
    isCount(event.kind) &&
    isCount(event.created_at) &&
    isTags(event.tags)
  )
}

/** Signs events of one author. */
export type EventSigner = (template: EventTemplate) => NostrEvent

/**
 * Signs the events of an author (NIP-01, BIP-340).
 *
 * @param seckey the author's secret key, 32 bytes, hex
 * @param pubkey its x-only public key, hex
 * @param random auxiliary randomness for each signature, 32 bytes
 */
export function eventSigner(
  seckey: string,
  pubkey: string,
  random: RandomBytes = randomBytes,
): EventSigner {
  const sign = signer(Buffer.from(seckey, 'hex'))
  return ({ created_at, kind, tags, content }) => {
    const id = eventId({ pubkey, created_at, kind, tags, content })
    const sig = Buffer.from(sign(Buffer.from(id, 'hex'), random(32))).toString('hex')
    return { id, pubkey, created_at, kind, tags, content, sig }
  }
}

export const signEvent = (
  template: EventTemplate,
  seckey: string,
  pubkey: string,
  random?: RandomBytes,
): NostrEvent => eventSigner(seckey, pubkey, random)(template)

/**
 * True when the signature is valid under the public key (BIP-340). All three are hex: 64, 32 and 32
 * bytes; false for a key that is not a point.
 */
export function verifySignature(signature: string, message: string, pubkey: string): boolean {
  return verify(
    Buffer.from(signature, 'hex'),
    Buffer.from(message, 'hex'),
    Buffer.from(pubkey, 'hex'),
  )
}

const isHex = (value: unknown, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value)

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0

export const isTags = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every((tag) => Array.isArray(tag) && tag.every((item: unknown) => typeof item === 'string'))

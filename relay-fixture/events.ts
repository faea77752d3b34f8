import { hash } from 'node:crypto'
import { verifySchnorr } from 'tiny-secp256k1'

/** A nostr event as NIP-01 puts it on the wire; created_at in seconds, keys in lower-case hex. */
export type NostrEvent = {
  id: string
  pubkey: string
  created_at: number
  kind: number
  tags: string[][]
  content: string
  sig: string
}

export const AUTH_KIND = 22_242
const MAX_KIND = 65_535

/** Whether the value is 32 bytes in lower-case hex. */
export function isHex32(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Whether the value has the shape of a NIP-01 event. Says nothing about its id or signature. */
export function isEvent(value: unknown): value is NostrEvent {
  if (typeof value !== 'object' || value === null) return false
  const event = value as Partial<Record<keyof NostrEvent, unknown>>
  return (
    isHex32(event.id) &&
    isHex32(event.pubkey) &&
    isNatural(event.created_at) &&
    isNatural(event.kind) &&
    event.kind <= MAX_KIND &&
    Array.isArray(event.tags) &&
    event.tags.every(isTag) &&
    typeof event.content === 'string' &&
    typeof event.sig === 'string' &&
    /^[0-9a-f]{128}$/.test(event.sig)
  )
}

/** Whether the value is an integer of 0 or more. */
export function isNatural(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isTag(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The NIP-01 id of an event: SHA-256 of its canonical JSON, in hex. */
export function eventId(event: Omit<NostrEvent, 'id' | 'sig'>): string {
  const { pubkey, created_at, kind, tags, content } = event
  return hash('sha256', JSON.stringify([0, pubkey, created_at, kind, tags, content]), 'hex')
}

/** Why an event is not what its author signed (NIP-01, BIP-340), or undefined if it is. */
export function forgery(event: NostrEvent): string | undefined {
  if (eventId(event) !== event.id) return 'invalid: event id does not match its content'
  return isSigned(event) ? undefined : 'invalid: bad signature'
}

function isSigned({ id, pubkey, sig }: NostrEvent): boolean {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  try {
    return verifySchnorr(bytes(id), bytes(pubkey), bytes(sig))
  } catch {
    // It throws at a key that is no point, and at a signature whose numbers are too large.
    return false
  }
}

/** Whether NIP-01 says that a relay does not keep events of this kind. */
export function isEphemeral(kind: number): boolean {
  return kind >= 20_000 && kind < 30_000
}

const AUTH_MAX_AGE_S = 600

/**
 * Why an AUTH event does not prove its author to this relay (NIP-42), or undefined when it does.
 * `host` is the Host header that the client dialled with; `now` in milliseconds. The signature is
 * always checked: an AUTH without it would prove nothing.
 */
export function authProblem(
  event: NostrEvent,
  expected: { challenge: string; host: string; now: number },
): string | undefined {
  if (event.kind !== AUTH_KIND) return `invalid: AUTH needs an event of kind ${AUTH_KIND}`
  if (tagValue(event, 'challenge') !== expected.challenge) return 'invalid: wrong challenge'
  const host = hostOf(tagValue(event, 'relay') ?? '')
  if (host === undefined || host !== hostOf(`ws://${expected.host}`)) {
    return 'invalid: relay tag names another relay'
  }
  if (Math.abs(expected.now / 1000 - event.created_at) > AUTH_MAX_AGE_S) {
    return 'invalid: created_at is more than 10 minutes off'
  }
  return forgery(event)
}

function tagValue(event: NostrEvent, name: string): string | undefined {
  return event.tags.find((tag) => tag[0] === name)?.[1]
}

function hostOf(url: string): string | undefined {
  if (!/^wss?:/i.test(url)) return undefined
  return URL.parse(url)?.host
}

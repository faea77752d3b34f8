import type { Filter, NostrEvent } from '#contract/nostr.ts'
import { isWithin } from './json-shape.ts'

/** What a client sends: NIP-01, NIP-42 (AUTH). */
export type ClientFrame =
  | ['REQ', string, ...Filter[]]
  | ['EVENT', NostrEvent]
  | ['CLOSE', string]
  | ['AUTH', NostrEvent]

/** What a relay sends, as far as this client reads it. An event's fields are not checked here. */
export type RelayFrame =
  | { type: 'EVENT'; subscription: string; event: { id: string; created_at?: unknown } }
  | { type: 'OK'; id: string; accepted: boolean; reason: string }
  | { type: 'EOSE'; subscription: string }
  | { type: 'CLOSED'; subscription: string; reason: string }
  | { type: 'NOTICE'; reason: string }
  | { type: 'AUTH'; challenge: string }

/**
 * The largest frame that is read. An app that wants a list of 5,000 people signed sends 383 kB, which NIP-44 pads
 * to 393,216 bytes: 524,384 characters of base64, with every slash escaped 532 kB, and an event around them.
 * What members send each other has some 95 kB at most: 65,535 bytes, as 87,472 characters, and 31 tags.
 */
export const MAX_FRAME_BYTES = 528 * 1024

/** An event in a frame is four deep; most of its tokens are in its tags, of which 32 are let in. */
const SHAPE = { depth: 8, tokens: 2_048, loose: 16_384 }

/** For a frame that is no event: a name, an id, a challenge, a few words. */
const MAX_WORDS_BYTES = 16 * 1024

const REASON_CHARS = 200

/** Control characters, line separators, and marks that change the writing direction. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g

/**
 * A relay's own words, fit for a log line and a status: one line, bounded, no control characters. It is
 * a copy: a slice of a text would keep the whole of it in memory.
 */
export function relayText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const clean = text
    .slice(0, 2 * REASON_CHARS)
    .replace(UNFIT, ' ')
    .trim()
  const isLonger = clean.length > REASON_CHARS || text.length > 2 * REASON_CHARS
  const kept = isLonger ? `${clean.slice(0, REASON_CHARS - 1).toWellFormed()}…` : clean
  return Buffer.from(kept.toWellFormed()).toString()
}

/**
 * Reads one frame; null when it is none that relays send. What is too large, too deep or in too many
 * parts is not even parsed.
 */
export function parseRelayFrame(bytes: Buffer): RelayFrame | null {
  if (bytes.length > MAX_FRAME_BYTES || !isWithin(bytes, SHAPE)) return null
  let frame: unknown
  try {
    frame = JSON.parse(bytes.toString())
  } catch {
    return null
  }
  if (!Array.isArray(frame)) return null
  const [type, first, second, third] = frame as unknown[]
  if (type !== 'EVENT' && bytes.length > MAX_WORDS_BYTES) return null
  switch (type) {
    case 'EVENT':
      return typeof first === 'string' && hasId(second)
        ? { type, subscription: first, event: second }
        : null
    case 'OK':
      return typeof first === 'string' && typeof second === 'boolean'
        ? { type, id: first, accepted: second, reason: relayText(third) }
        : null
    case 'EOSE':
      return typeof first === 'string' ? { type, subscription: first } : null
    case 'CLOSED':
      return typeof first === 'string'
        ? { type, subscription: first, reason: relayText(second) }
        : null
    case 'NOTICE':
      return { type, reason: relayText(first) }
    case 'AUTH':
      return typeof first === 'string' && first.length <= 1024 ? { type, challenge: first } : null
    default:
      return null
  }
}

function hasId(event: unknown): event is { id: string } {
  return (
    typeof event === 'object' && event !== null && typeof (event as { id: unknown }).id === 'string'
  )
}

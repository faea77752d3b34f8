import type { Filter, NostrEvent } from '#contract/nostr.ts'

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
 * The largest frame that is read. An app's request to sign a list of 5,000 people has 383 kB, which NIP-44 pads
 * to 393,216 bytes: 524,384 characters of base64, with every slash escaped 532 kB, and an event around them.
 * Messages between peers have some 95 kB at most: 65,535 bytes, as 87,472 characters, and 31 tags.
 */
export const MAX_FRAME_BYTES = 528 * 1024

/** An event in a frame is four deep; most of its tokens are in its tags, of which 32 are let in. */
const SHAPE = { depth: 8, tokens: 2_048, loose: 16_384 }

/** Ids of subscriptions for stored events begin with this. Among those events are long lists. */
export const STORED = 'stored-'
/** A list of 5,000 people, each with a relay and a name. */
const LIST_SHAPE = { depth: 8, tokens: 32_768, loose: 65_536 }
const BEGINS_LIST = new RegExp(`^\\[\\s*"EVENT"\\s*,\\s*"${STORED}`)
const HEAD_BYTES = 64

/** For a frame without an event: a name, an id, a challenge, a short text. */
const MAX_TEXT_BYTES = 16 * 1024

const REASON_CHARS = 200

/** Control characters, line separators, and marks that change the writing direction. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g

/**
 * A relay's message, made safe for a log line and a status: one line, bounded, no control characters. The
 * result is a copy: a slice would keep the whole text in memory.
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
 * Reads one frame; null when it is not one that relays send. JSON that is too large, too deep or has too
 * many parts is not parsed at all.
 */
export function parseRelayFrame(bytes: Buffer): RelayFrame | null {
  const isList = BEGINS_LIST.test(bytes.toString('latin1', 0, HEAD_BYTES))
  if (bytes.length > MAX_FRAME_BYTES || !isWithin(bytes, isList ? LIST_SHAPE : SHAPE)) return null
  let frame: unknown
  try {
    frame = JSON.parse(bytes.toString())
  } catch {
    return null
  }
  if (!Array.isArray(frame)) return null
  const [type, first, second, third] = frame as unknown[]
  if (type !== 'EVENT' && bytes.length > MAX_TEXT_BYTES) return null
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

export interface JsonShape {
  /** Of nested arrays and objects. */
  depth: number
  /** Brackets, braces, colons, commas and escaped quotes: about as many as there are values and names. */
  tokens: number
  /** Bytes outside strings. */
  loose: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a

/** `[` and `{` differ in one bit, as do `]` and `}`. */
const CASE = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Whether JSON stays within these limits, checked before parsing: the cost of parsing grows far more with depth and
 * parts than with length. One pass, whose number of steps the limits bound; a long string is one native step,
 * because an idle signer runs without V8's compilers. For anything but JSON the result has no meaning.
 */
export function isWithin(bytes: Buffer, max: JsonShape): boolean {
  let [depth, tokens, loose] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = bytes.indexOf(QUOTE, at + 1)
      while (at > 0 && isEscaped(bytes, at)) {
        tokens += 1
        if (tokens > max.tokens) return false
        at = bytes.indexOf(QUOTE, at + 1)
      }
      if (at < 0) return true
      continue
    }
    loose += 1
    if (loose > max.loose) return false
    const folded = byte | CASE
    if (folded === OPENING) depth += 1
    else if (folded === CLOSING) depth -= 1
    else if (byte !== COMMA && byte !== COLON) continue
    tokens += 1
    if (depth > max.depth || tokens > max.tokens) return false
  }
  return true
}

/** Whether the quote follows an odd number of backslashes. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let from = quote
  while (bytes[from - 1] === BACKSLASH) from -= 1
  return (quote - from) % 2 === 1
}

import type { Filter, NostrEvent } from '../contract/nostr.ts'

/** What a client sends: NIP-01, NIP-42 (AUTH), NIP-45 (COUNT). */
export type ClientFrame =
  | ['REQ', string, ...Filter[]]
  | ['EVENT', NostrEvent]
  | ['CLOSE', string]
  | ['AUTH', NostrEvent]
  | ['COUNT', string, ...Filter[]]

/** What a relay sends, as far as this client reads it. An event's fields are not checked here. */
export type RelayFrame =
  | { type: 'EVENT'; subscription: string; event: { id: string; created_at?: unknown } }
  | { type: 'OK'; id: string; accepted: boolean; reason: string }
  | { type: 'EOSE'; subscription: string }
  | { type: 'CLOSED'; subscription: string; reason: string }
  | { type: 'NOTICE'; reason: string }
  | { type: 'AUTH'; challenge: string }
  | { type: 'COUNT'; subscription: string; count: number }

const REASON_CHARS = 200

/** Control characters, line separators, and marks that turn the direction of writing. */
const UNFIT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g

/** A relay's own words, fit for a log line and a status: one line, bounded, no control characters. */
export function relayText(text: unknown): string {
  if (typeof text !== 'string') return ''
  const clean = text.replace(UNFIT, ' ').trim()
  return clean.length > REASON_CHARS
    ? `${clean.slice(0, REASON_CHARS - 1).toWellFormed()}…`
    : clean.toWellFormed()
}

/** Reads one frame; null when it is not one of a relay's. */
export function parseRelayFrame(text: string): RelayFrame | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!Array.isArray(frame)) return null
  const [type, first, second, third] = frame as unknown[]
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
    case 'COUNT': {
      const count = (second as { count?: unknown } | null)?.count
      return typeof first === 'string' && typeof count === 'number' && count >= 0
        ? { type, subscription: first, count }
        : null
    }
    default:
      return null
  }
}

function hasId(event: unknown): event is { id: string } {
  return (
    typeof event === 'object' && event !== null && typeof (event as { id: unknown }).id === 'string'
  )
}

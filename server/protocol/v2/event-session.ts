import { hexToBytes } from '@noble/curves/utils.js'
import { v2Refusal } from '#contract/messages.ts'
import type { ShownEvent } from '#contract/questions.ts'
import { DATE_MAX_S, KIND_MAX } from '#contract/rule-terms.ts'
import { sha256 } from '#crypto/curve/hash.ts'
import { eventId, isCount, isTags } from '#nostr/event.ts'
import type { SignSession } from './messages.ts'

/**
 * A session of this kind shows what it signs: its content is the serialisation (NIP-01) of the event
 * whose id is the hash. With several hashes, it has one serialisation for each, in their order,
 * separated by line feeds, which no serialisation contains. Other implementations accept such sessions
 * but use only the hashes, and send none themselves.
 */
export const EVENT_SESSION = 'nostr-event'

const LINE_FEED = 0x0a

/** A session's content for the events whose ids (hex) are its hashes. */
export const eventContent = (serialised: readonly string[]): string =>
  Buffer.from(serialised.join('\n')).toString('hex')

type Claimed = Pick<SignSession, 'kind' | 'content' | 'hashes'>

/**
 * Why a session that shows its events is refused, or null: each hash must be the id of its event, whose
 * author must be the group, and the content must hold nothing else. An event with a kind or date that no
 * relay accepts is refused too.
 *
 * @param author the group's key, x-only
 */
export function checkEvents({ kind, content, hashes }: Claimed, author: string): string | null {
  if (kind !== EVENT_SESSION) return null
  const lines = linesOf(content ?? '')
  const isRight = (line: Buffer, at: number): boolean =>
    sha256(line).toString('hex') === hashes[at] &&
    isSerialised(line.toString(), author, hashes[at] ?? '')
  if (lines.length !== hashes.length || !lines.every(isRight)) return v2Refusal.contentMismatch
  return lines.map(eventIn).every(isInRange) ? null : v2Refusal.eventOutOfRange
}

const isInRange = ({ created_at, kind }: ShownEvent): boolean =>
  kind <= KIND_MAX && created_at <= DATE_MAX_S

/** The events that a valid session (`checkEvents`) shows, in the order of the hashes; undefined if it shows none. */
export function shownEvents({ kind, content }: Claimed): ShownEvent[] | undefined {
  if (kind !== EVENT_SESSION) return undefined
  return linesOf(content ?? '').map(eventIn)
}

/** The event in a line. @param line has passed `checkEvents` */
function eventIn(line: Buffer): ShownEvent {
  const [, , created_at, kind, tags, content] = JSON.parse(line.toString())
  return { created_at, kind, tags, content }
}

function linesOf(content: string): Buffer[] {
  const bytes = Buffer.from(hexToBytes(content))
  const lines: Buffer[] = []
  let from = 0
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end))
    from = end + 1
  }
  return [...lines, bytes.subarray(from)]
}

/** Whether a text is an event's serialisation, exactly as its id is made. */
function isSerialised(text: string, author: string, id: string): boolean {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    return false
  }
  if (!Array.isArray(fields) || fields.length !== 6) return false
  const [version, pubkey, created_at, kind, tags, content] = fields
  return (
    version === 0 &&
    pubkey === author &&
    isCount(created_at) &&
    isCount(kind) &&
    isTags(tags) &&
    typeof content === 'string' &&
    eventId({ pubkey, created_at, kind, tags, content }) === id
  )
}

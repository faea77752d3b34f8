import { z } from 'zod'
import { overview } from './overview.ts'
import { peerPresence } from './peers.ts'
import { questionNews } from './questions.ts'

/** What an entry of the event log is about; the console colours them by it. */
export const eventTypes = [
  'system',
  'info',
  'warning',
  'error',
  'ready',
  'disconnect',
  'bifrost',
  'sign',
  'ecdh',
] as const

export type EventType = (typeof eventTypes)[number]

/** The keyset that a frame is about. */
const keyset = z.int().positive()

/**
 * One entry of the event log, as kept and as sent. Ids rise, even across restarts. An entry without a
 * keyset is about the process as a whole. `data` never holds a credential, a key, a nonce, a shared
 * secret or the session id of a login.
 */
export const logEntry = z.object({
  id: z.int().nonnegative(),
  keyset: keyset.optional(),
  type: z.enum(eventTypes),
  message: z.string(),
  timestamp: z.iso.datetime(),
  data: z.unknown().optional(),
})
export type LogEntry = z.infer<typeof logEntry>

const internal = {
  keyset,
  message: z.string(),
  timestamp: z.iso.datetime(),
  id: z.int().nonnegative(),
}

/**
 * Frames that update what a page shows and are not kept. Their id is that of the newest log entry, so that
 * a client which asks for what came `since` the last id it saw misses nothing.
 */
export const peerStatusFrame = z.object({
  type: z.literal('peer-status-internal'),
  ...internal,
  data: z.object({ pubkey: z.string(), status: peerPresence, eventType: z.string() }),
})
export const peerPingFrame = z.object({
  type: z.literal('peer-ping-internal'),
  ...internal,
  data: z.object({ pubkey: z.string(), status: peerPresence, success: z.boolean() }),
})
/** Sent only to those who may answer. */
export const questionFrame = z.object({
  type: z.literal('question-internal'),
  ...internal,
  data: questionNews,
})

/** The answer of `GET /api/overview` has changed, apart from its time. */
export const overviewFrame = z.object({
  type: z.literal('overview-internal'),
  ...internal,
  data: overview.pick({ status: true }),
})

export const eventFrame = z.union([
  logEntry,
  peerStatusFrame,
  peerPingFrame,
  questionFrame,
  overviewFrame,
])
export type EventFrame = z.infer<typeof eventFrame>

/** A frame as it is sent: its id is a string, as igloo-server's consoles expect. */
export const sentFrame = z.union([
  logEntry.extend({ id: sentId() }),
  peerStatusFrame.extend({ id: sentId() }),
  peerPingFrame.extend({ id: sentId() }),
  questionFrame.extend({ id: sentId() }),
  overviewFrame.extend({ id: sentId() }),
])
export type SentFrame = z.infer<typeof sentFrame>

function sentId() {
  return z.string().regex(/^\d{1,15}$/)
}

export type PeerFrame = z.infer<typeof peerStatusFrame> | z.infer<typeof peerPingFrame>
export type QuestionFrame = z.infer<typeof questionFrame>
export type InternalFrame = PeerFrame | QuestionFrame | z.infer<typeof overviewFrame>

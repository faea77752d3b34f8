import type { LogEntry } from '../../../../server/contract/events.ts'
import { EVENT_LOG_MAX } from '../../../../server/contract/limits.ts'

/** What the page has of the server's log: the newest entries, oldest first. */
export interface EventLog {
  readonly entries: readonly LogEntry[]
  /** The id of the newest entry seen; 0 before the first. What to ask the stream for `since`. */
  readonly lastId: number
}

export const emptyLog: EventLog = { entries: [], lastId: 0 }

/**
 * The log with one more entry. Ids rise, with three exceptions: an entry that is here already
 * changes nothing; what the stream says of a gap has the id before the gap, or 0, and is shown
 * once; anything else is the first of a log that began anew, which replaces ours.
 */
export function addEntry(log: EventLog, entry: LogEntry): EventLog {
  const { entries, lastId } = log
  if (entry.id > lastId) return append(log, entry)
  if (entries.some((known) => isSame(known, entry))) return log
  if (entry.id !== lastId && entry.id !== 0) return { entries: [entry], lastId: entry.id }
  return entries.at(-1)?.message === entry.message ? log : append(log, entry)
}

function append({ entries, lastId }: EventLog, entry: LogEntry): EventLog {
  const kept = entries.length < EVENT_LOG_MAX ? entries : entries.slice(1 - EVENT_LOG_MAX)
  return { entries: [...kept, entry], lastId: Math.max(lastId, entry.id) }
}

/** A gap may be told in two entries of one id, so that the id alone does not tell them apart. */
function isSame(a: LogEntry, b: LogEntry): boolean {
  return keyOf(a) === keyOf(b)
}

export function keyOf({ id, timestamp, message }: LogEntry): string {
  return `${id} ${timestamp} ${message}`
}

/**
 * Whether the server's log is behind what we have of it, and so another log: its data folder was
 * exchanged. One that is still empty (0) may be ours after a restart.
 *
 * @param newest the id in the stream's first frame
 */
export function isOtherLog(log: EventLog, newest: number): boolean {
  return newest > 0 && newest < log.lastId
}

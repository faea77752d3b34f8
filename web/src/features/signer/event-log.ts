import type { EventType, LogEntry } from '#contract/events.ts'
import { PAGE_LOG_MAX } from '../../lib/limits.ts'

/** An entry as the page holds it. */
export interface PageEntry extends LogEntry {
  /** Its number on this page. Rises by one with each entry, even when a log starts over. */
  readonly seq: number
}

/** What the page has of the server's log: the newest entries, oldest first. */
export interface EventLog {
  readonly entries: readonly PageEntry[]
  /** The id of the newest entry seen; 0 before the first. Sent to the stream as `since`. */
  readonly lastId: number
  /** The message of the newest entry seen. */
  readonly lastMessage: string | null
  /** The `seq` of the next entry: how many there have been so far. */
  readonly nextSeq: number
}

export const emptyLog: EventLog = { entries: [], lastId: 0, lastMessage: null, nextSeq: 0 }

/**
 * The log with more entries, or the same log if it has them all. Ids rise, with three exceptions: an
 * entry that we already have changes nothing; the stream's note of a gap has the id before the gap,
 * or 0, and is shown once; anything else is the first entry of a log that started over, which
 * replaces ours.
 */
export function addEntries(log: EventLog, arrived: readonly LogEntry[]): EventLog {
  let { lastId, lastMessage, nextSeq } = log
  let entries = [...log.entries]
  for (const entry of arrived) {
    if (entry.id <= lastId) {
      if (entries.some((known) => isSame(known, entry))) continue
      const isNotice = entry.id === lastId || entry.id === 0
      if (isNotice && entry.message === lastMessage) continue
      if (!isNotice) {
        entries = []
        lastId = entry.id
      }
    }
    entries.push({ ...entry, seq: nextSeq })
    nextSeq += 1
    lastId = Math.max(lastId, entry.id)
    lastMessage = entry.message
  }
  if (nextSeq === log.nextSeq) return log
  return { entries: entries.slice(-PAGE_LOG_MAX), lastId, lastMessage, nextSeq }
}

/** A gap may be reported in two entries with one id, so the id alone does not distinguish them. */
function isSame(a: LogEntry, b: LogEntry): boolean {
  return a.id === b.id && a.timestamp === b.timestamp && a.message === b.message
}

/** The log with its entries cleared. It goes on after the last one, so that nothing comes back. */
export const clearLog = (log: EventLog): EventLog => ({ ...log, entries: [] })

/** A log of which nothing has been seen yet, to replace this one. */
export const anewAfter = ({ nextSeq }: EventLog): EventLog => ({ ...emptyLog, nextSeq })

/**
 * Whether the server's log is behind ours and so a different log, because the data folder was
 * replaced. An empty one (0) may be ours after a restart.
 *
 * @param newest the id in the stream's first frame
 */
export function isOtherLog(log: EventLog, newest: number): boolean {
  return newest > 0 && newest < log.lastId
}

/** How many entries of each type there are. */
export function countByType(entries: readonly LogEntry[]): ReadonlyMap<EventType, number> {
  const counts = new Map<EventType, number>()
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

import type { EventType, LogEntry } from '../../../../server/contract/events.ts'
import { PAGE_LOG_MAX } from '../../../../server/contract/limits.ts'

/** An entry as the page holds it. */
export interface PageEntry extends LogEntry {
  /** Its number on this page. Rises by one with each entry, also where a log begins anew. */
  readonly seq: number
}

/** What the page has of the server's log: the newest entries, oldest first. */
export interface EventLog {
  readonly entries: readonly PageEntry[]
  /** The id of the newest entry seen; 0 before the first. What to ask the stream for `since`. */
  readonly lastId: number
  /** The message of the newest entry seen. */
  readonly lastMessage: string | null
  /** The `seq` of the next entry: how many there have been. */
  readonly nextSeq: number
}

export const emptyLog: EventLog = { entries: [], lastId: 0, lastMessage: null, nextSeq: 0 }

/**
 * The log with more entries, or the same log when it has them all. Ids rise, with three
 * exceptions: an entry that is here already changes nothing; what the stream says of a gap has the
 * id before the gap, or 0, and is shown once; anything else is the first of a log that began anew,
 * which replaces ours.
 */
export function addEntries(log: EventLog, arrived: readonly LogEntry[]): EventLog {
  const draft = { ...log, entries: [...log.entries] }
  for (const entry of arrived) put(draft, entry)
  if (draft.nextSeq === log.nextSeq) return log
  if (draft.entries.length > PAGE_LOG_MAX) {
    draft.entries.splice(0, draft.entries.length - PAGE_LOG_MAX)
  }
  return draft
}

interface Draft {
  entries: PageEntry[]
  lastId: number
  lastMessage: string | null
  nextSeq: number
}

function put(draft: Draft, entry: LogEntry): void {
  if (entry.id <= draft.lastId) {
    if (draft.entries.some((known) => isSame(known, entry))) return
    const isNotice = entry.id === draft.lastId || entry.id === 0
    if (isNotice && entry.message === draft.lastMessage) return
    if (!isNotice) {
      draft.entries = []
      draft.lastId = entry.id
    }
  }
  draft.entries.push({ ...entry, seq: draft.nextSeq })
  draft.nextSeq += 1
  draft.lastId = Math.max(draft.lastId, entry.id)
  draft.lastMessage = entry.message
}

/** A gap may be told in two entries of one id, so that the id alone does not tell them apart. */
function isSame(a: LogEntry, b: LogEntry): boolean {
  return a.id === b.id && a.timestamp === b.timestamp && a.message === b.message
}

/** The log without what it shows. It goes on after its last entry, so that nothing comes back. */
export const clearLog = (log: EventLog): EventLog => ({ ...log, entries: [] })

/** A log of which nothing has been seen yet, in the place of this one. */
export const anewAfter = ({ nextSeq }: EventLog): EventLog => ({ ...emptyLog, nextSeq })

/**
 * Whether the server's log is behind what we have of it, and so another log: its data folder was
 * exchanged. One that is still empty (0) may be ours after a restart.
 *
 * @param newest the id in the stream's first frame
 */
export function isOtherLog(log: EventLog, newest: number): boolean {
  return newest > 0 && newest < log.lastId
}

/** The index of the first entry with this `seq` or a higher one; the length when there is none. */
export function indexFrom(entries: readonly PageEntry[], seq: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle] as PageEntry).seq < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** How many entries of each type there are. */
export function countByType(entries: readonly LogEntry[]): ReadonlyMap<EventType, number> {
  const counts = new Map<EventType, number>()
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}

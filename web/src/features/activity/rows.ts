import type { AuditEntry } from '#contract/operations.ts'

/** What one row shows: a use of the key, or several alike that followed each other. */
export interface ActivityRowData {
  /** The newest of them. */
  entry: AuditEntry
  /** The time of `entry`. */
  at: string
  /** How many entries it stands for. */
  entries: number
  /** X-only keys of those whose messages were read or written, without repeats. */
  others: readonly string[]
  /** How long it took; of several, the longest. Milliseconds; undefined where that is not known. */
  took: number | undefined
}

/** Actions that share a row: to a person, reading several messages one after the other is one thing. */
const SAME_MOMENT = new Set([
  ...['nip44.encrypt', 'nip44.decrypt', 'nip04.encrypt', 'nip04.decrypt'],
  'exchange.given',
])
/** The longest time from one entry of a row to the next. Milliseconds. */
const GAP = 600_000

/**
 * Makes rows of entries, both newest first. A question and its outcome share a row, and so do messages that one caller
 * read, or wrote, one after the other on a day.
 */
export function rowsOf(entries: readonly AuditEntry[]): ActivityRowData[] {
  const rows: ActivityRowData[] = []
  let oldest: AuditEntry | undefined
  for (const entry of withoutOldQuestions(entries)) {
    const last = rows.at(-1)
    if (last !== undefined && oldest !== undefined && goesWith(oldest, entry)) {
      rows[rows.length - 1] = {
        ...last,
        entries: last.entries + 1,
        others: [...new Set([...last.others, ...othersOf(entry)])],
        took: longest(last.took, tookOf(entry)),
      }
    } else {
      rows.push({ entry, at: entry.at, entries: 1, others: othersOf(entry), took: tookOf(entry) })
    }
    oldest = entry
  }
  return rows
}

function goesWith(newer: AuditEntry, older: AuditEntry): boolean {
  const { actor, action, outcome, at } = older
  if (!SAME_MOMENT.has(action) || outcome !== 'ok') return false
  if (newer.actor !== actor || newer.action !== action || newer.outcome !== outcome) return false
  const [before, after] = [new Date(at), new Date(newer.at)]
  return +after - +before <= GAP && after.toDateString() === before.toDateString()
}

function othersOf({ detail }: AuditEntry): string[] {
  const keys: unknown[] = Array.isArray(detail['keys']) ? detail['keys'] : [detail['peer']]
  return keys.filter((key) => typeof key === 'string')
}

const tookOf = ({ detail: { took } }: AuditEntry): number | undefined =>
  typeof took === 'number' ? took : undefined

const longest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)

/**
 * Leaves out what a newer entry says too: that a question was asked, once it is over, and that it was allowed, once
 * there is an outcome.
 *
 * @param entries newest first
 */
export function withoutOldQuestions(entries: readonly AuditEntry[]): AuditEntry[] {
  const seen = new Set<unknown>()
  return entries.filter(({ action, detail: { question } }) => {
    if (question === undefined) return true
    const isSeen = seen.has(question)
    seen.add(question)
    return action !== 'question' || !isSeen
  })
}

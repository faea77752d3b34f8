import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../server/contract/events.ts'
import { EVENT_LOG_MAX } from '../../../../server/contract/limits.ts'
import { addEntry, emptyLog, isOtherLog } from './event-log.ts'

function entry(id: number, run = 0): LogEntry {
  const timestamp = new Date(Date.UTC(2026, 0, 1, run, 0, 0, id)).toISOString()
  return { id, type: 'info', message: `entry ${id}`, timestamp }
}

const logOf = (...ids: number[]) => ids.map((id) => entry(id)).reduce(addEntry, emptyLog)
const idsOf = (log: { entries: readonly LogEntry[] }) => log.entries.map(({ id }) => id)

describe('the event log of the page', () => {
  it('shows entries in the order in which they came and asks for what follows the last', () => {
    const log = logOf(3, 4, 9)
    expect(idsOf(log)).toEqual([3, 4, 9])
    expect(log.lastId).toBe(9)
  })

  it('shows nothing twice when entries are sent again', () => {
    expect(logOf(3, 4, 9, 4, 9, 3)).toEqual(logOf(3, 4, 9))
  })

  it('is the same log, not a copy, after an entry that it has, so that nothing is drawn again', () => {
    const log = logOf(3, 4)
    expect(addEntry(log, entry(3))).toBe(log)
  })

  it('keeps the newest 500', () => {
    const ids = Array.from({ length: EVENT_LOG_MAX + 20 }, (_, index) => index + 1)
    expect(idsOf(logOf(...ids))).toEqual(ids.slice(20))
  })

  it('begins anew with a log that begins anew, whose ids have other dates', () => {
    const log = addEntry(logOf(3, 4, 9), entry(4, 1))
    expect(log).toEqual({ entries: [entry(4, 1)], lastId: 4 })
    expect(idsOf(addEntry(log, entry(5, 1)))).toEqual([4, 5])
  })
})

describe('what the stream says of a gap', () => {
  const notice = (id: number, message: string, run = 1): LogEntry => ({
    ...entry(id, run),
    type: 'system',
    message,
  })
  const restarted = 'restarted'
  const messagesOf = ({ entries }: { entries: readonly LogEntry[] }) =>
    entries.map(({ message }) => message)

  it('is shown in full also when two entries of one id say it', () => {
    const log = [notice(2_004, restarted), notice(2_004, 'gone'), entry(2_005, 1)].reduce(
      addEntry,
      logOf(3),
    )
    expect(messagesOf(log)).toEqual(['entry 3', restarted, 'gone', 'entry 2005'])
  })

  it('takes away nothing when the log after a restart is still empty, and is said once', () => {
    const log = [notice(0, restarted), notice(0, restarted, 2)].reduce(addEntry, logOf(3, 9))
    expect(messagesOf(log)).toEqual(['entry 3', 'entry 9', restarted])
    expect(log.lastId).toBe(9)
  })

  it('is shown when its id is that of the last entry before the gap', () => {
    expect(messagesOf(addEntry(logOf(9), notice(9, restarted)))).toEqual(['entry 9', restarted])
  })
})

describe("whether the server's log is another one than ours", () => {
  it.each([
    ['is as new as ours', 9, false],
    ['is still empty after a restart', 0, false],
    ['ends before ours does', 4, true],
  ])('when it %s', (_, newest, other) => {
    expect(isOtherLog(logOf(3, 9), newest)).toBe(other)
  })

  it('is no question before we have seen any of it', () => {
    expect(isOtherLog(emptyLog, 7)).toBe(false)
  })
})

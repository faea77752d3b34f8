import { describe, expect, it } from 'vitest'
import type { LogEntry } from '#contract/events.ts'
import { PAGE_LOG_MAX } from '../../lib/limits.ts'
import {
  addEntries,
  anewAfter,
  clearLog,
  countByType,
  type EventLog,
  emptyLog,
  isOtherLog,
} from './event-log.ts'

function entry(id: number, run = 0): LogEntry {
  const timestamp = new Date(Date.UTC(2026, 0, 1, run, 0, 0, id)).toISOString()
  return { id, type: 'info', message: `entry ${id}`, timestamp }
}

const entriesOf = (...ids: number[]) => ids.map((id) => entry(id))
const logOf = (...ids: number[]) => addEntries(emptyLog, entriesOf(...ids))
const idsOf = ({ entries }: EventLog) => entries.map(({ id }) => id)
const messagesOf = ({ entries }: EventLog) => entries.map(({ message }) => message)

describe('the event log of the page', () => {
  it('shows entries in the order in which they came and asks for what follows the last', () => {
    const log = logOf(3, 4, 9)
    expect(idsOf(log)).toEqual([3, 4, 9])
    expect(log.lastId).toBe(9)
  })

  it('shows nothing twice when entries are sent again', () => {
    expect(logOf(3, 4, 9, 4, 9, 3)).toEqual(logOf(3, 4, 9))
  })

  it('is the same log, not a copy, after entries that it has, so that nothing is rendered again', () => {
    const log = logOf(3, 4)
    expect(addEntries(log, entriesOf(3, 4))).toBe(log)
  })

  it('leaves a log that was handed out unchanged', () => {
    const log = logOf(3, 4)
    addEntries(log, entriesOf(9))
    expect(idsOf(log)).toEqual([3, 4])
  })

  it('keeps the newest thousand', () => {
    const ids = Array.from({ length: PAGE_LOG_MAX + 20 }, (_, index) => index + 1)
    const log = logOf(...ids)
    expect(idsOf(log)).toEqual(ids.slice(20))
    expect(idsOf(addEntries(log, entriesOf(PAGE_LOG_MAX + 21)))).toEqual([
      ...ids.slice(21),
      PAGE_LOG_MAX + 21,
    ])
  })

  it('starts over with a log that starts over, whose ids have other dates', () => {
    const log = addEntries(logOf(3, 4, 9), [entry(4, 1)])
    expect(idsOf(log)).toEqual([4])
    expect(log.lastId).toBe(4)
    expect(idsOf(addEntries(log, [entry(5, 1)]))).toEqual([4, 5])
  })

  it('numbers its entries without a gap or a repetition, whatever their ids are', () => {
    const log = addEntries(addEntries(logOf(3, 4, 9), [entry(4, 1)]), [entry(5, 1), entry(5, 1)])
    expect(log.entries.map(({ seq }) => seq)).toEqual([3, 4])
    expect(addEntries(anewAfter(log), entriesOf(1)).entries[0]?.seq).toBe(5)
  })

  it('goes on after its last entry when it is cleared, so that nothing comes back', () => {
    const log = clearLog(logOf(3, 4, 9))
    expect(idsOf(log)).toEqual([])
    expect(log.lastId).toBe(9)
    expect(idsOf(addEntries(log, entriesOf(10)))).toEqual([10])
  })
})

describe('what the stream says about a gap', () => {
  const notice = (id: number, message: string, run = 1): LogEntry => ({
    ...entry(id, run),
    type: 'system',
    message,
  })
  const restarted = 'restarted'

  it('is shown in full even when two entries with one id say it', () => {
    const log = addEntries(logOf(3), [
      notice(2_004, restarted),
      notice(2_004, 'gone'),
      entry(2_005, 1),
    ])
    expect(messagesOf(log)).toEqual(['entry 3', restarted, 'gone', 'entry 2005'])
  })

  it('removes nothing when the log after a restart is still empty, and is said once', () => {
    const log = addEntries(logOf(3, 9), [notice(0, restarted), notice(0, restarted, 2)])
    expect(messagesOf(log)).toEqual(['entry 3', 'entry 9', restarted])
    expect(log.lastId).toBe(9)
  })

  it('is not said again after it was cleared', () => {
    const log = clearLog(addEntries(logOf(3, 9), [notice(0, restarted)]))
    expect(addEntries(log, [notice(0, restarted, 2)])).toBe(log)
  })

  it('is shown when its id is that of the last entry before the gap', () => {
    expect(messagesOf(addEntries(logOf(9), [notice(9, restarted)]))).toEqual(['entry 9', restarted])
  })
})

describe("whether the server's log is a different one from ours", () => {
  it.each([
    ['is as new as ours', 9, false],
    ['is still empty after a restart', 0, false],
    ['ends before ours does', 4, true],
  ])('when it %s', (_, newest, other) => {
    expect(isOtherLog(logOf(3, 9), newest)).toBe(other)
  })

  it('counts as no before we have seen any entry', () => {
    expect(isOtherLog(emptyLog, 7)).toBe(false)
  })
})

it('entries are counted by their type', () => {
  const [first, second, third] = entriesOf(1, 2, 3) as [LogEntry, LogEntry, LogEntry]
  const counts = countByType([first, { ...second, type: 'sign' }, third])
  expect([...counts]).toEqual([
    ['info', 2],
    ['sign', 1],
  ])
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { clock as texts } from '#contract/codes.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { mountForTest } from '../../tests/support/mounted-routes.ts'
import { createOwnClock, watchClock } from './own-clock.ts'

const HOUR = 3_600_000

test('a change of the machine’s clock is reported in the event log, and by the status for an hour', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.UTC(2026, 0, 1),
  })
  onTestFinished(() => void vi.useRealTimers())
  const { context, call } = mountForTest()
  const warnings = async () => (await call<StatusAnswer>('status')).body.warnings
  vi.advanceTimersByTime(60_000)

  vi.setSystemTime(Date.now() - 2 * HOUR)
  vi.advanceTimersByTime(60_000)

  const warning = texts.setBack('2 h').error
  expect(context.events.entries().filter(({ message }) => message === warning)).toHaveLength(1)
  expect(await warnings()).toContain(warning)
  vi.advanceTimersByTime(HOUR)
  expect(await warnings()).not.toContain(warning)
})

/** An OwnClock whose two clocks the test sets, and the messages that it reported. */
function setUp() {
  const clocks = { now: 1_000_000, wall: 1_700_000_000_000 }
  const reported: string[] = []
  const own = createOwnClock({
    now: () => clocks.now,
    wall: () => clocks.wall,
    report: (_, message) => reported.push(message),
  })
  onTestFinished(own.stop)
  return {
    clocks,
    reported,
    own,
    note: (who: string, by: number) => own.note(who, clocks.wall + by),
  }
}

const TWO_MINUTES = 120_000

test('our clock is ahead if most others are behind it by as much', () => {
  const { own, reported, note } = setUp()
  note('alice', -TWO_MINUTES)
  expect(own.warnings).toEqual([])
  note('relay.example', -TWO_MINUTES - 1_000)
  expect(own.warnings).toEqual([texts.ahead('2 min')])
  expect(Math.abs(own.aheadBy - TWO_MINUTES)).toBeLessThanOrEqual(1_000)
  note('bob', 0)
  note('carol', 0)
  expect(own.warnings).toEqual([])
  expect(reported).toEqual([texts.ahead('2 min').error, texts.right.error])
})

test('our clock is behind if the others are ahead of it', () => {
  const { own, note } = setUp()
  note('alice', 3 * 3_600_000)
  note('bob', 3 * 3_600_000)
  expect(own.warnings).toEqual([texts.behind('3 h')])
})

test('clocks that differ in both directions, or by little, cause no warning about ours', () => {
  const { own, note } = setUp()
  note('alice', -TWO_MINUTES)
  note('bob', TWO_MINUTES)
  expect(own.warnings).toEqual([])
  note('alice', 20_000)
  note('bob', 25_000)
  expect(own.warnings).toEqual([])
})

test('a warning ends once our clock is put right, or the readings are older than a day', () => {
  const { own, clocks, note } = setUp()
  note('alice', -TWO_MINUTES)
  note('bob', -TWO_MINUTES)
  clocks.wall -= TWO_MINUTES
  expect(own.warnings).toEqual([])
  clocks.wall += TWO_MINUTES
  expect(own.warnings).toHaveLength(1)
  clocks.now += 25 * HOUR
  clocks.wall += 25 * HOUR
  expect(own.warnings).toEqual([])
})

/** A watch, the two clocks that it compares, and what it has noticed. */
function setUpWatch() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clocks = { wall: 1_000_000, steady: 0 }
  const noticed: number[] = []
  const end = watchClock({
    wall: () => clocks.wall,
    now: () => clocks.steady,
    onSet: (by) => noticed.push(by),
  })
  onTestFinished(end)
  const pass = (ms: number, wall = ms) => {
    clocks.steady += ms
    clocks.wall += wall
    vi.advanceTimersByTime(ms)
  }
  return { noticed, pass }
}

test.each([
  ['back', -7_200_000],
  ['forward', 86_400_000],
  ['by a few seconds', 3_000],
])('setting the clock %s is noticed once', (_, by) => {
  const { noticed, pass } = setUpWatch()
  pass(60_000)
  pass(60_000, 60_000 + by)
  pass(60_000)
  expect(noticed).toEqual([by])
})

test('a clock that is slewed does not count as set', () => {
  const { noticed, pass } = setUpWatch()
  for (let n = 0; n < 100; n += 1) pass(15_000, 15_008)
  expect(noticed).toEqual([])
})

import { expect, onTestFinished, test } from 'vitest'
import { PRESENCE_HOURS_KEPT, PRESENCE_SUBJECTS_MAX } from '#store/limits.ts'
import { createPresence } from '#store/presence.ts'
import { fillDisk, makeRoom, openTestDatabase, temporaryFolder } from '#store/testing/support.ts'
import { createUptimes } from './history.ts'
import { Presence } from './presence.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 0, 10, 12)
const [PHONE, LAPTOP, RELAY] = ['aa'.repeat(32), 'bb'.repeat(32), 'wss://relay.example']

function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const time = { wall: START, monotonic: 0 }
  const there = new Map<string, boolean>()
  const errors: unknown[] = []
  const pass = (ms: number) => {
    time.wall += ms
    time.monotonic += ms
  }
  /** Watches as a process does that has just started. */
  const start = () => {
    const presence = new Presence({
      kept: createPresence(db, 1),
      watched: () => there,
      onError: (error) => void errors.push(error),
      wall: () => time.wall,
      monotonic: () => time.monotonic,
    })
    onTestFinished(() => presence.stop())
    presence.update()
    return presence
  }
  /** Lets `ms` pass, with an update each minute. */
  const watch = (presence: Presence, ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE) {
      pass(Math.min(MINUTE, left))
      presence.update()
    }
  }
  const uptimeOf = (presence: Presence, subject: string) => {
    const [today, hour] = [Math.floor(time.wall / (24 * HOUR)), Math.floor(time.wall / HOUR)]
    return createUptimes(presence, { today, hour })(subject)
  }
  const watched = (presence: Presence) =>
    presence.hours(0, Number.MAX_SAFE_INTEGER).reduce((sum, one) => sum + one.watched, 0)
  return { db, time, there, errors, pass, start, watch, uptimeOf, watched }
}

test('an uptime is the online fraction of the hour, including time that is not stored yet', () => {
  const { there, start, watch, uptimeOf } = setUp()
  there.set(PHONE, true).set(LAPTOP, false)
  const presence = start()
  watch(presence, 45 * MINUTE)
  there.set(PHONE, false)
  presence.update()
  watch(presence, 30 * MINUTE)

  const { lastDay, lastMonth } = uptimeOf(presence, PHONE)
  expect(lastDay.slice(0, 22).every((share) => share === null)).toBe(true)
  expect(lastDay.slice(22)).toEqual([0.75, 0])
  expect(lastMonth.at(-1)).toBeCloseTo(45 / 75)
  expect(uptimeOf(presence, LAPTOP).lastDay.slice(22)).toEqual([0, 0])
  expect(uptimeOf(presence, RELAY).lastMonth).toEqual(Array(30).fill(null))
})

test('a restart loses nothing, and nobody counts as offline while no server runs', () => {
  const { there, start, watch, pass, uptimeOf } = setUp()
  there.set(PHONE, true)
  const before = start()
  watch(before, HOUR)
  before.stop()
  pass(2 * HOUR)
  const after = start()
  watch(after, 30 * MINUTE)

  expect(uptimeOf(after, PHONE).lastDay.slice(20)).toEqual([1, null, null, 1])
})

test('a crash loses only the time since the last write', () => {
  const { there, start, watch, watched, pass } = setUp()
  there.set(PHONE, true)
  const stopped = start()
  watch(stopped, 10 * MINUTE)
  stopped.stop()
  const crashed = start()
  watch(crashed, MINUTE)
  pass(1)

  expect(watched(start())).toBe(10 * MINUTE)
})

test('since when a device is online or offline is known over restarts', () => {
  const { there, start, watch, pass } = setUp()
  there.set(PHONE, true).set(LAPTOP, false)
  const before = start()
  watch(before, HOUR)
  before.stop()
  pass(5 * MINUTE)
  const soon = start()
  expect([soon.since(PHONE), soon.since(LAPTOP)]).toEqual([START, START])
  watch(soon, MINUTE)
  soon.stop()

  pass(24 * HOUR)
  const late = start()
  // Nobody knows whether the phone was online all day.
  expect(late.since(PHONE)).toBe(START + 25 * HOUR + 6 * MINUTE)
  expect(late.since(LAPTOP)).toBe(START)
  there.set(PHONE, false)
  pass(MINUTE)
  late.update()
  expect(late.since(PHONE)).toBe(START + 25 * HOUR + 7 * MINUTE)
})

test('no more time is counted than has passed, however the clock is set', () => {
  const { time, there, start, watch, watched } = setUp()
  there.set(PHONE, true)
  const presence = start()
  for (const jump of [10 * 365 * 24 * HOUR, -10 * 365 * 24 * HOUR, 2 * MINUTE, -HOUR]) {
    watch(presence, 20 * MINUTE)
    time.wall += jump
    presence.update()
  }

  expect(watched(presence)).toBe(80 * MINUTE)
})

test('a clock that was wrong for a while deletes no hour, and leaves no hour in the future', () => {
  const { time, there, start, watch, uptimeOf, db } = setUp()
  there.set(PHONE, true)
  for (const jump of [0, 10 * 365 * 24 * HOUR, -10 * 365 * 24 * HOUR]) {
    time.wall += jump
    const presence = start()
    watch(presence, HOUR)
    presence.stop()
  }
  const presence = start()
  watch(presence, HOUR)
  presence.stop()

  expect(uptimeOf(presence, PHONE).lastDay.filter((share) => share !== null)).toEqual([1, 1, 1])
  const newest = db.prepare('SELECT max(hour) FROM presence_hours').pluck().get()
  expect(newest).toBeLessThanOrEqual(Math.floor(time.wall / HOUR))
})

test('time in which the process was suspended is not watched', () => {
  const { there, start, watch, pass, watched } = setUp()
  there.set(PHONE, true)
  const presence = start()
  watch(presence, 2 * MINUTE)
  pass(6 * HOUR)
  presence.update()
  watch(presence, MINUTE)

  expect(watched(presence)).toBe(3 * MINUTE)
})

test('time in which the state of a device is unknown is not watched', () => {
  const { there, start, watch, uptimeOf } = setUp()
  there.set(PHONE, true)
  const presence = start()
  watch(presence, 10 * MINUTE)
  there.delete(PHONE)
  presence.update()
  watch(presence, 40 * MINUTE)

  expect(uptimeOf(presence, PHONE).lastDay.at(-1)).toBe(1)
})

test('31 days are kept, and of former peers and relays the latest', () => {
  const { db, there, start, watch, pass } = setUp()
  for (let n = 0; n < PRESENCE_SUBJECTS_MAX + 10; n += 1) {
    there.clear()
    there.set(`wss://${n}.example`, true)
    const presence = start()
    watch(presence, MINUTE)
    presence.stop()
    pass(12 * HOUR)
  }
  const names = () =>
    db.prepare('SELECT DISTINCT subject FROM presence_hours ORDER BY hour').pluck().all()
  expect(names()).toHaveLength(PRESENCE_SUBJECTS_MAX)
  expect(names()).toContain(`wss://${PRESENCE_SUBJECTS_MAX + 9}.example`)

  const table = createPresence(db, 1)
  const hour = Math.floor(START / HOUR)
  for (let n = 0; n < PRESENCE_HOURS_KEPT + 50; n += 1) {
    table.add({
      hours: [{ hour: hour + 2_000 + n, subject: names()[0] as string, watched: 1, there: 1 }],
      states: [],
    })
  }
  expect(db.prepare('SELECT count(DISTINCT hour) FROM presence_hours').pluck().get()).toBe(
    PRESENCE_HOURS_KEPT,
  )
})

test('a full disk is reported once, and the time until then is written when there is room', () => {
  const { db, there, errors, start, watch, watched } = setUp()
  for (let n = 0; n < 60; n += 1) there.set(`wss://${'x'.repeat(1_000)}${n}.example`, true)
  const presence = start()
  fillDisk(db)
  watch(presence, 10 * MINUTE)
  presence.stop()
  presence.update()
  presence.stop()
  expect(errors).toHaveLength(1)
  makeRoom(db)
  presence.stop()

  expect(watched(start())).toBe(60 * 10 * MINUTE)
})

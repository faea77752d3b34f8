import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backup as texts } from '#contract/messages.ts'
import { until } from '#tests/support/until.ts'
import { StoreError } from '../errors.ts'
import { BACKUP_RETRY } from '../limits.ts'
import { temporaryFolder } from '../testing/support.ts'
import { backupName, createSchedule, type ScheduleOptions } from './schedule.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 7, 1, 12)

/** A schedule over a real folder, whose back-ups are empty files. */
function setUp(options: Partial<ScheduleOptions> & { interval?: number } = {}) {
  const { interval = 24 * HOUR, ...others } = options
  const folder = temporaryFolder()
  const clock = { now: NOW }
  const plan = { interval, keep: 3 }
  const made: string[] = []
  const failures: string[] = []
  const schedule = createSchedule({
    folder,
    plan: () => plan,
    make: async (target) => writeFileSync(target, ''),
    wall: () => clock.now,
    now: () => clock.now,
    made: (name) => made.push(name),
    failed: (reason) => failures.push(reason.error),
    ...others,
  })
  onTestFinished(() => schedule.stop())
  return { folder, clock, plan, made, failures, schedule }
}

const put = (folder: string, at: number) => writeFileSync(join(folder, backupName(at)), '')

test('the first back-up is made at once, and the next an interval later', async () => {
  const { folder, made, schedule } = setUp()

  schedule.start()
  await until(() => made.length === 1)

  expect(readdirSync(folder)).toEqual(['floe-20260801T120000Z.db'])
  expect(schedule.nextAt).toBe(NOW + 24 * HOUR)
})

test('a restart neither causes a back-up nor delays one', () => {
  const { folder, schedule } = setUp()
  put(folder, NOW - 23 * HOUR)

  expect(schedule.nextAt).toBe(NOW + HOUR)
})

test('a back-up from the future delays nothing: the clock was wrong', () => {
  const { folder, schedule } = setUp()
  put(folder, NOW + 1_000 * HOUR)

  expect(schedule.nextAt).toBe(NOW)
})

test('the newest are kept, and only scheduled back-ups are removed', async () => {
  const { folder, made, schedule } = setUp()
  const others = ['floe-mine.db', 'floe-20200101T000000Z.db.bak', 'floe-20209901T000000Z.db', 'x']
  for (const name of others) writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'floe-20200102T000000Z.db'))
  for (const days of [1, 2, 3, 4]) put(folder, NOW - days * 24 * HOUR)

  schedule.start()
  await until(() => made.length === 1)

  const kept = [0, 1, 2].map((days) => backupName(NOW - days * 24 * HOUR))
  expect(readdirSync(folder).sort()).toEqual(
    [...kept, ...others, 'floe-20200102T000000Z.db'].sort(),
  )
})

test('a failure is reported, removes nothing, and is retried within the hour', async () => {
  const make = async () => {
    throw new StoreError('FULL', 'No space left')
  }
  const { folder, failures, schedule } = setUp({ make })
  for (const days of [1, 2, 3, 4]) put(folder, NOW - days * 24 * HOUR)

  schedule.start()
  await until(() => failures.length === 1)

  expect(failures).toEqual([texts.scheduledFailed('No space left')])
  expect(schedule.failure?.error).toBe(failures[0])
  expect(schedule.nextAt).toBe(NOW + BACKUP_RETRY)
  expect(readdirSync(folder)).toHaveLength(4)
})

test('a plan that can’t be read is reported, and the schedule goes on', async () => {
  const plan = { interval: 24 * HOUR, keep: 3, isReadable: true }
  const { made, failures, schedule } = setUp({
    plan: () => {
      if (!plan.isReadable) throw new StoreError('IO', 'disk I/O error')
      return plan
    },
  })
  schedule.start()
  plan.isReadable = false
  await until(() => failures.length === 1)
  expect(failures).toEqual([texts.scheduledFailed('disk I/O error')])

  plan.isReadable = true
  schedule.replan()
  await until(() => made.length === 1)
  expect(schedule.failure).toBeUndefined()
})

test('a changed plan ends a failure: a back-up is tried at once, or none are made any more', async () => {
  let isFull = true
  const make = async (target: string) => {
    if (isFull) throw new StoreError('FULL', 'No space left')
    writeFileSync(target, '')
  }
  const { plan, made, schedule } = setUp({ make })
  schedule.start()
  await until(() => schedule.failure !== undefined)
  const { interval } = plan

  plan.interval = 0
  schedule.replan()
  expect(schedule.failure).toBeUndefined()

  isFull = false
  plan.interval = interval
  schedule.replan()
  await until(() => made.length === 1)
  expect(schedule.failure).toBeUndefined()
})

test('an interval of 0 makes none', () => {
  const { schedule } = setUp({ interval: 0 })

  schedule.start()

  expect(schedule.nextAt).toBeUndefined()
})

test('a changed plan applies at once, even while a back-up is being made', async () => {
  const { promise: waiting, resolve: finish } = Promise.withResolvers<void>()
  const make = async (target: string) => {
    await waiting
    writeFileSync(target, '')
  }
  const { folder, plan, made, schedule } = setUp({ interval: 0, make })
  schedule.start()
  plan.interval = 6 * HOUR
  schedule.replan()
  await until(() => schedule.nextAt === NOW)

  plan.interval = 12 * HOUR
  schedule.replan()
  finish()
  await until(() => schedule.nextAt === NOW + 12 * HOUR)

  expect(made).toEqual(readdirSync(folder))
  expect(made).toHaveLength(1)
})

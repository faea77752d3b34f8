import { expect, test } from 'vitest'
import { clockByHand } from '../../tests/support/clock-by-hand.ts'
import { keepInMemory } from '../../tests/support/rules.ts'
import type { Scope } from '../../tests/support/scope.ts'
import type { StopStore } from './stop.ts'
import { createStop } from './stop.ts'

const MINUTE = 60_000

function setUp(scope: Scope, store: StopStore = keepInMemory().stop) {
  const time = clockByHand(scope)
  const start = (clock = time.clock) => {
    const errors: unknown[] = []
    const stop = createStop({ store, clock, onError: (error) => errors.push(error) })
    scope.onTestFinished(() => stop.close())
    return stop
  }
  const stop = start()
  const changes: boolean[] = []
  stop.onChange((isStopped) => changes.push(isStopped))
  return { stop, changes, store, time, restart: () => start(time.afterRestart()) }
}

test('a stop without an end stays until it is lifted', (scope) => {
  const { stop, changes, time } = setUp(scope)
  const { signal } = stop
  stop.stop()
  expect(signal.aborted).toBe(true)
  time.pass(400 * MINUTE)
  expect(stop.state).toEqual({ since: new Date(time.wall() - 400 * MINUTE).toISOString() })
  stop.lift()
  expect(stop.state).toBe(null)
  expect(stop.signal.aborted).toBe(false)
  expect(changes).toEqual([true, false])
})

test('a stop of some minutes ends by itself, and listeners are called', (scope) => {
  const { stop, changes, time } = setUp(scope)
  stop.stop(30)
  time.pass(30 * MINUTE - 1)
  expect(changes).toEqual([true])
  expect(stop.isStopped).toBe(true)
  time.pass(1)
  expect(changes).toEqual([true, false])
  expect(stop.signal.aborted).toBe(false)
})

test('a stop of many days ends no sooner', (scope) => {
  const { stop, time } = setUp(scope)
  stop.stop(60 * 24 * 30)
  time.pass(60 * 24 * 30 * MINUTE - 1)
  expect(stop.isStopped).toBe(true)
  time.pass(1)
  expect(stop.isStopped).toBe(false)
})

test.for([86_400_000, -86_400_000])(
  'a clock that is set by %i ms does not change when a stop ends',
  (jump, scope) => {
    const { stop, time } = setUp(scope)
    stop.stop(30)
    time.jump(jump)
    time.pass(30 * MINUTE - 1)
    expect(stop.isStopped).toBe(true)
    time.pass(1)
    expect(stop.isStopped).toBe(false)
  },
)

test('a stop does not last a year where the clock is set back before a restart', (scope) => {
  const { stop, time, restart } = setUp(scope)
  stop.stop(10)
  time.jump(-365 * 86_400_000)
  const next = restart()
  time.pass(10 * MINUTE - 1)
  expect(next.isStopped).toBe(true)
  time.pass(1)
  expect(next.isStopped).toBe(false)
})

test('a stop lasts until both clocks say that it is over', (scope) => {
  const { stop, changes, time } = setUp(scope)
  stop.stop(10)
  time.pass(5 * MINUTE)
  time.jump(-2 * MINUTE)
  time.pass(7 * MINUTE - 1)
  expect(stop.isStopped).toBe(true)
  time.pass(1)
  expect(changes).toEqual([true, false])
})

test('a second stop makes the first one longer, and never shorter', (scope) => {
  const { stop, changes, time } = setUp(scope)
  const until = () => stop.state?.until
  const inMinutes = (minutes: number) => new Date(time.wall() + minutes * MINUTE).toISOString()
  stop.stop(10)
  stop.stop(5)
  expect(until()).toBe(inMinutes(10))
  stop.stop(20)
  expect(until()).toBe(inMinutes(20))
  stop.stop()
  stop.stop(30)
  expect(until()).toBe(undefined)
  time.pass(60 * MINUTE)
  expect(stop.isStopped).toBe(true)
  expect(changes).toEqual([true])
})

test('a stop continues after a restart, unless it has ended meanwhile', (scope) => {
  const { stop, restart, time } = setUp(scope)
  stop.stop(30)
  time.pass(10 * MINUTE)
  const next = restart()
  expect(next.signal.aborted).toBe(true)
  time.pass(20 * MINUTE)
  expect(next.isStopped).toBe(false)
  expect(restart().state).toBe(null)
})

const full = new Error('the disk is full')

/** A store that fails while its disk is full. */
function fillable() {
  const store = keepInMemory().stop
  const disk = { isFull: true }
  const set: StopStore['set'] = (record) => {
    if (disk.isFull) throw full
    store.set(record)
  }
  return { disk, store: { ...store, set } }
}

test("a stop that can't be stored takes effect all the same, throws, and is stored once there is room", (scope) => {
  const { disk, store } = fillable()
  const { stop, changes, time, restart } = setUp(scope, store)
  expect(() => stop.stop()).toThrow(full)
  expect(stop).toMatchObject({ isStopped: true, isPersisted: false })
  expect(changes).toEqual([true])

  time.pass(10 * MINUTE)
  expect(stop.isPersisted).toBe(false)
  disk.isFull = false
  time.pass(MINUTE)

  expect(stop.isPersisted).toBe(true)
  expect(restart().isStopped).toBe(true)
})

test('a stop that is not stored yet is stored when the process ends, if possible', (scope) => {
  const { disk, store } = fillable()
  const { stop, restart } = setUp(scope, store)
  expect(() => stop.stop()).toThrow(full)
  disk.isFull = false

  stop.close()

  expect(restart().isStopped).toBe(true)
})

test('a stop that is lifted before it could be stored does not come back', (scope) => {
  const { disk, store } = fillable()
  const { stop, time, restart } = setUp(scope, store)
  expect(() => stop.stop()).toThrow(full)
  disk.isFull = false
  stop.lift()

  time.pass(10 * MINUTE)

  expect(restart().isStopped).toBe(false)
})

test("a stop that can't be stored is not lifted when another process changes the database", (scope) => {
  const store = keepInMemory().stop
  const set = () => {
    throw full
  }
  const { stop, changes } = setUp(scope, { ...store, set, changedOutside: () => true })
  expect(() => stop.stop()).toThrow(full)
  stop.poll()
  expect(stop.signal.aborted).toBe(true)
  expect(changes).toEqual([true])
})

test("a stop stays if its end can't be stored", (scope) => {
  const store = keepInMemory().stop
  let isFull = false
  const { stop, changes } = setUp(scope, {
    ...store,
    set: (record) => {
      if (isFull) throw full
      store.set(record)
    },
  })
  stop.stop()
  isFull = true
  expect(() => stop.lift()).toThrow(full)
  expect(stop.signal.aborted).toBe(true)
  isFull = false
  stop.lift()
  expect(changes).toEqual([true, false])
})

test('a stop that a command stores takes effect, and so does its end', (scope) => {
  const store = keepInMemory().stop
  const { stop, changes, time } = setUp(scope, { ...store, changedOutside: () => true })
  store.set({ since: time.wall(), until: null })
  expect(stop.state).toEqual({ since: new Date(time.wall()).toISOString() })
  expect(stop.signal.aborted).toBe(true)
  store.set(null)
  expect(stop.state).toBe(null)
  expect(changes).toEqual([true, false])
})

test('listeners learn that a command may have changed the database once its stop is in force', (scope) => {
  const store = keepInMemory().stop
  let isChanged = false
  const { stop, time } = setUp(scope, { ...store, changedOutside: () => isChanged })
  const heard: boolean[] = []
  const unlisten = stop.onExternalChange(() => heard.push(stop.isStopped))
  expect(stop.state).toBe(null)
  store.set({ since: time.wall(), until: null })
  isChanged = true
  expect(stop.state).not.toBe(null)
  unlisten()
  expect(stop.state).not.toBe(null)
  expect(heard).toEqual([true])
})

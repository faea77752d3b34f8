import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeFromOutside, watchChanges } from './outside.ts'
import { openTestStore, temporaryFolder } from './testing/support.ts'

/** The folder of a running server whose timer the test advances, and `notifications`, which it gets. */
function setUp({ isWatched = true } = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const dataDir = temporaryFolder()
  const store = openTestStore(dataDir)
  if (!isWatched) rmSync(join(dataDir, 'floe.pid'))
  const notifications = new EventTarget()
  const listener = () => void notifications.dispatchEvent(new Event('notified'))
  const end = watchChanges(dataDir, listener)
  onTestFinished(end)
  return { dataDir, store, notifications, end }
}

test('a command that has changed the database notifies the server at once', async () => {
  const { dataDir, store, notifications } = setUp()
  const notified = once(notifications, 'notified')

  changeFromOutside(dataDir, (db) => db.exec("INSERT INTO counters VALUES ('changed', 1)"))
  await notified

  expect(store.stop.changedOutside()).toBe(true)
})

test('a command works on a folder whose server is gone', () => {
  const { dataDir, store } = setUp()
  store.close()

  expect(changeFromOutside(dataDir, () => 'done')).toBe('done')
})

test('where files can not be watched the server polls every five seconds', () => {
  const { notifications } = setUp({ isWatched: false })
  let looks = 0
  notifications.addEventListener('notified', () => {
    looks += 1
  })

  vi.advanceTimersByTime(10_000)

  expect(looks).toBe(2)
})

test('a server that stops polls no more', () => {
  const { notifications, end } = setUp({ isWatched: false })
  let looks = 0
  notifications.addEventListener('notified', () => {
    looks += 1
  })
  end()

  vi.advanceTimersByTime(10_000)

  expect(looks).toBe(0)
})

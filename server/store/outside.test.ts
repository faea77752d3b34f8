import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeFromOutside, watchChanges } from './outside.ts'
import { openTestStore, temporaryFolder } from './testing/support.ts'

/** The folder of a running server whose timer the test advances, and `told`, which gets its notifications. */
function setUp({ isWatched = true } = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const dataDir = temporaryFolder()
  const store = openTestStore(dataDir)
  if (!isWatched) rmSync(join(dataDir, 'floe.pid'))
  const told = new EventTarget()
  const listener = () => void told.dispatchEvent(new Event('told'))
  const end = watchChanges(dataDir, listener)
  onTestFinished(end)
  return { dataDir, store, told, end }
}

test('a command that has changed the database notifies the server at once', async () => {
  const { dataDir, store, told } = setUp()
  const isTold = once(told, 'told')

  changeFromOutside(dataDir, (db) => db.exec("INSERT INTO counters VALUES ('changed', 1)"))
  await isTold

  expect(store.stop.changedOutside()).toBe(true)
})

test('a command works on a folder whose server is gone', () => {
  const { dataDir, store } = setUp()
  store.close()

  expect(changeFromOutside(dataDir, () => 'done')).toBe('done')
})

test('where files can not be watched the server polls every five seconds', () => {
  const { told } = setUp({ isWatched: false })
  let looks = 0
  told.addEventListener('told', () => {
    looks += 1
  })

  vi.advanceTimersByTime(10_000)

  expect(looks).toBe(2)
})

test('a server that stops polls no more', () => {
  const { told, end } = setUp({ isWatched: false })
  let looks = 0
  told.addEventListener('told', () => {
    looks += 1
  })
  end()

  vi.advanceTimersByTime(10_000)

  expect(looks).toBe(0)
})

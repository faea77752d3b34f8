import { afterAll, beforeAll, expect } from 'vitest'
import { until } from './until.ts'

/** What keeps the process alive now, except what is the test runner's: sockets, servers, timers. */
function openResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /^(TCP|Timeout)/.test(name))
    .sort()
}

/**
 * For the top of a test file: once its tests are through, there must be no socket and no timer that was
 * not there before, and no unhandled rejection.
 */
export function expectNoLeaks(): void {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  let before: string[] = []

  beforeAll(() => {
    process.on('unhandledRejection', note)
    before = openResources()
  })

  afterAll(async () => {
    await until(() => openResources().length <= before.length, { timeout: 60_000 }).catch(() => {
      expect(openResources()).toEqual(before)
    })
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
  })
}

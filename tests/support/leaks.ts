import { afterAll, beforeAll, expect } from 'vitest'
import { until } from './until.ts'

/** The sockets, servers and timers that keep the process alive now. */
function openResources(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => /^(TCP|Timeout)/.test(name))
    .sort()
}

/**
 * For the top of a test file: after its tests there must be no more sockets and timers than before, and there
 * must have been no unhandled rejection.
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

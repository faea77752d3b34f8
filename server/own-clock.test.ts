import { expect, onTestFinished, test, vi } from 'vitest'
import { mountForTest } from '../tests/support/mounted-routes.ts'
import { clock as texts } from './contract/clock-messages.ts'
import type { StatusAnswer } from './contract/status.ts'
import { statusHandlers } from './routes/status.ts'

const HOUR = 3_600_000

test('that the machine’s clock was set is told in the event log, and by the status for an hour', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.UTC(2026, 0, 1),
  })
  onTestFinished(() => void vi.useRealTimers())
  const { context, call } = mountForTest(statusHandlers)
  const warnings = async () => (await call<StatusAnswer>('status')).body.warnings
  vi.advanceTimersByTime(60_000)

  vi.setSystemTime(Date.now() - 2 * HOUR)
  vi.advanceTimersByTime(60_000)

  const told = texts.setBack('2 h')
  expect(context.events.entries().filter(({ message }) => message === told)).toHaveLength(1)
  expect(await warnings()).toContain(told)
  vi.advanceTimersByTime(HOUR)
  expect(await warnings()).not.toContain(told)
})

import { expect, test, vi } from 'vitest'
import { openTestStore, temporaryFolder } from '#store/testing/support.ts'
import { ANSWERED_KEPT_WITHIN, SKEW_MAX, USES_KEPT_WITHIN } from './limits.ts'
import { RequestLog } from './request-log.ts'
import { Usage } from './usage.ts'

const REQUEST = 'ab'.repeat(32)

/** A request log with a clock that the test sets; `again` opens it as after a restart. */
function openRequestLog() {
  const { apps: store } = openTestStore(temporaryFolder()).keyset(1)
  const clock = { now: 1_800_000_000_000 }
  const again = () =>
    new RequestLog(
      store,
      () => clock.now,
      (error) => {
        throw error
      },
    )
  return { clock, again, requestLog: again() }
}

test('a request is known as long as its age would be accepted, even after a restart', async () => {
  const { requestLog, again, clock } = openRequestLog()
  // A clock may be ahead by SKEW_MAX, and a request is accepted until SKEW_MAX after its time.
  await requestLog.take(REQUEST, 'app')

  clock.now += 2 * SKEW_MAX
  requestLog.tidy()
  expect([requestLog.has(REQUEST), again().has(REQUEST)]).toEqual([true, true])

  clock.now += 1
  requestLog.tidy()
  expect([requestLog.has(REQUEST), again().has(REQUEST)]).toEqual([false, false])
})

test('nothing is written after a stop, when the database is closed', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.onTestFinished(() => {
    vi.useRealTimers()
  })
  const store = openTestStore(temporaryFolder())
  const { apps } = store.keyset(1)
  const errors: unknown[] = []
  const requestLog = new RequestLog(apps, Date.now, (error) => errors.push(error))
  const usage = new Usage(apps, Date.now, (error) => errors.push(error))
  await requestLog.take(REQUEST, 'app')

  requestLog.stop()
  usage.stop()
  store.close()
  requestLog.answered(REQUEST)
  usage.add('app', 'sign:1')
  vi.advanceTimersByTime(Math.max(ANSWERED_KEPT_WITHIN, USES_KEPT_WITHIN))

  expect(errors).toEqual([])
})

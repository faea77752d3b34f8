import { QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished, vi } from 'vitest'
import { until } from '#tests/support/until.ts'
import { STATUS_REFRESH_INTERVAL } from '../../lib/limits.ts'
import { statusQuery } from '../home/get-status.ts'
import { createStatusRefresh } from './status-refresh.ts'

/** How often the page's status was reported as old, and when. */
function watched() {
  const queries = new QueryClient()
  const times: number[] = []
  queries.setQueryData(statusQuery.queryKey, {} as never)
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.isInvalidated) times.push(performance.now())
    if (query.state.isInvalidated) queries.setQueryData(statusQuery.queryKey, {} as never)
  })
  const refresh = createStatusRefresh(queries)
  onTestFinished(() => refresh.stop())
  return { refresh, times }
}

it('the status is asked for at once, and again only after a second, however much happens', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { refresh, times } = watched()
  for (let n = 0; n < 50; n += 1) refresh.ask()
  await vi.advanceTimersByTimeAsync(STATUS_REFRESH_INTERVAL / 2)
  expect(times).toHaveLength(1)

  refresh.ask()
  await vi.advanceTimersByTimeAsync(STATUS_REFRESH_INTERVAL)

  expect(times).toHaveLength(2)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(STATUS_REFRESH_INTERVAL)
})

it('the status is no longer asked for when nobody watches', async () => {
  const stopped = watched()
  const other = watched()
  stopped.refresh.ask()
  stopped.refresh.stop()
  other.refresh.ask()
  await until(() => other.times.length > 0)
  expect(stopped.times).toEqual([])
})

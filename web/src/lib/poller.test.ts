import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { Poller, type PollerOptions } from './poller.ts'

function startPoller(options: PollerOptions): Poller {
  const poller = new Poller(options)
  onTestFinished(() => poller.stop())
  poller.start()
  return poller
}

it('reads at once and then again after each interval', async () => {
  let reads = 0
  startPoller({ read: async () => void reads++, interval: 5 })
  await until(() => reads >= 4)
})

it('starts no read before the last one has ended', async () => {
  let running = 0
  let most = 0
  let reads = 0
  const poller = startPoller({
    interval: 1,
    gap: 0,
    read: async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      reads += 1
      poller.refresh()
    },
  })
  await until(() => {
    poller.refresh()
    return reads >= 5
  })
  expect(most).toBe(1)
})

it('reads once more, and only once, for all the news that came while it was reading', async () => {
  let reads = 0
  let finish = () => {}
  const poller = startPoller({
    interval: 60_000,
    gap: 0,
    read: () => {
      reads += 1
      return new Promise((resolve) => {
        finish = resolve
      })
    },
  })
  await until(() => reads === 1)
  for (let news = 0; news < 100; news += 1) poller.refresh()
  finish()
  await until(() => reads === 2)
  finish()
  await sleep(20)
  expect(reads).toBe(2)
})

it('keeps its distance when news come without end', async () => {
  const starts: number[] = []
  const poller = startPoller({
    interval: 60_000,
    gap: 50,
    read: async () => void starts.push(performance.now()),
  })
  await until(
    () => {
      poller.refresh()
      return starts.length >= 4
    },
    { interval: 1 },
  )
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(45)
})

it('reads no more once it is stopped', async () => {
  let reads = 0
  const poller = startPoller({ read: async () => void reads++, interval: 1, gap: 0 })
  await until(() => reads >= 1)
  poller.stop()
  const before = reads
  poller.refresh()
  await sleep(20)
  expect(reads).toBe(before)
})

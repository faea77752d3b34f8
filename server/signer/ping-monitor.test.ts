import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordedLog } from '../../tests/support/signer-parts.ts'
import { until } from '../../tests/support/until.ts'
import { PING_INTERVAL } from '../contract/limits.ts'
import { PingMonitor } from './ping-monitor.ts'

function setUp(interval = 60_000) {
  const recorded = recordedLog()
  const sweeps: number[] = []
  const pingAll = async () => {
    sweeps.push(performance.now())
  }
  const monitor = new PingMonitor({ pingAll, log: recorded.log, interval })
  onTestFinished(() => monitor.stop())
  return { ...recorded, monitor, sweeps }
}

describe('a ping monitor', () => {
  test('does not run, and pings nobody, until it is started', () => {
    const { monitor, sweeps } = setUp()
    expect(monitor.isRunning).toBe(false)
    expect(sweeps).toEqual([])
  })

  test('pings at once when it is started', () => {
    const { monitor, sweeps } = setUp()
    monitor.start()
    expect(sweeps).toHaveLength(1)
    expect(monitor.isRunning).toBe(true)
  })

  test('then pings at its interval', async () => {
    const { monitor, sweeps } = setUp(20)
    monitor.start()
    await until(() => sweeps.length >= 4)
    const gaps = sweeps.slice(1).map((at, n) => at - (sweeps[n] ?? 0))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    expect(mean).toBeGreaterThan(15)
  })

  test('pings every 30 s unless told otherwise', () => {
    expect(PING_INTERVAL).toBe(30_000)
  })

  test('that is started twice only warns', async () => {
    const { monitor, sweeps, entries } = setUp(20)
    monitor.start()
    monitor.start()
    expect(sweeps).toHaveLength(1)
    expect(entries.map((entry) => entry.type)).toEqual(['warning'])
    monitor.stop()
    const before = sweeps.length
    await sleep(60)
    expect(sweeps).toHaveLength(before)
  })

  test('toggles between running and stopped, and says which', () => {
    const { monitor, sweeps, entries } = setUp()
    expect([monitor.toggle(), monitor.toggle(), monitor.toggle()]).toEqual([true, false, true])
    expect(sweeps).toHaveLength(2)
    expect(entries).toEqual([])
  })

  test('pings nobody after it is stopped, and may be stopped twice', async () => {
    const { monitor, sweeps } = setUp(5)
    monitor.start()
    monitor.stop()
    monitor.stop()
    await sleep(30)
    expect(sweeps).toHaveLength(1)
  })
})

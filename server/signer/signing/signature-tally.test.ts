import { describe, expect, it } from 'vitest'
import { createSignatureTally } from './signature-tally.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-03-08T12:30:00.000Z')
const THIS_HOUR = Math.floor(NOW / HOUR)

function startTally(
  signatureHours: Parameters<typeof createSignatureTally>[0]['signatureHours'] = [],
) {
  const clock = { now: NOW }
  const tally = createSignatureTally({ signatureHours }, () => clock.now)
  const sign = (took: number, hashes = 1) =>
    tally.add({ outcome: 'ok', took, hashes: Array<string>(hashes).fill('00'.repeat(32)) })
  return { clock, sign, tally, view: () => tally.view(clock.now) }
}

describe('the tally of signatures', () => {
  it('is empty before the first signature', () => {
    expect(startTally().view()).toEqual({ lastAt: null, medianMs: null, thisWeek: 0 })
  })

  it('counts each hash, and shows when the last one was signed', () => {
    const { sign, view } = startTally()
    sign(30)
    sign(30, 5)
    expect(view()).toMatchObject({ lastAt: '2026-03-08T12:30:00.000Z', thisWeek: 6 })
  })

  it('leaves out failed sessions', () => {
    const { tally, view } = startTally()
    tally.add({ outcome: 'failed', took: 5_000, hashes: ['00'] })
    expect(view()).toEqual({ lastAt: null, medianMs: null, thisWeek: 0 })
  })

  it('starts with the median time from before the restart', () => {
    const before = [
      { took: 4_800, answers: 100_000_000 },
      { took: 30, answers: 400_000_000 },
      { took: 40, answers: 500_000_000 },
    ]
    const tally = createSignatureTally({ signatureHours: [], answers: before }, () => NOW)
    expect(tally.view(NOW).medianMs).toBe(40)
    for (let n = 0; n < 100; n += 1) tally.add({ outcome: 'ok', took: 10, hashes: ['00'] })
    expect(tally.view(NOW).medianMs).toBe(10)
  })

  it('shows the median time, which one slow signature does not change', () => {
    const { sign, view } = startTally()
    for (const took of [31, 29, 4_800]) sign(took)
    expect(view().medianMs).toBe(31)
  })

  it('computes the median of the last hundred only', () => {
    const { sign, view } = startTally()
    for (let n = 0; n < 100; n += 1) sign(1_000)
    for (let n = 0; n < 100; n += 1) sign(10)
    expect(view().medianMs).toBe(10)
  })

  it('continues the counts from before the start', () => {
    const lastAt = NOW - 20 * 60_000
    const { sign, view } = startTally([
      { hour: THIS_HOUR - 30, signatures: 7, lastAt: NOW - 30 * HOUR },
      { hour: THIS_HOUR, signatures: 2, lastAt },
    ])
    expect(view()).toEqual({ lastAt: new Date(lastAt).toISOString(), medianMs: null, thisWeek: 9 })
    sign(10)
    expect(view().thisWeek).toBe(10)
  })

  it('drops an hour once all of it is a week ago, but keeps the time of the last signature', () => {
    const { clock, sign, view } = startTally()
    sign(10, 3)
    const lastAt = view().lastAt
    clock.now = (THIS_HOUR + 1) * HOUR + 7 * 24 * HOUR - 1
    expect(view().thisWeek).toBe(3)
    clock.now += 1
    expect(view()).toMatchObject({ thisWeek: 0, lastAt })
  })

  it('goes on counting when the clock is set back', () => {
    const { clock, sign, view } = startTally()
    sign(10)
    clock.now -= 2 * HOUR
    sign(10)
    expect(view().thisWeek).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'
import { reconnectDelay } from './backoff.ts'

const none = () => 0
const all = () => 0.999_999

describe('the wait before the event stream is connected again', () => {
  it('doubles from one second and stays at thirty', () => {
    const waits = Array.from({ length: 8 }, (_, failures) => reconnectDelay(failures, none))
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  it('is longer by up to one second, at both ends of the range', () => {
    expect(reconnectDelay(0, all)).toBeCloseTo(2_000, 0)
    expect(reconnectDelay(20, all)).toBeCloseTo(31_000, 0)
  })

  it('is still thirty seconds after a night without the server', () => {
    expect(reconnectDelay(5_000, none)).toBe(30_000)
  })
})

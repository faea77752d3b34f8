import { describe, expect, it } from 'vitest'
import { describeLatencies, plotOf } from './latency-plot.ts'

const SIZE = { width: 96, height: 26, slots: 3 }

describe('the plot of the last pings', () => {
  it('has the newest at the right, and the slowest at the top', () => {
    expect(plotOf([10, 20, 5], SIZE)).toEqual({ path: 'M2 13h0L48 2L94 18.5', lost: [] })
  })

  it('begins further right while there are only a few', () => {
    expect(plotOf([10, 10], SIZE).path).toBe('M48 2h0L94 2')
  })

  it('is interrupted by a ping that was lost, which is marked', () => {
    expect(plotOf([10, null, 10], SIZE)).toEqual({ path: 'M2 2h0M94 2h0', lost: [48] })
  })

  it('is empty without an answer', () => {
    expect(plotOf([null], SIZE)).toEqual({ path: '', lost: [94] })
  })

  it('keeps the others readable beside one that took very long', () => {
    const { path } = plotOf([20, 20, 4_900], SIZE)
    expect(path).toBe('M2 20.3h0L48 20.3L94 2')
  })
})

describe('the plot in words', () => {
  it.each([
    ['no ping answered yet', []],
    ['2 of 2 lost', [null, null]],
    ['fastest 20 ms, slowest 41 ms, 1 of 3 lost', [20, null, 41]],
  ])('is %s', (words, latencies) => {
    expect(describeLatencies(latencies)).toBe(words)
  })
})

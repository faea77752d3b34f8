import { describe, expect, it } from 'vitest'
import { noFaults, parseFaults, tokenBucket, watchFaults } from './faults.ts'

describe('faults', () => {
  it('are all off at first', () => {
    expect(watchFaults(() => {})).toEqual(noFaults())
  })

  it('report a change, and only a change', () => {
    const changes: unknown[] = []
    const faults = watchFaults((...change) => changes.push(change))

    faults.silent = true
    faults.silent = true
    faults.delayMs = 5

    expect(changes).toEqual([
      ['silent', true],
      ['delayMs', 5],
    ])
  })

  it.each([
    [{ sillent: true }],
    [{ silent: 'yes' }],
    [{ delayMs: -1 }],
    [{ delayMs: Number.NaN }],
    [{ rejectKinds: [1.5] }],
    [{ rejectKinds: 20_004 }],
    [{ toString: true }],
    [[]],
    [null],
  ])('refuse what they do not know: %j', (value) => {
    expect(() => parseFaults(value)).toThrow(TypeError)
  })

  it('refuse a wrong value even by plain assignment', () => {
    const faults = watchFaults(() => {})
    expect(() => Object.assign(faults, { mute: 1 })).toThrow('wrong value for fault mute')
    expect(faults.mute).toBe(false)
  })
})

describe('a token bucket', () => {
  it("allows one second's worth at once, and then as much as time has passed", () => {
    let time = 0
    const allows = tokenBucket(() => time)
    const allowed = (tries: number) =>
      Array.from({ length: tries }, () => allows(10)).filter((yes) => yes).length

    expect(allowed(15)).toBe(10)
    time += 300
    expect(allowed(15)).toBe(3)
    time += 60_000
    expect(allowed(15)).toBe(10)
  })

  it('eventually lets one through when the rate is below one a second', () => {
    let time = 0
    const allows = tokenBucket(() => time)

    expect([allows(0.5), allows(0.5)]).toEqual([true, false])
    time += 2_000
    expect(allows(0.5)).toBe(true)
  })
})

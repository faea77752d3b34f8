import { describe, expect, test } from 'vitest'
import { peerEntry, recordedLog } from '../../tests/support/signer-parts.ts'
import { Clocks, Warnings } from './warnings.ts'

test('a warning is logged once for as long as it lasts, and stays in the list', () => {
  const { log, messages } = recordedLog()
  const warnings = new Warnings(log, Date.now)
  warnings.raise('clock', { error: 'a clock is wrong' })
  warnings.raise('clock', { error: 'a clock is wrong' })
  warnings.raise('same-share', { error: 'a share runs twice' })
  expect(warnings.list).toEqual(['a clock is wrong', 'a share runs twice'])
  expect(warnings.has('clock')).toBe(true)
  expect(messages()).toEqual(['a clock is wrong', 'a share runs twice'])
})
test('a warning that is over leaves the list, and is logged again when it comes back', () => {
  const { log, messages } = recordedLog()
  const warnings = new Warnings(log, Date.now)
  warnings.raise('clock', { error: 'a clock is wrong' })
  warnings.clear('clock')
  expect(warnings.list).toEqual([])
  expect(warnings.has('clock')).toBe(false)
  warnings.raise('clock', { error: 'a clock is wrong' })
  expect(messages()).toEqual(['a clock is wrong', 'a clock is wrong'])
})

const NOW = 1_750_000_000
const alice = peerEntry(1)
const bob = peerEntry(2)
function setUp() {
  const recorded = recordedLog()
  const warnings = new Warnings(recorded.log, Date.now)
  return { ...recorded, warnings, clocks: new Clocks(warnings) }
}
describe('a peer whose clock is off', () => {
  test.each([
    ['ten minutes ahead', 600, 'is 10 minutes ahead of ours'],
    ['ten minutes behind', -600, 'is 10 minutes behind ours'],
    ['61 seconds ahead', 61, 'is 61 s ahead of ours'],
    ['an hour behind', -3_600, 'is 60 minutes behind ours'],
  ])('by %s is warned about, once', (_, seconds, words) => {
    const { clocks, warnings, entries } = setUp()
    for (let n = 0; n < 50; n += 1) clocks.observe(alice, NOW + seconds, NOW)
    expect(warnings.list).toHaveLength(1)
    expect(warnings.list[0]).toContain(words)
    expect(warnings.list[0]).toContain(alice.pubkey.slice(0, 8))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ type: 'warning', data: { peer: alice.pubkey, seconds } })
  })

  test('is not warned about after one message, which may just have been late', () => {
    const { clocks, warnings } = setUp()
    clocks.observe(alice, NOW - 600, NOW)
    clocks.observe(alice, NOW, NOW)
    clocks.observe(alice, NOW - 600, NOW)
    expect(warnings.list).toEqual([])
  })

  test('is no longer warned about once it is right, and is again when it goes wrong', () => {
    const { clocks, warnings, entries } = setUp()
    const off = () => {
      clocks.observe(alice, NOW + 600, NOW)
      clocks.observe(alice, NOW + 600, NOW)
    }
    off()
    clocks.observe(alice, NOW + 3, NOW)
    expect(warnings.list).toEqual([])
    off()
    expect(warnings.list).toHaveLength(1)
    expect(entries).toHaveLength(2)
  })

  test('is warned about independently of others', () => {
    const { clocks, warnings } = setUp()
    clocks.observe(alice, NOW + 600, NOW)
    clocks.observe(bob, NOW + 600, NOW)
    expect(warnings.list).toEqual([])
    clocks.observe(bob, NOW + 600, NOW)
    clocks.observe(alice, NOW, NOW)
    expect(warnings.list).toHaveLength(1)
    expect(warnings.list[0]).toContain(bob.pubkey.slice(0, 8))
  })
})
describe('a difference that is ours', () => {
  test('is not blamed on a peer, and an earlier warning about the peer is withdrawn', () => {
    const { log } = recordedLog()
    const warnings = new Warnings(log, Date.now)
    const own = { aheadBy: 0, note: () => {} }
    const clocks = new Clocks(warnings, own)
    const hear = (ahead = -120) => clocks.observe(alice, NOW + ahead, NOW)
    hear()
    hear()
    expect(warnings.list).toHaveLength(1)
    own.aheadBy = 121_000
    hear()
    expect(warnings.list).toEqual([])
    hear(600)
    hear(600)
    expect(warnings.list[0]).toContain('12 minutes ahead of ours')
  })

  test('is reported to the check of our clock, but not for one message that may have been late', () => {
    const noted: number[] = []
    const own = { aheadBy: 0, note: (_: string, theirs: number) => void noted.push(theirs) }
    const clocks = new Clocks(new Warnings(recordedLog().log, Date.now), own)
    for (const skew of [-600, 0, -600, -600]) clocks.observe(alice, NOW + skew, NOW)
    expect(noted).toEqual([NOW * 1000, (NOW - 600) * 1000])
  })
})
test.each([0, 60, -60])('a clock that is %i s off is fine', (seconds) => {
  const { clocks, warnings } = setUp()
  for (let n = 0; n < 5; n += 1) clocks.observe(alice, NOW + seconds, NOW)
  expect(warnings.list).toEqual([])
})

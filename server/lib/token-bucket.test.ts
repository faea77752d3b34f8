import { describe, expect, test } from 'vitest'
import { testClock } from '../../tests/support/signer-parts.ts'
import { TokenBuckets } from './token-bucket.ts'

const RELAY = 'wss://relay.example'
const RATE = { capacity: 5, perSecond: 2 }

/** How many of `tries` are let through. */
function taken(buckets: TokenBuckets, sender: string, tries: number, relay = RELAY): number {
  return Array.from({ length: tries }, () => buckets.take(sender, relay)).filter(Boolean).length
}

describe('a sender', () => {
  test('may send a burst, and not one more', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    expect(taken(buckets, 'alice', 100)).toBe(5)
  })

  test('may then send as many a second as the rate says', () => {
    const clock = testClock()
    const buckets = new TokenBuckets(RATE, clock.now)
    taken(buckets, 'alice', 100)
    const each: number[] = []
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1_000)
      each.push(taken(buckets, 'alice', 100))
    }
    expect(each).toEqual([2, 2, 2])
  })

  test('gains by fractions of a second too', () => {
    const clock = testClock()
    const buckets = new TokenBuckets(RATE, clock.now)
    taken(buckets, 'alice', 100)
    clock.advance(499)
    expect(taken(buckets, 'alice', 1)).toBe(0)
    clock.advance(1)
    expect(taken(buckets, 'alice', 1)).toBe(1)
  })

  test('saves up no more than one burst, however long it was silent', () => {
    const clock = testClock()
    const buckets = new TokenBuckets(RATE, clock.now)
    taken(buckets, 'alice', 100)
    clock.advance(86_400_000)
    expect(taken(buckets, 'alice', 100)).toBe(5)
  })

  test('does not use up what others may send', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    taken(buckets, 'alice', 100)
    expect(taken(buckets, 'bob', 100)).toBe(5)
  })

  test('may send as much over another relay, though one of them floods us in its name', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    taken(buckets, 'alice', 100)
    expect(taken(buckets, 'alice', 100, 'wss://another.example')).toBe(5)
  })

  test('gains and loses nothing when the clock is set back', () => {
    const clock = testClock()
    const buckets = new TokenBuckets(RATE, clock.now)
    taken(buckets, 'alice', 3)
    clock.advance(-3_600_000)
    expect(taken(buckets, 'alice', 100)).toBe(2)
    clock.advance(1_000)
    expect(taken(buckets, 'alice', 100)).toBe(2)
  })
})

describe('an answer that was asked for', () => {
  test('is let through after the burst is used up', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    taken(buckets, 'alice', 100)
    buckets.credit('alice')
    expect(taken(buckets, 'alice', 100)).toBe(1)
  })

  test('comes on top of the burst', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    buckets.credit('alice')
    expect(taken(buckets, 'alice', 100)).toBe(6)
  })

  test('is let through once, over whichever relay it comes', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    buckets.credit('alice')
    const over = (relay: string) => taken(buckets, 'alice', 100, relay)
    expect(over('wss://one.example') + over('wss://two.example')).toBe(2 * 5 + 1)
  })

  test('is still let through after a minute', () => {
    const clock = testClock()
    const buckets = new TokenBuckets(RATE, clock.now)
    buckets.credit('alice')
    clock.advance(60_000)
    expect(taken(buckets, 'alice', 100)).toBe(6)
  })

  test('can’t be saved up beyond a second burst', () => {
    const buckets = new TokenBuckets(RATE, testClock().now)
    for (let n = 0; n < 100; n += 1) buckets.credit('alice')
    expect(taken(buckets, 'alice', 100)).toBe(10)
  })
})

import { describe, expect, it } from 'vitest'
import { MESSAGE_BYTES_COMMON, RELAY_LIMIT_KEPT } from './limits.ts'
import { mayPassLater, RelayLimit, refusesSize } from './relay-limit.ts'

/** A relay that states this, and how often it was asked. */
function limitOf(stated: number | undefined) {
  const relay = { stated, asked: 0, now: 0 }
  const ask = async () => {
    relay.asked += 1
    return relay.stated
  }
  return { relay, limit: new RelayLimit(ask, () => relay.now) }
}

describe('a relay’s limit', () => {
  it('is what the relay states', async () => {
    const { limit } = limitOf(100_000)
    expect(await limit.against(100_000)).toBeNull()
    expect(await limit.against(100_001)).toEqual({ most: 100_000 })
  })

  it('is not known if the relay states none', async () => {
    expect(await limitOf(undefined).limit.against(10_000_000)).toBeNull()
  })

  it('is not asked for before a message that every relay takes', async () => {
    const { limit, relay } = limitOf(16_384)
    expect(await limit.against(MESSAGE_BYTES_COMMON)).toBeNull()
    expect(relay.asked).toBe(0)
    expect(await limit.against(MESSAGE_BYTES_COMMON + 1)).toEqual({ most: 16_384 })
  })

  it('is asked for once, and again when it may have changed', async () => {
    const { limit, relay } = limitOf(100_000)
    await Promise.all([limit.against(100_001), limit.against(100_001)])
    expect(relay.asked).toBe(1)

    relay.stated = 200_000
    relay.now = RELAY_LIMIT_KEPT
    expect(await limit.against(100_001)).toBeNull()
    expect(relay.asked).toBe(2)
  })

  it('is the size of a message that was refused as too large, until that may have changed', async () => {
    const { limit, relay } = limitOf(undefined)
    limit.refused(30_000)
    expect(await limit.against(29_999)).toBeNull()
    expect(await limit.against(30_000)).toEqual({})

    relay.now = RELAY_LIMIT_KEPT
    expect(await limit.against(30_000)).toBeNull()
  })
})

it.each([
  ['invalid: event too large: 70000', true, false],
  ['invalid: content is too long', true, false],
  ['blocked: max event size exceeded', true, false],
  ['rate-limited: too large a crowd', false, true],
  ['mute: no one was listening', false, true],
  ['auth-required: who are you?', false, true],
  ['error: could not connect to the database', false, false],
])('The refusal "%s" is for the size: %s; passes: %s', (words, isForSize, isPassing) => {
  expect(refusesSize(words)).toBe(isForSize)
  expect(mayPassLater(words)).toBe(isPassing)
})

import { describe, expect, test } from 'vitest'
import { seededPrng } from '#tests/support/prng.ts'
import { V2_REPLAYS_PER_PEER_MAX } from '../limits.ts'
import { type SeenRequest, SeenRequests } from './seen-requests.ts'

const MAX = V2_REPLAYS_PER_PEER_MAX
const of = (n: number, until = 331, author = 'one'): SeenRequest => ({
  author,
  requestId: `${n}`,
  until,
})

describe('the requests seen', () => {
  test('are known up to their end', () => {
    const seen = new SeenRequests()
    expect(seen.has(of(1), 0)).toBe(false)
    seen.add(of(1), 0)
    expect(seen.has(of(1), 331)).toBe(true)
    expect(seen.has(of(1), 332)).toBe(false)
    expect(seen.has(of(1, 331, 'another'), 0)).toBe(false)
    expect(seen.untilOf(of(1))).toBe(331)
  })

  test('give way, the oldest first, to newer ones of their author', () => {
    const seen = new SeenRequests()
    seen.add(of(1, 331, 'another'), 0)
    for (let n = 0; n < MAX; n += 1) expect(seen.add(of(n), 0)).toBeUndefined()
    for (let n = 0; n < 3 * MAX; n += 1) expect(seen.add(of(MAX + n), 0)).toEqual(of(n))
    expect(seen.has(of(3 * MAX - 1), 0)).toBe(false)
    expect(seen.has(of(3 * MAX), 0)).toBe(true)
    expect(seen.has(of(1, 331, 'another'), 0)).toBe(true)
  })

  test('do not push out others for one whose time is over, or that was removed', () => {
    const seen = new SeenRequests()
    for (let n = 0; n < MAX; n += 1) seen.add(of(n, 100 + n), 0)
    expect(seen.add(of(MAX, 5_000), 102)).toBeUndefined()
    expect(seen.add(of(MAX + 1, 5_000), 102)).toBeUndefined()
    expect(seen.untilOf(of(1))).toBeUndefined()
    expect(seen.untilOf(of(2))).toBe(102)
    expect(seen.add(of(MAX + 2, 5_000), 102)).toEqual(of(2, 102))
    seen.delete(of(7))
    expect(seen.add(of(MAX + 3, 5_000), 102)).toBeUndefined()
    expect(seen.add(of(MAX + 4, 5_000), 102)).toEqual(of(3, 103))
  })

  test('count from when they were last added', () => {
    const seen = new SeenRequests()
    for (let n = 0; n < MAX - 1; n += 1) seen.add(of(n), 0)
    seen.delete(of(0))
    seen.add(of(0, 400), 0)
    seen.add(of(MAX), 0)
    for (let n = 1; n < MAX - 1; n += 1) expect(seen.add(of(MAX + n), 0)).toEqual(of(n))
    expect(seen.add(of(3 * MAX), 0)).toEqual(of(0, 400))
  })

  test('are what a plain list would hold, whatever is done with them', () => {
    const prng = seededPrng(2_331)
    const seen = new SeenRequests()
    let list: SeenRequest[] = []
    for (let step = 0, now = 0; step < 20_000; step += 1) {
      const [kind = 0, n = 0, wait = 0] = prng.bytes(3)
      now += wait % 8 === 0 ? 1 : 0
      const request = of(kind % 4 === 0 ? n : 1_000 + step, now + 300 + (wait % 3))
      if (kind % 16 === 0) {
        seen.delete(request)
        list = list.filter(({ requestId }) => requestId !== request.requestId)
      } else if (!seen.has(request, now)) {
        seen.add(request, now)
        list = list.filter(({ requestId }) => requestId !== request.requestId)
        list = [...list.slice(1 - MAX), request]
      }
      const known = list.findLast(({ requestId }) => requestId === `${n}`)
      expect(seen.has(of(n), now)).toBe(known !== undefined && known.until >= now)
    }
  })
})

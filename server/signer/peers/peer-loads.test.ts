import { describe, expect, test } from 'vitest'
import { testClock } from '#tests/support/signer-parts.ts'
import { HASHES_AT_FIRST } from '../limits.ts'
import { PeerLoads } from './peer-loads.ts'

const TIMEOUT = 5_000
const ALICE = 'a'
const BOB = 'b'

function setUp() {
  const { now, advance } = testClock()
  let told = 0
  const onRoom = () => {
    told += 1
  }
  const loads = new PeerLoads({ timeout: TIMEOUT, now, onRoom })
  let ids = 0
  /** Asks a peer, which answers after so many milliseconds. */
  const answer = (peer: string, hashes: number, ms: number) => {
    ids += 1
    loads.asked(peer, `${ids}`, hashes)
    advance(ms)
    loads.answered(peer, `${ids}`)
  }
  return { loads, advance, answer, told: () => told }
}

describe('a peer of which nothing is known', () => {
  test('gets a few hashes, each peer for itself', () => {
    const { loads } = setUp()
    loads.asked(ALICE, 'x', 3)
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST - 3)
    expect(loads.room(BOB)).toBe(HASHES_AT_FIRST)
    expect(loads.backlog(ALICE)).toBe(0)
  })

  test('gets fewer each time that it does not answer, and one at least', () => {
    const { loads, advance } = setUp()
    const rooms = [1, 2, 3].map((n) => {
      loads.asked(ALICE, `${n}`, 1)
      advance(TIMEOUT)
      return loads.room(ALICE)
    })
    expect(rooms).toEqual([2, 1, 1])
  })
})

describe('a peer that has answered', () => {
  test('gets what it can do in half the time that it has', () => {
    const { loads, answer, told } = setUp()
    answer(ALICE, 1, 100)
    expect(loads.room(ALICE)).toBe(25)
    loads.asked(ALICE, 'x', 20)
    expect(loads.room(ALICE)).toBe(5)
    expect(loads.backlog(ALICE)).toBe(2_000)
    loads.asked(ALICE, 'y', 20)
    expect(loads.room(ALICE)).toBe(0)
    expect(told()).toBe(1)
  })

  test('has room for any number when it is quick, with its first answer', () => {
    const { loads, answer } = setUp()
    answer(ALICE, 1, 0)
    answer(BOB, 1, 4)
    expect(loads.room(ALICE)).toBe(Number.POSITIVE_INFINITY)
    expect(loads.room(BOB)).toBe(625)
  })

  test('is known by one quick answer again, however long single hashes took on the way before', () => {
    const { loads, advance, answer } = setUp()
    for (let n = 0; n < 50; n += 1) {
      answer(ALICE, 1, 250)
      advance(1_000)
    }
    expect(loads.room(ALICE)).toBe(10)
    answer(ALICE, 10, 260)
    expect(loads.room(ALICE)).toBe(96)
  })

  test('is measured by all that it does meanwhile, not by how long each request waits for others', () => {
    const { loads, advance } = setUp()
    for (let n = 0; n < 10; n += 1) loads.asked(ALICE, `${n}`, 1)
    for (let n = 0; n < 10; n += 1) {
      advance(20)
      loads.answered(ALICE, `${n}`)
    }
    expect(loads.room(ALICE)).toBe(125)
  })

  test('is not taken for quick because its answers were held up and come together', () => {
    const { loads, advance } = setUp()
    for (let n = 0; n < 10; n += 1) loads.asked(ALICE, `${n}`, 1)
    advance(1_000)
    for (let n = 0; n < 10; n += 1) loads.answered(ALICE, `${n}`)
    expect(loads.room(ALICE)).toBe(25)
  })

  test('starts with a few again when it leaves something unanswered', () => {
    const { loads, advance, answer } = setUp()
    answer(ALICE, 1, 1)
    loads.asked(ALICE, 'x', 100)
    advance(TIMEOUT)
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST)
    loads.answered(ALICE, 'x')
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST)
  })
})

test('what was asked for again is two requests, and what has not left is none', () => {
  const { loads, told } = setUp()
  loads.asked(ALICE, 'x', 2)
  loads.asked(ALICE, 'x', 2)
  expect(loads.room(ALICE)).toBe(0)
  loads.withdrawn(ALICE, 'x')
  expect(loads.room(ALICE)).toBe(2)
  expect(told()).toBe(1)
})

import { describe, expect, test } from 'vitest'
import { testClock } from '#tests/support/signer-parts.ts'
import { HASHES_AT_FIRST } from '../limits.ts'
import { PeerLoads } from './peer-loads.ts'

const TIMEOUT = 5_000
const ALICE = 'a'
const BOB = 'b'

function setUp() {
  const { now, advance } = testClock()
  let roomReports = 0
  const onRoom = () => {
    roomReports += 1
  }
  const loads = new PeerLoads({ timeout: TIMEOUT, now, onRoom })
  let ids = 0
  /** Records a request to a peer, and its answer after so many milliseconds. */
  const answer = (peer: string, hashes: number, ms: number) => {
    ids += 1
    loads.asked(peer, `${ids}`, hashes)
    advance(ms)
    loads.answered(peer, `${ids}`)
  }
  return { loads, advance, answer, roomReports: () => roomReports }
}

describe('a peer whose speed is unknown', () => {
  test('gets a few hashes, whatever other peers got', () => {
    const { loads } = setUp()
    loads.asked(ALICE, 'x', 3)
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST - 3)
    expect(loads.room(BOB)).toBe(HASHES_AT_FIRST)
    expect(loads.backlog(ALICE)).toBe(0)
  })

  test('gets fewer each time that it does not answer, but at least one', () => {
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
  test('gets as many hashes as it can sign in half of its time-out', () => {
    const { loads, answer, roomReports } = setUp()
    answer(ALICE, 1, 100)
    expect(loads.room(ALICE)).toBe(25)
    loads.asked(ALICE, 'x', 20)
    expect(loads.room(ALICE)).toBe(5)
    expect(loads.backlog(ALICE)).toBe(2_000)
    loads.asked(ALICE, 'y', 20)
    expect(loads.room(ALICE)).toBe(0)
    expect(roomReports()).toBe(1)
  })

  test('may get any number after one very quick answer', () => {
    const { loads, answer } = setUp()
    answer(ALICE, 1, 0)
    answer(BOB, 1, 4)
    expect(loads.room(ALICE)).toBe(Number.POSITIVE_INFINITY)
    expect(loads.room(BOB)).toBe(625)
  })

  test('counts as quick after one quick answer, however slow single hashes were before', () => {
    const { loads, advance, answer } = setUp()
    for (let n = 0; n < 50; n += 1) {
      answer(ALICE, 1, 250)
      advance(1_000)
    }
    expect(loads.room(ALICE)).toBe(10)
    answer(ALICE, 10, 260)
    expect(loads.room(ALICE)).toBe(96)
  })

  test('is measured by all its answers in a time span, not by how long each request waits', () => {
    const { loads, advance } = setUp()
    for (let n = 0; n < 10; n += 1) loads.asked(ALICE, `${n}`, 1)
    for (let n = 0; n < 10; n += 1) {
      advance(20)
      loads.answered(ALICE, `${n}`)
    }
    expect(loads.room(ALICE)).toBe(125)
  })

  test('does not count as quick because delayed answers arrive together', () => {
    const { loads, advance } = setUp()
    for (let n = 0; n < 10; n += 1) loads.asked(ALICE, `${n}`, 1)
    advance(1_000)
    for (let n = 0; n < 10; n += 1) loads.answered(ALICE, `${n}`)
    expect(loads.room(ALICE)).toBe(25)
  })

  test('gets only a few hashes again after an unanswered request', () => {
    const { loads, advance, answer } = setUp()
    answer(ALICE, 1, 1)
    loads.asked(ALICE, 'x', 100)
    advance(TIMEOUT)
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST)
    loads.answered(ALICE, 'x')
    expect(loads.room(ALICE)).toBe(HASHES_AT_FIRST)
  })
})

test('a request that is sent twice counts twice, and a withdrawn one does not count', () => {
  const { loads, roomReports } = setUp()
  loads.asked(ALICE, 'x', 2)
  loads.asked(ALICE, 'x', 2)
  expect(loads.room(ALICE)).toBe(0)
  loads.withdrawn(ALICE, 'x')
  expect(loads.room(ALICE)).toBe(2)
  expect(roomReports()).toBe(1)
})

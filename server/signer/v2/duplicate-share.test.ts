import { expect, test } from 'vitest'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { DuplicateShares } from './duplicate-share.ts'

const peer = peerEntry(2)

function setUp() {
  const told: boolean[] = []
  const answers = new DuplicateShares((_, areTwo) => void told.push(areTwo))
  let pings = 0
  return {
    ...{ told, answers },
    /** A ping, and in how many events it is answered. */
    ping: (devices: number) => {
      pings += 1
      const id = `ping-${pings}`
      answers.first(peer, id, `${id}/0`)
      for (let more = 1; more < devices; more += 1) answers.more(peer, id, `${id}/${more}`)
      return id
    },
  }
}

test('two devices are told by two pings that got two answers each, once', () => {
  const { told, ping } = setUp()
  ping(1)
  ping(2)
  expect(told).toEqual([])
  ping(2)
  ping(2)
  ping(3)
  expect(told).toEqual([true])
})

test('one device is told of by five pings in a row that got one answer', () => {
  const { told, ping } = setUp()
  for (const devices of [2, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1]) ping(devices)
  expect(told).toEqual([true])
  ping(1)
  expect(told).toEqual([true, false])
  ping(2)
  ping(2)
  expect(told).toEqual([true, false, true])
})

test('an answer that a relay sends again, one to a ping of long ago, and one to none tell nothing', () => {
  const { told, answers, ping } = setUp()
  for (let count = 0; count < 3; count += 1) {
    const id = ping(1)
    answers.more(peer, id, `${id}/0`)
    answers.more(peer, 'never asked', `${id}/1`)
    for (let later = 0; later < 20; later += 1) ping(1)
    answers.more(peer, id, `${id}/1`)
  }
  expect(told).toEqual([])
})

test('one ping that is heard again after a restart tells nothing by itself', () => {
  const { told, ping } = setUp()
  for (let restarts = 0; restarts < 5; restarts += 1) {
    ping(2)
    for (let quiet = 0; quiet < 6; quiet += 1) ping(1)
  }
  expect(told).toEqual([])
})

import { expect, test } from 'vitest'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { DuplicateShares } from './duplicate-share.ts'

const peer = peerEntry(2)

function setUp() {
  const changes: boolean[] = []
  const answers = new DuplicateShares((_, areTwo) => void changes.push(areTwo))
  let pings = 0
  return {
    ...{ changes, answers },
    /** A ping that is answered in this many events. */
    ping: (devices: number) => {
      pings += 1
      const id = `ping-${pings}`
      answers.first(peer, id, `${id}/0`)
      for (let more = 1; more < devices; more += 1) answers.more(peer, id, `${id}/${more}`)
      return id
    },
  }
}

test('two devices are reported once, after two pings that got two answers each', () => {
  const { changes, ping } = setUp()
  ping(1)
  ping(2)
  expect(changes).toEqual([])
  ping(2)
  ping(2)
  ping(3)
  expect(changes).toEqual([true])
})

test('one device is reported after five pings in a row that got one answer', () => {
  const { changes, ping } = setUp()
  for (const devices of [2, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1]) ping(devices)
  expect(changes).toEqual([true])
  ping(1)
  expect(changes).toEqual([true, false])
  ping(2)
  ping(2)
  expect(changes).toEqual([true, false, true])
})

test('a repeated answer, an answer to an old ping and an answer to no ping report nothing', () => {
  const { changes, answers, ping } = setUp()
  for (let count = 0; count < 3; count += 1) {
    const id = ping(1)
    answers.more(peer, id, `${id}/0`)
    answers.more(peer, 'never asked', `${id}/1`)
    for (let later = 0; later < 20; later += 1) ping(1)
    answers.more(peer, id, `${id}/1`)
  }
  expect(changes).toEqual([])
})

test('one ping that is answered again after a restart reports nothing', () => {
  const { changes, ping } = setUp()
  for (let restarts = 0; restarts < 5; restarts += 1) {
    ping(2)
    for (let quiet = 0; quiet < 6; quiet += 1) ping(1)
  }
  expect(changes).toEqual([])
})

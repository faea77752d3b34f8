import { describe, expect, test } from 'vitest'
import { peerEntry, testClock } from '#tests/support/signer-parts.ts'
import { PERSON_ASKED_FOR, PERSON_REQUESTS_MAX, REQUEST_TIMEOUT } from '../limits.ts'
import { forgetLost, PersonRequests } from './persons.ts'
import { RequestedNonces } from './sign-sessions.ts'

const HASH = ['sign aa']

/** Two peers, which are heard only when the test calls `hear`. */
function setUp() {
  const clock = testClock()
  const over: string[] = []
  const persons = new PersonRequests({ onOver: (id) => over.push(id), now: clock.now })
  const [phone, laptop] = [peerEntry(1), peerEntry(2)]
  /** Lets a peer be heard after this time, by default the time-out of an answer. */
  const hear = (peer = phone, ms = REQUEST_TIMEOUT) => {
    clock.advance(ms)
    peer.lastSeen = clock.now()
  }
  return { clock, over, persons, phone, laptop, hear }
}

test('a person counts as asked once their peer was heard after the request and has not answered it', () => {
  const { persons, phone, laptop, hear } = setUp()
  hear()
  persons.sent('one', phone, HASH)
  expect(persons.isAsked(phone)).toBe(false)

  hear()

  expect(persons.isAsked(phone)).toBe(true)
  expect(persons.isAskedFor(phone, HASH)).toBe(true)
  expect(persons.isAskedFor(phone, ['sign bb'])).toBe(false)
  expect(persons.isAskedFor(laptop, HASH)).toBe(false)
})

test('a request that may still be answered in time does not prevent another one about the same', () => {
  const { persons, phone, hear } = setUp()
  persons.sent('one', phone, HASH)
  hear(phone, REQUEST_TIMEOUT - 1)
  expect(persons.isAsked(phone)).toBe(true)
  expect(persons.isAskedFor(phone, HASH)).toBe(false)
  hear(phone, 1)
  expect(persons.isAskedFor(phone, HASH)).toBe(true)
})

describe('a person is asked no longer', () => {
  test('once the peer has answered that request, and not another one', () => {
    const { persons, phone, hear } = setUp()
    persons.sent('one', phone, HASH)
    hear()
    persons.ended('two', phone.xonly)
    expect(persons.isAsked(phone)).toBe(true)

    persons.ended('one', phone.xonly)

    expect(persons.isAsked(phone)).toBe(false)
  })

  test('after five minutes, however often the request was sent, and its nonces are free', () => {
    const { clock, over, persons, phone, hear } = setUp()
    persons.sent('one', phone, HASH)
    hear()
    persons.sent('one', phone, HASH)
    clock.advance(PERSON_ASKED_FOR - REQUEST_TIMEOUT - 1)
    expect(persons.isAskedFor(phone, HASH)).toBe(true)
    expect(over).toEqual([])

    clock.advance(1)

    expect(persons.isAskedFor(phone, HASH)).toBe(false)
    expect(persons.isAsked(phone)).toBe(false)
    expect(over).toEqual(['one'])
  })

  test('after a stop, and its nonces are free at the next start', () => {
    const { over, persons, phone, laptop, hear } = setUp()
    persons.sent('one', phone, HASH)
    persons.sent('two', laptop, HASH)
    hear()
    persons.stop()
    expect(persons.isAsked(phone)).toBe(false)
    expect(over).toEqual(['one', 'two'])
  })

  test('once the app there was started again', () => {
    const { over, persons, phone, laptop, hear } = setUp()
    const lost: string[] = []
    for (const [id, peer] of [
      ['one', phone],
      ['two', laptop],
      ['three', phone],
    ] as const) {
      persons.sent(id, peer, HASH, () => lost.push(id))
    }
    persons.ended('three', phone.xonly)
    hear()

    persons.forget(phone.xonly)

    expect(persons.isAsked(phone)).toBe(false)
    expect(over).toEqual([])
    expect(lost).toEqual(['one'])
  })
})

test('only requests sent since a peer was last heard are forgotten when it is away', () => {
  const { persons, phone, hear } = setUp()
  persons.sent('one', phone, HASH)
  hear()
  persons.sent('two', phone, ['sign bb'])

  persons.forgetUnheard(phone)
  hear()

  expect(persons.isAskedFor(phone, HASH)).toBe(true)
  expect(persons.isAskedFor(phone, ['sign bb'])).toBe(false)
})

test('a person with a hundred open requests gets no further one, and no more are kept', () => {
  const { over, persons, phone, laptop, hear } = setUp()
  for (let n = 0; n < PERSON_REQUESTS_MAX; n += 1) persons.sent(`${n}`, phone, [`sign ${n}`])
  hear()
  expect(persons.isAskedFor(phone, ['sign new'])).toBe(true)
  expect(persons.isAskedFor(laptop, ['sign new'])).toBe(false)

  // A request that was on its way when the last one came.
  persons.sent('more', phone, ['sign more'])
  hear()
  expect(over).toEqual(['0'])

  expect(persons.isAskedFor(phone, ['sign new'])).toBe(true)
  persons.ended('more', phone.xonly)
  expect(persons.isAskedFor(phone, ['sign new'])).toBe(false)
})

describe('a peer that was asked for all its nonces', () => {
  const nonce = (code: string) => ({ code, binder_pn: '', hidden_pn: '' })

  /** Whether the person is still asked about a request with the nonce b after these are offered. */
  function isAskedAfter(offered: readonly string[], about = HASH): boolean {
    const { persons, phone, hear } = setUp()
    const requestedNonces = new RequestedNonces()
    if (about === HASH) requestedNonces.add('one', phone.xonly, ['b'])
    persons.sent('one', phone, about)
    hear()
    forgetLost({ persons, requestedNonces }, phone, offered.map(nonce))
    return persons.isAsked(phone)
  }

  test.for([
    ['still offers the nonce of a request', ['a', 'b', 'c'], true],
    ['offers the nonces before and after it, but not it', ['a', 'c'], false],
    ['offers only nonces before it', ['a'], true],
    ['offers none', [], true],
    ['offers nonces out of order', ['c', 'a'], true],
  ] as const)('%s', ([, offered, isAsked]) => {
    expect(isAskedAfter(offered)).toBe(isAsked)
  })

  test('may ask about a key, which takes no nonce', () => {
    expect(isAskedAfter(['a', 'c'], ['ecdh aa'])).toBe(true)
  })
})

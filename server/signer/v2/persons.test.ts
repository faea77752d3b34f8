import { describe, expect, test } from 'vitest'
import { peerEntry, testClock } from '#tests/support/signer-parts.ts'
import { PERSON_ASKED_FOR, PERSON_REQUESTS_MAX, REQUEST_TIMEOUT } from '../limits.ts'
import { forgetLost, PersonRequests } from './persons.ts'
import { RequestedNonces } from './sign-sessions.ts'

const HASH = ['sign aa']

/** A peer that has sent something since it was asked, and one that has not. */
function setUp() {
  const clock = testClock()
  const over: string[] = []
  const persons = new PersonRequests({ onOver: (id) => over.push(id), now: clock.now })
  const [phone, laptop] = [peerEntry(1), peerEntry(2)]
  /** Time passes, as long as answers take at most unless told otherwise, and a peer is heard. */
  const hear = (peer = phone, ms = REQUEST_TIMEOUT) => {
    clock.advance(ms)
    peer.lastSeen = clock.now()
  }
  return { clock, over, persons, phone, laptop, hear }
}

test('a person is asked once their peer was heard since the request, and has not answered it', () => {
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

test('what may still be answered in time is asked for once more by whoever else needs it', () => {
  const { persons, phone, hear } = setUp()
  persons.sent('one', phone, HASH)
  hear(phone, REQUEST_TIMEOUT - 1)
  expect(persons.isAsked(phone)).toBe(true)
  expect(persons.isAskedFor(phone, HASH)).toBe(false)
  hear(phone, 1)
  expect(persons.isAskedFor(phone, HASH)).toBe(true)
})

describe('a person is asked no longer', () => {
  test('once the peer has answered, and an answer to what it was not asked changes nothing', () => {
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
    const { over, persons, phone, hear } = setUp()
    persons.sent('one', phone, HASH)
    hear()

    persons.forget(phone.xonly)

    expect(persons.isAsked(phone)).toBe(false)
    expect(over).toEqual([])
  })
})

test('what a peer was sent since it was last heard is forgotten when it is away, and nothing else', () => {
  const { persons, phone, hear } = setUp()
  persons.sent('one', phone, HASH)
  hear()
  persons.sent('two', phone, ['sign bb'])

  persons.forgetUnheard(phone)
  hear()

  expect(persons.isAskedFor(phone, HASH)).toBe(true)
  expect(persons.isAskedFor(phone, ['sign bb'])).toBe(false)
})

test('a person that is asked a hundred things is asked nothing more, and no more is kept', () => {
  const { over, persons, phone, laptop, hear } = setUp()
  for (let n = 0; n < PERSON_REQUESTS_MAX; n += 1) persons.sent(`${n}`, phone, [`sign ${n}`])
  hear()
  expect(persons.isAskedFor(phone, ['sign new'])).toBe(true)
  expect(persons.isAskedFor(laptop, ['sign new'])).toBe(false)

  // What was on its way when the last one came.
  persons.sent('more', phone, ['sign more'])
  hear()
  expect(over).toEqual(['0'])

  expect(persons.isAskedFor(phone, ['sign new'])).toBe(true)
  persons.ended('more', phone.xonly)
  expect(persons.isAskedFor(phone, ['sign new'])).toBe(false)
})

describe('a peer that was asked for all its nonces', () => {
  const nonce = (code: string) => ({ code, binder_pn: '', hidden_pn: '' })

  /** What becomes of a request with the nonce b when these are offered. */
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
    ['still has that of a request', ['a', 'b', 'c'], true],
    ['offers others, and it would stand among them', ['a', 'c'], false],
    ['offers as many as go before it', ['a'], true],
    ['offers none', [], true],
    ['does not offer them in their order', ['c', 'a'], true],
  ] as const)('%s', ([, offered, isAsked]) => {
    expect(isAskedAfter(offered)).toBe(isAsked)
  })

  test('may ask about a key, which takes no nonce', () => {
    expect(isAskedAfter(['a', 'c'], ['ecdh aa'])).toBe(true)
  })
})

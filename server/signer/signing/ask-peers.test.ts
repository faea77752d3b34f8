import { describe, expect, test } from 'vitest'
import { protocolTexts } from '#contract/messages.ts'
import type { Envelope } from '#protocol/v1/envelope.ts'
import { peerEntry } from '#tests/support/signer-parts.ts'
import { askPeers, PendingRequests } from './ask-peers.ts'

const ID = '0123456789abcdef0123456789abcdef'
const alice = peerEntry(1)
test('an answer that cannot be checked ends the request without blaming anybody', async () => {
  const pending = new PendingRequests<{ id: string }>()
  const blamed: string[] = []
  const untrusted = { add: (_: unknown, reason: string) => blamed.push(reason) }
  const { done } = askPeers(
    { pending, requestTimeout: 5_000, expectFrom: () => {}, untrusted },
    [alice],
    {
      id: ID,
      send: async () => ({ ok: true, relay: 'wss://relay.example' }),
      check: () => {
        throw new Error('disk full')
      },
    },
  )

  pending.answer(alice.xonly, { id: ID })

  expect(await done).toEqual({
    ok: false,
    why: { error: protocolTexts.nodeError },
    culprits: [],
  })
  expect(blamed).toEqual([])
})

test('a peer that has lost the request ends it, and may be asked again', async () => {
  const { promise: loss, resolve: lose } = Promise.withResolvers<() => void>()
  const { done } = askPeers(
    {
      ...{ pending: new PendingRequests<{ id: string }>(), requestTimeout: 5_000 },
      ...{ expectFrom: () => {}, untrusted: { add: () => expect.fail() } },
    },
    [alice],
    {
      id: ID,
      send: async (_, onLost) => {
        lose(onLost)
        return { ok: true, relay: 'wss://relay.example' }
      },
      check: () => expect.fail(),
    },
  )

  ;(await loss)()

  expect(await done).toMatchObject({ ok: false, culprits: [], unready: [alice], isLost: true })
})

const answerTo = (id: string): Envelope => ({ tag: '/sign/res', id, data: '{}' })
const LONG = 60_000
describe('a request', () => {
  test('gets the answer that carries its id', async () => {
    const pending = new PendingRequests<Envelope>()
    const answer = pending.expect(ID, 'alice', LONG)
    expect(pending.answer('alice', answerTo(ID))).toBe(true)
    expect(await answer).toEqual({ ok: true, envelope: answerTo(ID) })
    expect(pending.size).toBe(0)
  })

  test('gets its answer even when the peer writes the id in upper case', async () => {
    const pending = new PendingRequests<Envelope>()
    const answer = pending.expect(ID, 'alice', LONG)
    expect(pending.answer('alice', answerTo(ID.toUpperCase()))).toBe(true)
    expect(await answer).toMatchObject({ ok: true })
  })

  test('has its answer handled before anything that comes after it', async () => {
    const pending = new PendingRequests<Envelope>()
    const taken: Envelope[] = []
    const answer = pending.expect(ID, 'alice', LONG, (envelope) => taken.push(envelope))
    pending.answer('alice', answerTo(ID))
    expect(taken).toEqual([answerTo(ID)])
    expect(await answer).toMatchObject({ ok: true })
  })

  test('fails with the error that the handling of its answer throws', async () => {
    const pending = new PendingRequests<Envelope>()
    const answer = pending.expect(ID, 'alice', LONG, () => {
      throw new Error('disk full')
    })
    expect(pending.answer('alice', answerTo(ID))).toBe(true)
    await expect(answer).rejects.toThrow('disk full')
    expect(pending.size).toBe(0)
  })

  test('is not answered by another peer', async () => {
    const pending = new PendingRequests<Envelope>()
    const answer = pending.expect(ID, 'alice', LONG)
    expect(pending.answer('mallory', answerTo(ID))).toBe(false)
    expect(pending.size).toBe(1)
    pending.cancel(ID, 'alice')
    expect(await answer).toEqual({ ok: false, reason: 'cancelled' })
  })

  test('to several peers is answered by each of them', async () => {
    const pending = new PendingRequests<Envelope>()
    const answers = ['alice', 'bob'].map((peer) => pending.expect(ID, peer, LONG))
    pending.answer('bob', { ...answerTo(ID), data: 'b' })
    pending.answer('alice', { ...answerTo(ID), data: 'a' })
    expect(await Promise.all(answers)).toMatchObject([
      { envelope: { data: 'a' } },
      { envelope: { data: 'b' } },
    ])
  })

  test('is answered once', async () => {
    const pending = new PendingRequests<Envelope>()
    const answer = pending.expect(ID, 'alice', LONG)
    expect(pending.answer('alice', { ...answerTo(ID), data: 'first' })).toBe(true)
    expect(pending.answer('alice', { ...answerTo(ID), data: 'second' })).toBe(false)
    expect(await answer).toMatchObject({ envelope: { data: 'first' } })
  })

  test('that nobody answers ends with its time-out', async () => {
    const pending = new PendingRequests<Envelope>()
    expect(await pending.expect(ID, 'alice', 5)).toEqual({ ok: false, reason: 'timeout' })
    expect(pending.size).toBe(0)
  })

  test('ends with the others when the signer stops', async () => {
    const pending = new PendingRequests<Envelope>()
    const answers = [pending.expect(ID, 'alice', LONG), pending.expect(ID, 'bob', LONG)]
    pending.stop()
    expect(await Promise.all(answers)).toEqual([
      { ok: false, reason: 'stopped' },
      { ok: false, reason: 'stopped' },
    ])
    expect(pending.size).toBe(0)
  })

  test('that is made after the stop is not waited for', async () => {
    const pending = new PendingRequests<Envelope>()
    pending.stop()
    expect(await pending.expect(ID, 'alice', LONG)).toEqual({ ok: false, reason: 'stopped' })
    expect(pending.size).toBe(0)
  })
})
test('an answer that nobody waits for is ignored', () => {
  expect(new PendingRequests<Envelope>().answer('alice', answerTo(ID))).toBe(false)
})
test('cancelling a request that is not waited for does nothing', () => {
  expect(() => new PendingRequests<Envelope>().cancel(ID, 'alice')).not.toThrow()
})

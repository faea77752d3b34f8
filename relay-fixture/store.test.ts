import { describe, expect, it } from 'vitest'
import type { Filter } from '#contract/nostr.ts'
import { EventStore } from './store.ts'
import { makeEvent } from './test-support.ts'

const filters = (...values: Filter[]): Filter[] => values

describe('the event store', () => {
  it('gives the newest first, up to the limit of each filter, and nothing twice', () => {
    const store = new EventStore()
    const events = [10, 30, 20].map((created_at) => makeEvent({ created_at }))
    const note = makeEvent({ kind: 7, created_at: 5 })
    for (const event of [...events, note]) store.add(event)

    const found = store.query(filters({ kinds: [1], limit: 2 }, { since: 30 }, { kinds: [7] }))

    expect(found.map((event) => event.created_at)).toEqual([30, 20, 5])
  })

  it('orders events of the same second by id', () => {
    const store = new EventStore()
    const events = ['a', 'b', 'c'].map((content) => makeEvent({ content, created_at: 1 }))
    for (const event of events) store.add(event)

    const ids = store.query(filters({})).map((event) => event.id)

    expect(ids).toEqual(events.map((event) => event.id).sort())
  })

  it('keeps an ephemeral event only by its id', () => {
    const store = new EventStore()
    const event = makeEvent({ kind: 20_004 })
    store.add(event)

    expect(store.has(event.id)).toBe(true)
    expect(store.query(filters({}))).toEqual([])
    expect(store.count(filters({}))).toBe(0)
  })

  it.each([
    ['stored', 1],
    ['ephemeral', 20_004],
  ])('forgets the oldest arrivals when it is full of %s events', (_, kind) => {
    const store = new EventStore({ maxStored: 20, maxIds: 20 })
    const sample = makeEvent({ kind })
    const id = (n: number) => n.toString(16).padStart(64, '0')
    for (let n = 0; n < 200; n += 1) store.add({ ...sample, id: id(n) })

    const known = Array.from({ length: 200 }, (_, n) => store.has(id(n)))
    expect(known.lastIndexOf(false)).toBeGreaterThanOrEqual(200 - 22 - 1)
    expect(known.slice(-20)).toEqual(new Array(20).fill(true))
  })
})

import { describe, expect, test } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import { type Arrival, Inbox } from './guard.ts'

const RELAY = 'wss://relay.example'

function arrival(pubkey: string, content = '', relay = RELAY): Arrival {
  const event: NostrEvent = {
    id: '',
    pubkey,
    created_at: 0,
    kind: 20_004,
    tags: [],
    content,
    sig: '',
  }
  return { event, relay }
}

/** An inbox that records whose events it handles. */
function noting(onHandle: (arrival: Arrival) => void = () => {}) {
  const handled: string[] = []
  const inbox = new Inbox((one) => {
    handled.push(`${one.event.pubkey}${one.event.content}`)
    onHandle(one)
  })
  return { inbox, handled }
}

describe('events waiting to be verified', () => {
  test('are handled later, in their sender’s order', async () => {
    const { inbox, handled } = noting()
    for (const n of ['1', '2', '3']) inbox.push(arrival('a', n))
    expect(handled).toEqual([])
    await inbox.idle()
    expect(handled).toEqual(['a1', 'a2', 'a3'])
  })

  test('are handled in turns, so that a flood in the name of one sender delays no other', async () => {
    const { inbox, handled } = noting()
    for (let n = 0; n < 200; n += 1) inbox.push(arrival('flood'))
    inbox.push(arrival('a', '1'))
    inbox.push(arrival('b', '1'))
    inbox.push(arrival('a', '2'))
    await inbox.idle()
    expect(handled.slice(0, 5)).toEqual(['flood', 'a1', 'b1', 'flood', 'a2'])
    expect(handled).toHaveLength(203)
  })

  test('of one sender over two relays are handled in turns, in case one relay forges a flood', async () => {
    const { inbox, handled } = noting()
    for (let n = 0; n < 200; n += 1) inbox.push(arrival('a', 'forged', 'wss://forger.example'))
    inbox.push(arrival('a', '1'))
    await inbox.idle()
    expect(handled.slice(0, 3)).toEqual(['aforged', 'a1', 'aforged'])
  })

  test('are handled in turns even when each takes longer than a turn may', async () => {
    const { inbox, handled } = noting(() => {
      const end = performance.now() + 12
      while (performance.now() < end);
    })
    for (const n of ['1', '2', '3']) {
      for (const sender of ['a', 'b', 'c']) inbox.push(arrival(sender, n))
    }
    await inbox.idle()
    expect(handled).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  })

  test('of one sender are limited; further ones are refused', async () => {
    const { inbox, handled } = noting()
    const taken = Array.from({ length: 1_000 }, () => inbox.push(arrival('flood')))
    expect(taken.filter(Boolean)).toHaveLength(256)
    expect(inbox.push(arrival('a'))).toBe(true)
    await inbox.idle()
    expect(handled).toHaveLength(257)
  })

  test('are accepted again once some are handled', async () => {
    const { inbox } = noting()
    for (let n = 0; n < 300; n += 1) inbox.push(arrival('flood'))
    await inbox.idle()
    expect(inbox.push(arrival('flood'))).toBe(true)
    await inbox.idle()
  })

  test('hold the event loop only for a moment', async () => {
    const { inbox, handled } = noting(() => {
      const end = performance.now() + 2
      while (performance.now() < end);
    })
    for (let n = 0; n < 30; n += 1) inbox.push(arrival('flood'))
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(handled.length).toBeLessThan(30)
    await inbox.idle()
    expect(handled).toHaveLength(30)
  })
})

describe('an inbox', () => {
  test('is idle at once when nothing has arrived', async () => {
    await new Inbox(() => {}).idle()
  })

  test('is idle only when events that arrive during the wait are handled too', async () => {
    const { inbox, handled } = noting(({ event }) => {
      if (event.content === 'first') inbox.push(arrival('b', 'second'))
    })
    inbox.push(arrival('a', 'first'))
    await inbox.idle()
    expect(handled).toEqual(['afirst', 'bsecond'])
  })

  test('drops its events when it is stopped, and is then idle', async () => {
    const { inbox, handled } = noting()
    for (let n = 0; n < 10; n += 1) inbox.push(arrival('a'))
    const idle = inbox.idle()
    inbox.stop()
    await idle
    expect(handled).toEqual([])
  })
})

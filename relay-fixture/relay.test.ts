import { describe, expect, it, onTestFinished } from 'vitest'
import { eventId, type NostrEvent } from './events.ts'
import { dial, keyPair, makeEvent, startRelay } from './test-support.ts'

describe('the relay (NIP-01)', () => {
  it('passes an accepted event to every subscription that asks for it, and to no others', async () => {
    const relay = await startRelay()
    const [author, reader] = [await dial(relay.url), await dial(relay.url)]
    await reader.subscribe('all', {})
    await reader.subscribe('either', { kinds: [3] }, { authors: [keyPair(1).pubkey] })
    await reader.subscribe('other', { kinds: [2] })
    const event = makeEvent()

    expect(await author.publish(event)).toEqual([true, ''])

    expect([await reader.next('EVENT'), await reader.next('EVENT')]).toEqual([
      ['EVENT', 'all', event],
      ['EVENT', 'either', event],
    ])
    await reader.settled()
    expect(reader.inbox).toEqual([])
  })

  it('gives the author its own event back when it asked for it', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('own', { kinds: [20_004] })
    const event = makeEvent({ kind: 20_004 })

    await client.publish(event)

    expect(await client.next('EVENT')).toEqual(['EVENT', 'own', event])
  })

  it('tells whether anybody listens for a key', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const { pubkey } = keyPair(1)
    await client.subscribe('other', { '#p': [keyPair(2).pubkey] }, { authors: [pubkey] })
    expect(relay.hasListener(pubkey)).toBe(false)

    await client.subscribe('own', { kinds: [24_133], '#p': [pubkey] })

    expect(relay.hasListener(pubkey)).toBe(true)
  })

  it('tells of each event that comes again, and passes it on only once', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('all', {})
    const repeated: NostrEvent[] = []
    onTestFinished(relay.onRepeated((event) => repeated.push(event)))
    const event = makeEvent()

    await client.publish(event)
    expect(repeated).toEqual([])
    await client.publish(event)

    expect(repeated).toEqual([event])
    await client.settled()
    expect(client.takeEvents()).toEqual([event])
  })

  it('answers REQ with stored events, newest first and within the limit, then EOSE', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const events = [1, 2, 3].map((created_at) => makeEvent({ created_at }))
    for (const event of events) await client.publish(event)

    expect(await client.subscribe('a', { kinds: [1], limit: 2 })).toEqual([events[2], events[1]])
    expect(await client.subscribe('b', { limit: 0 })).toEqual([])
  })

  it('applies since and until to live events', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('window', { since: 100, until: 200 })

    const events = [99, 100, 200, 201].map((created_at) => makeEvent({ kind: 20_001, created_at }))
    for (const event of events) await client.publish(event)

    await client.settled()
    expect(client.takeEvents()).toEqual([events[1], events[2]])
  })

  it('never stores an ephemeral event', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    for (const kind of [19_999, 20_000, 29_999, 30_000]) await client.publish(makeEvent({ kind }))

    const kinds = (await client.subscribe('all', {})).map((event) => event.kind)

    expect(kinds.sort()).toEqual([19_999, 30_000])
    expect(relay.stored).toBe(2)
  })

  it('says duplicate to an event that it already has, and does not pass it on again', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('all', {})
    const events = [makeEvent(), makeEvent({ kind: 20_004 })]
    for (const event of events) await client.publish(event)

    for (const event of events) {
      expect(await client.publish(event)).toEqual([true, expect.stringMatching(/^duplicate: /)])
    }

    await client.settled()
    expect(client.takeEvents()).toEqual(events)
  })

  it('replaces a subscription of the same id, and sends nothing more after CLOSE', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('sub', { kinds: [1] })
    await client.subscribe('sub', { kinds: [2] })
    await client.publish(makeEvent({ kind: 1 }))
    const heard = makeEvent({ kind: 2 })
    await client.publish(heard)
    expect(relay.subscriptions).toBe(1)

    client.send('CLOSE', 'sub')
    await client.publish(makeEvent({ kind: 2, content: 'after' }))

    await client.settled()
    expect(client.takeEvents()).toEqual([heard])
    expect(relay.subscriptions).toBe(0)
  })

  it.each([
    ['no point for a key', { pubkey: 'f'.repeat(64) }],
    ['a signature that is too large', { sig: 'f'.repeat(128) }],
  ])('refuses an event with %s', async (_, change) => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const event = { ...makeEvent(), ...change }

    expect(await client.publish({ ...event, id: eventId(event) })).toEqual([
      false,
      'invalid: bad signature',
    ])
  })

  it.each([
    ['a changed content', { content: 'changed' }, 'invalid: event id does not match its content'],
    ['a foreign signature', { sig: makeEvent({ content: 'x' }).sig }, 'invalid: bad signature'],
    ['a sig of wrong length', { sig: 'ab' }, 'invalid: not a well-formed event'],
    ['tags that are no lists', { tags: ['p'] }, 'invalid: not a well-formed event'],
    ['a fractional time', { created_at: 1.5 }, 'invalid: not a well-formed event'],
    ['a kind out of range', { kind: 65_536 }, 'invalid: not a well-formed event'],
  ])('refuses an event with %s', async (_, change, reason) => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('all', {})

    expect(await client.publish({ ...makeEvent(), ...change })).toEqual([false, reason])

    await client.settled()
    expect(client.inbox).toEqual([])
  })

  it('accepts any well-formed event when it does not verify', async () => {
    const relay = await startRelay({ verify: false })
    const client = await dial(relay.url)
    const event = { ...makeEvent(), content: 'changed' }

    expect(await client.publish(event)).toEqual([true, ''])
  })

  it.each([
    ['not JSON', '{'],
    ['no array', '{}'],
    ['an unknown type', '["HELLO"]'],
    ['no subscription id', '["REQ",null,{}]'],
    ['an empty subscription id', '["REQ","",{}]'],
    ['too long a subscription id', `["REQ","${'x'.repeat(65)}",{}]`],
    ['no filter', '["REQ","a"]'],
    ['a filter in a list', '["REQ","a",[{}]]'],
    ['a COUNT without filter', '["COUNT","a"]'],
    ['a CLOSE of nothing', '["CLOSE"]'],
    ['an EVENT without event', '["EVENT"]'],
    ['an AUTH without event', '["AUTH","challenge"]'],
  ])('answers with a NOTICE and goes on: %s', async (_, text) => {
    const relay = await startRelay()
    const client = await dial(relay.url)

    client.socket.send(text)

    expect(await client.next('NOTICE')).toEqual(['NOTICE', expect.stringMatching(/^invalid: /)])
    expect(relay.subscriptions).toBe(0)
    expect(await client.publish(makeEvent())).toEqual([true, ''])
  })

  it('answers a binary frame with a NOTICE', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)

    client.socket.send(Buffer.from('["REQ","a",{}]'))

    expect(await client.next('NOTICE')).toEqual([
      'NOTICE',
      'invalid: binary frames are not understood',
    ])
  })
})

describe('the relay', () => {
  it('counts what matches (NIP-45)', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    for (const kind of [1, 2, 2])
      await client.publish(makeEvent({ kind, content: `${Math.random()}` }))

    client.send('COUNT', 'how-many', { kinds: [2] })

    expect(await client.next('COUNT')).toEqual(['COUNT', 'how-many', { count: 2 }])
    expect(relay.subscriptions).toBe(0)
  })

  it('describes itself over HTTP (NIP-11)', async () => {
    const relay = await startRelay()
    const url = relay.url.replace('ws:', 'http:')

    const response = await fetch(url, { headers: { accept: 'application/nostr+json' } })

    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({
      supported_nips: [1, 11, 42, 45],
      limitation: { auth_required: false },
    })
    expect((await fetch(url)).status).toBe(426)
  })

  it('shows each accepted event to observers until they leave', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const seen: NostrEvent[] = []
    const leave = relay.onEvent((event) => seen.push(event))
    const event = makeEvent()

    await client.publish({ ...event, content: 'forged' })
    await client.publish(event)
    await client.publish(event)
    leave()
    await client.publish(makeEvent({ content: 'later' }))

    expect(seen).toEqual([event])
  })

  it('counts sockets, dials and messages', async () => {
    const relay = await startRelay()
    const [first, second] = [await dial(relay.url), await dial(relay.url)]
    await first.publish(makeEvent())
    await second.subscribe('a', {})
    expect(relay.connections).toBe(2)

    first.socket.close()
    await expect.poll(() => relay.connections).toBe(1)

    expect(relay.totalConnections).toBe(2)
    expect(relay.received).toEqual({ events: 1, reqs: 1, ignored: 0 })
  })

  it('delivers an injected event unchanged, forged or not, and does not store it', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('mine', { kinds: [20_004] })
    const forged = { ...makeEvent({ kind: 20_004 }), content: 'forged' }

    expect(relay.inject(forged)).toBe(1)
    expect(relay.inject(makeEvent({ kind: 1 }))).toBe(0)

    expect(await client.next('EVENT')).toEqual(['EVENT', 'mine', forged])
    expect(relay.stored).toBe(0)
  })

  it('sends an injected frame to every socket', async () => {
    const relay = await startRelay()
    const clients = [await dial(relay.url), await dial(relay.url)]

    relay.injectRaw('["NOTICE","hello"]')

    for (const client of clients) expect(await client.next('NOTICE')).toEqual(['NOTICE', 'hello'])
  })
})

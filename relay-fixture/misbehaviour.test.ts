import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { noFaults } from './faults.ts'
import { dial, keyPair, makeEvent, startRelay } from './test-support.ts'

async function stats(url: string): Promise<unknown> {
  return (await fetch(`${url.replace('ws:', 'http:')}/stats`)).json()
}

/** Round trips on another connection: time enough for an answer that should not come. */
async function roundTrips(url: string): Promise<void> {
  for (let trip = 0; trip < 10; trip += 1) await stats(url)
}

describe('refuse', () => {
  it('destroys new dials and leaves open sockets alone', async () => {
    const relay = await startRelay()
    const open = await dial(relay.url)
    relay.setFaults({ refuse: true })

    await expect(dial(relay.url)).rejects.toThrow()

    expect(relay.totalConnections).toBe(1)
    await open.settled()
    relay.clearFaults()
    await dial(relay.url)
  })
})

describe('dropAll', () => {
  it('cuts every socket at once, without a closing handshake', async () => {
    const relay = await startRelay()
    const clients = [await dial(relay.url), await dial(relay.url)]
    const closes = clients.map((client) => once(client.socket, 'close'))

    relay.dropAll()

    expect(relay.connections).toBe(0)
    expect((await Promise.all(closes)).map(([code]) => code)).toEqual([1006, 1006])
    await dial(relay.url)
  })
})

describe('silent', () => {
  it('sends no message and no pong, and ignores what comes in', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('before', {})
    relay.setFaults({ silent: true })

    client.socket.ping('unheard')
    client.send('REQ', 'during', {})
    await expect.poll(() => relay.received.ignored).toBe(1)
    relay.inject(makeEvent())
    relay.clearFaults()

    await client.settled()
    expect(client.inbox).toEqual([])
    expect(client.pongs).not.toContain('unheard')
    expect(relay.subscriptions).toBe(1)
  })

  it('leaves a closing handshake unanswered until it ends', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    relay.setFaults({ silent: true })
    const closed = once(client.socket, 'close')

    client.socket.close(1000)
    await roundTrips(relay.url)
    expect(client.socket.readyState).toBe(WebSocket.CLOSING)
    expect(relay.connections).toBe(1)

    relay.clearFaults()
    await closed
    await expect.poll(() => relay.connections).toBe(0)
  })

  it('notices a client that ends the socket', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    relay.setFaults({ silent: true })

    client.socket.terminate()

    await expect.poll(() => relay.connections).toBe(0)
  })

  it('leaves a dial without an answer, and cuts it when it ends', async () => {
    const relay = await startRelay()
    relay.setFaults({ silent: true })
    const socket = new WebSocket(relay.url)
    onTestFinished(() => socket.terminate())
    const failed = new Promise<Error>((resolve) => socket.once('error', resolve))

    await expect.poll(() => relay.unanswered).toBe(1)
    await roundTrips(relay.url)
    expect(socket.readyState).toBe(WebSocket.CONNECTING)

    relay.clearFaults()
    expect((await failed).message).toBe('socket hang up')
    expect(relay.totalConnections).toBe(0)
  })

  it('keeps nothing of an abandoned dial', async () => {
    const relay = await startRelay()
    relay.setFaults({ silent: true })
    const socket = new WebSocket(relay.url).on('error', () => {})
    await expect.poll(() => relay.unanswered).toBe(1)

    socket.terminate()

    await expect.poll(() => relay.unanswered).toBe(0)
  })

  it('has no NIP-11 document, but stays under control', async () => {
    const relay = await startRelay()
    relay.setFaults({ silent: true })
    let answered = false
    const document = fetch(relay.url.replace('ws:', 'http:')).then(() => {
      answered = true
    })

    await expect.poll(() => relay.unanswered).toBe(1)
    expect(await stats(relay.url)).toMatchObject({ faults: { silent: true } })
    expect(answered).toBe(false)

    relay.dropAll()
    await expect(document).rejects.toThrow()
  })
})

describe('mute', () => {
  it('answers only pings and dials, and then goes on as before', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('before', {})
    relay.setFaults({ mute: true })

    const late = await dial(relay.url)
    late.send('REQ', 'during', {})
    client.send('EVENT', makeEvent())
    relay.inject(makeEvent())
    await late.settled()
    await client.settled()

    expect([...late.inbox, ...client.inbox]).toEqual([])
    expect(relay.received).toEqual({ events: 0, reqs: 1, ignored: 2 })
    relay.clearFaults()
    const event = makeEvent({ content: 'after' })
    relay.inject(event)
    expect(await client.next('EVENT')).toEqual(['EVENT', 'before', event])
  })
})

describe('delayMs and jitterMs', () => {
  it('hold every message back for that long', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    relay.setFaults({ delayMs: 80 })

    const start = performance.now()
    await client.subscribe('a', {})

    expect(performance.now() - start).toBeGreaterThan(75)
  })

  it('reorder messages by the random numbers', async () => {
    const numbers = [0.9, 0.5, 0.1]
    const relay = await startRelay({ random: () => numbers.shift() ?? 0 })
    const client = await dial(relay.url)
    await client.subscribe('a', {})
    relay.setFaults({ jitterMs: 200 })

    const events = ['1', '2', '3'].map((content) => makeEvent({ content }))
    for (const event of events) relay.inject(event)
    await client.until(() => client.inbox.length === 3, 'not all came')

    expect(client.takeEvents().map((event) => event.content)).toEqual(['3', '2', '1'])
  })

  it('do not let through a message that comes due during a silence', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    relay.setFaults({ delayMs: 50 })
    relay.injectRaw('["NOTICE","lost"]')
    relay.setFaults({ mute: true })
    // Timers of one length fire in the order they were set.
    await setTimeout(50)
    relay.clearFaults()

    await client.settled()
    expect(client.inbox).toEqual([])
  })
})

describe('duplicate', () => {
  it('delivers every live event that many times', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('a', {})
    relay.setFaults({ duplicate: 3 })
    const event = makeEvent()

    await client.publish(event)

    await client.settled()
    expect(client.takeEvents()).toEqual([event, event, event])
  })
})

describe('ignoreFilters', () => {
  it('delivers every event, live and stored, to every subscription', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const [stored, live] = [makeEvent(), makeEvent({ kind: 20_004 })]
    await client.publish(stored)
    relay.setFaults({ ignoreFilters: true })

    expect(await client.subscribe('narrow', { kinds: [5], limit: 0 })).toEqual([stored])
    await client.publish(live)

    expect(await client.next('EVENT')).toEqual(['EVENT', 'narrow', live])
  })
})

describe('rejectKinds', () => {
  it('refuses events of these kinds, with the given reason, and no others', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    relay.setFaults({ rejectKinds: [20_004] })

    const event = makeEvent({ kind: 20_004 })
    expect(await client.publish(event)).toEqual([false, 'blocked: kind not allowed'])
    expect(await client.publish(makeEvent())).toEqual([true, ''])
    relay.setFaults({ rejectReason: 'restricted: members only' })
    expect(await client.publish(event)).toEqual([false, 'restricted: members only'])
    relay.clearFaults()
    expect(await client.publish(event)).toEqual([true, ''])
  })
})

describe('maxEventBytes', () => {
  it('refuses events that are larger, and takes those that just fit', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const event = makeEvent({ content: 'ü' })
    const bytes = Buffer.byteLength(JSON.stringify(event))

    relay.setFaults({ maxEventBytes: bytes - 1 })
    expect(await client.publish(event)).toEqual([false, 'invalid: event too large'])
    relay.setFaults({ maxEventBytes: bytes })
    expect(await client.publish(event)).toEqual([true, ''])
  })
})

describe('maxMessageBytes', () => {
  it('ends the connection over a longer message, and takes one that just fits', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const event = makeEvent({ content: 'ü' })
    const bytes = Buffer.byteLength(JSON.stringify(['EVENT', event]))

    relay.setFaults({ maxMessageBytes: bytes })
    expect(await client.publish(event)).toEqual([true, ''])
    relay.setFaults({ maxMessageBytes: bytes - 1 })
    client.send('EVENT', event)
    await client.until(() => client.socket.readyState === client.socket.CLOSED, 'still open')
  })
})

describe('closeSubscriptions', () => {
  it('sends CLOSED for each subscription, and no more events for it', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('a', {})
    await client.subscribe('b', {})

    relay.closeSubscriptions('error: idle for too long')

    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'a', 'error: idle for too long'])
    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'b', 'error: idle for too long'])
    expect(relay.inject(makeEvent())).toBe(0)
    expect(relay.connections).toBe(1)
  })
})

describe('garbage', () => {
  it('sends everyone text that is not JSON, JSON of the wrong shape, and binary frames', async () => {
    const relay = await startRelay()
    const clients = [await dial(relay.url), await dial(relay.url)]
    await clients[0]?.subscribe('a', {})

    relay.garbage()

    for (const client of clients) {
      await client.settled()
      expect(client.inbox).toContain('this is not JSON')
      expect(client.inbox).toContainEqual(['EVENT'])
      expect(client.inbox.some((frame) => Buffer.isBuffer(frame))).toBe(true)
    }
    expect(clients[0]?.inbox).toContainEqual(['EVENT', 'a', null])
  })
})

describe('oversized', () => {
  it('sends one EVENT of the given size that fits the subscription', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const { pubkey } = keyPair(1)
    await client.subscribe('sub', { kinds: [20_004], authors: [pubkey], '#p': [pubkey] })

    relay.oversized(3_000_000)

    const frame = await client.next('EVENT')
    expect(JSON.stringify(frame)).toHaveLength(3_000_000)
    expect(frame).toMatchObject(['EVENT', 'sub', { kind: 20_004, pubkey, tags: [['p', pubkey]] }])
  })
})

describe('rateLimit', () => {
  it('refuses what a connection sends beyond the rate, until time has passed', async () => {
    let time = Date.now()
    const relay = await startRelay({ now: () => time })
    const [client, other] = [await dial(relay.url), await dial(relay.url)]
    relay.setFaults({ rateLimit: 2 })
    const publish = (n: number) => client.publish(makeEvent({ content: `${n}` }))

    expect([await publish(1), await publish(2), await publish(3)]).toEqual([
      [true, ''],
      [true, ''],
      [false, expect.stringMatching(/^rate-limited: /)],
    ])
    expect(await other.publish(makeEvent())).toEqual([true, ''])
    time += 500
    expect((await publish(3))[0]).toBe(true)
  })
})

describe('keyRateMinute and keyRateHour', () => {
  it('refuse what a key sends beyond them over any connection, and count refused events', async () => {
    let time = Date.now()
    const relay = await startRelay({ now: () => time })
    const clients = [await dial(relay.url), await dial(relay.url)]
    relay.setFaults({ keyRateMinute: 2, keyRateHour: 5 })
    let sent = 0
    const publish = async () => {
      sent += 1
      const answer = await clients[sent % 2]?.publish(makeEvent({ content: `${sent}` }))
      return answer?.[0]
    }

    expect([await publish(), await publish(), await publish()]).toEqual([true, true, false])
    time += 59_000
    expect(await publish()).toBe(false)
    time += 59_000
    expect(await publish()).toBe(true)
    time += 3_540_000
    expect(await publish()).toBe(true)
  })
})

describe('noEose and noOk', () => {
  it('leave REQ without EOSE, though events come', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    const event = makeEvent()
    await client.publish(event)
    relay.setFaults({ noEose: true })

    client.send('REQ', 'a', {})

    await client.settled()
    expect(client.inbox).toEqual([['EVENT', 'a', event]])
  })

  it('leave EVENT without OK, though it is passed on', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('a', {})
    relay.setFaults({ noOk: true })
    const event = makeEvent()

    client.send('EVENT', event)

    await client.settled()
    expect(client.inbox).toEqual([['EVENT', 'a', event]])
  })
})

describe('setFaults', () => {
  it('changes only what it names, and clearFaults switches everything off', async () => {
    const relay = await startRelay()
    relay.setFaults({ noOk: true })
    relay.setFaults({ duplicate: 2 })
    expect(relay.faults).toEqual({ ...noFaults(), noOk: true, duplicate: 2 })

    relay.clearFaults()

    expect(relay.faults).toEqual(noFaults())
  })

  it('changes nothing when one of the faults is wrong', async () => {
    const relay = await startRelay()

    expect(() => relay.setFaults({ mute: true, delayMs: -1 })).toThrow(TypeError)

    expect(relay.faults).toEqual(noFaults())
  })
})

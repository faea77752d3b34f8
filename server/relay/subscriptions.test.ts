import { describe, expect, it } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { relayClient } from '../../tests/support/relay-client.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'
import { RelayPool } from './pool.ts'

describe('subscriptions', () => {
  it('are sent as they are, from five seconds before now', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection } = relayClient(relay.url, { now: () => 1_000_999 })
    connection.subscribe('a', [{ kinds: [20_004], '#p': ['me'] }, { authors: ['me'] }])
    connection.subscribe('b', [{ kinds: [1] }])

    connection.start()

    await until(() => connection.heard)
    expect(relay.messages).toEqual([
      ['REQ', 'a', { kinds: [20_004], '#p': ['me'], since: 995 }, { authors: ['me'], since: 995 }],
      ['REQ', 'b', { kinds: [1], since: 995 }],
    ])
  })

  it('reach further back for authors whose clocks are behind, and leave out what is stored', async () => {
    const relay = await startRelay()
    const now = Math.floor(Date.now() / 1000)
    const stored = makeEvent({ kind: 1, created_at: now - 600 })
    const writer = relayClient(relay.url).connection
    writer.start()
    expect(await writer.publish(stored)).toEqual({ accepted: true })
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{ kinds: [1] }, { kinds: [1], lag: 900 }])

    connection.start()
    await until(() => connection.heard)
    const late = makeEvent({ kind: 1, created_at: now - 500 })
    const tooLate = makeEvent({ kind: 1, created_at: now - 1_000 })
    const prompt = makeEvent({ kind: 1, created_at: now })
    for (const event of [late, tooLate, prompt]) await writer.publish(event)

    await until(() => events.some(({ id }) => id === prompt.id))
    expect(new Set(events.map(({ id }) => id))).toEqual(new Set([late.id, prompt.id]))
  })

  it('are sent at once when the relay is open already', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')

    connection.subscribe('late', [{}])

    await until(() => connection.heard)
  })

  it('are all sent again after a reconnect, each from five seconds before it last heard', async () => {
    const relay = await startScriptedRelay(asRelay)
    let now = 1_000_000
    const { connection, events } = relayClient(relay.url, { now: () => now })
    connection.subscribe('talking', [{ kinds: [1] }])
    connection.subscribe('quiet', [{ kinds: [2] }])
    connection.start()
    await until(() => connection.heard)
    now = 2_000_000
    relay.say('EVENT', 'talking', { id: 'a' })
    await until(() => events.length === 1)
    now = 3_000_000

    relay.sockets.at(-1)?.terminate()

    await until(() => connection.status.reconnects === 1 && connection.heard)
    expect(relay.messages.slice(2)).toEqual([
      ['REQ', 'talking', { kinds: [1], since: 1_995 }],
      ['REQ', 'quiet', { kinds: [2], since: 995 }],
    ])
  })

  it('are sent again when the clock was set, and stay heard meanwhile', async () => {
    const relay = await startScriptedRelay(asRelay)
    const relayPool = new RelayPool({ wall: () => 7_200_000 })
    let wall = 7_200_000
    const { connection, statuses } = relayClient(relay.url, { relayPool, now: () => wall })
    connection.subscribe('a', [{ kinds: [1] }])
    connection.start()
    await until(() => connection.heard && connection.status.latencyMs !== null)
    const before = statuses.length

    wall -= 3_600_000
    relayPool.clockSet(-3_600_000)

    await until(() => statuses.length > before)
    expect(statuses.slice(before).every(({ heard }) => heard)).toBe(true)
    expect(relay.messages.map((message) => (message as unknown[])[2])).toEqual([
      { kinds: [1], since: 7_195 },
      { kinds: [1], since: 3_595 },
    ])
  })

  it('miss nothing that the relay stored meanwhile', async () => {
    const relay = await startRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{ kinds: [1] }])
    connection.start()
    await until(() => connection.heard)
    connection.reconnect({ error: 'test' })
    const other = relayClient(relay.url)
    other.connection.start()
    const event = makeEvent()

    await other.connection.publish(event)

    await until(() => events.some(({ id }) => id === event.id))
  })

  it('end when they are closed', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('kept', [{}])
    connection.subscribe('gone', [{}])
    connection.start()
    await until(() => connection.heard)

    connection.unsubscribe('gone')
    connection.unsubscribe('never there')

    await until(() => relay.of('CLOSE').length > 0)
    relay.say('EVENT', 'gone', { id: 'a' })
    relay.say('EVENT', 'kept', { id: 'b' })
    await until(() => events.length > 0)
    expect(events).toEqual([{ subscription: 'kept', id: 'b' }])
    expect(relay.of('CLOSE')).toEqual([['CLOSE', 'gone']])
    relay.sockets.at(-1)?.terminate()
    await until(() => connection.status.reconnects === 1 && connection.heard)
    expect(relay.of('REQ').map(([, id]) => id)).toEqual(['kept', 'gone', 'kept'])
  })

  it('are only heard when the relay has confirmed each of them', async () => {
    const relay = await startScriptedRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('a', [{}])
    connection.subscribe('b', [{}])
    connection.start()
    await until(() => relay.of('REQ').length === 2)

    relay.say('EOSE', 'a')
    relay.say('EOSE', 'no such subscription')
    relay.say('EVENT', 'a', { id: 'a' })
    await until(() => events.length > 0)
    expect(connection.heard).toBe(false)

    relay.say('EOSE', 'b')
    await until(() => connection.heard)
  })
})

describe('a subscription that the relay closes', () => {
  it('is not heard, says why, and is sent again', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard && connection.status.latencyMs !== null)
    const before = statuses.length

    relay.closeSubscriptions('error: idle for too long')

    await until(() => statuses.length > before && connection.heard)
    expect(statuses[before]).toMatchObject({
      state: 'open',
      heard: false,
      error: { error: 'subscription closed: error: idle for too long' },
    })
    expect(connection.status).toMatchObject({ error: null, reconnects: 0 })
  })

  it('is sent ever more rarely while the relay keeps closing it', async () => {
    const times: number[] = []
    const relay = await startScriptedRelay(([, id], say) => {
      times.push(performance.now())
      say('CLOSED', id)
    })
    const { connection, statuses } = relayClient(relay.url, {
      random: () => 0.999,
      timings: { backoffBase: 40, backoffMax: 1_000 },
    })
    connection.subscribe('sub', [{}])
    connection.start()

    await until(() => times.length >= 4)

    const gaps = times.map((time, at) => time - (times[at - 1] ?? 0)).slice(1, 4)
    // Timers may fire a millisecond early.
    for (const [at, least] of [39, 79, 159].entries()) {
      expect(gaps[at]).toBeGreaterThanOrEqual(least)
    }
    expect(statuses.find(({ error }) => error !== null)?.error?.error).toBe('subscription closed')
  })

  it('gets a new connection after the fourth time, and a fresh start on it', async () => {
    let closing = true
    const relay = await startScriptedRelay((message, say) => {
      if (closing) say('CLOSED', message[1], 'error: try later')
      else asRelay(message, say)
    })
    const { connection, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()

    await until(() => relay.sockets.length >= 2)
    expect(relay.of('REQ').length).toBeGreaterThanOrEqual(4)
    expect(statuses.find(({ state }) => state === 'waiting')?.error?.error).toBe(
      'subscription closed: error: try later',
    )
    closing = false

    await until(() => connection.heard)
  })
})

describe('a subscription that the relay does not confirm', () => {
  it('is sent again, and again on a new connection', async () => {
    const relay = await startRelay()
    relay.setFaults({ noEose: true })
    const { connection, statuses } = relayClient(relay.url, { timings: { eoseTimeout: 40 } })
    connection.subscribe('sub', [{}])
    connection.start()

    await until(() => relay.totalConnections >= 2)
    expect(relay.received.reqs).toBeGreaterThanOrEqual(4)
    expect(statuses.find(({ error }) => error !== null)?.error?.error).toBe(
      'subscription not confirmed within 40 ms',
    )
    expect(statuses.some(({ heard }) => heard)).toBe(false)
    relay.clearFaults()

    await until(() => connection.heard)
    expect(connection.status.error).toBeNull()
  })

  it('is reported with what the relay said about it', async () => {
    const relay = await startScriptedRelay(([type], say) => {
      if (type === 'REQ') say('NOTICE', 'ERROR: bad req: too many filters')
    })
    const { connection, statuses } = relayClient(relay.url, { timings: { eoseTimeout: 40 } })
    connection.subscribe('sub', [{}])
    connection.start()

    const reason =
      'subscription not confirmed within 40 ms; the relay says: ERROR: bad req: too many filters'
    await until(() => statuses.some(({ error }) => error?.error === reason))
  })

  it('is not reported with what the relay said while all was well', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url, { timings: { eoseTimeout: 40 } })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)
    relay.injectRaw(JSON.stringify(['NOTICE', 'slow down']))
    await until(() => connection.status.slowDown !== null)
    relay.setFaults({ noEose: true })
    relay.closeSubscriptions('error: shutting down')

    await until(() => statuses.some(({ error }) => error?.error.includes('not confirmed')))
    const problem = statuses.find(({ error }) => error?.error.includes('not confirmed'))
    expect(problem?.error?.error).toBe('subscription not confirmed within 40 ms')
  })

  it('still delivers what comes', async () => {
    const relay = await startRelay()
    relay.setFaults({ noEose: true })
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => relay.subscriptions === 1)

    relay.inject(makeEvent())

    await until(() => events.length === 1)
  })
})

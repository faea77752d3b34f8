import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { DEAD_RELAY_URL, QUICK, relayClient } from '../../tests/support/relay-client.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'
import { RelayPool } from './pool.ts'

describe('publishing to a relay', () => {
  it('is done when the relay accepts', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({ accepted: true })
    expect(relay.stored).toBe(1)
  })

  it.each([
    ['true', true],
    ['false', false],
  ])('is done when the relay has the event already and says %s', async (_, accepted) => {
    const relay = await startScriptedRelay(([, event], say) =>
      say('OK', (event as { id: string }).id, accepted, 'duplicate: have it'),
    )
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({ accepted: true })
    expect(connection.status.rejection).toBeNull()
  })

  it('says why the relay refused, and keeps that until it accepts something of that kind', async () => {
    const relay = await startRelay()
    relay.setFaults({ rejectKinds: [1], rejectReason: 'blocked: not\nhere' })
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({
      accepted: false,
      answered: true,
      why: expect.objectContaining({ error: 'blocked: not here' }),
    })
    expect(connection.status).toMatchObject({
      rejection: { error: 'blocked: not here' },
      eventsOut: 0,
    })
    await connection.publish(makeEvent({ kind: 2 }))
    expect(connection.status).toMatchObject({
      rejection: { error: 'blocked: not here' },
      eventsOut: 1,
    })

    relay.clearFaults()
    await connection.publish(makeEvent({ content: 'another' }))
    expect(connection.status).toMatchObject({ rejection: null, eventsOut: 2 })
  })

  it('counts a connection that ends over a large event as the relay’s refusal', async () => {
    const relay = await startRelay()
    relay.setFaults({ maxMessageBytes: 1_000 })
    const { connection } = relayClient(relay.url)
    connection.start()

    const large = connection.publish(makeEvent({ content: 'x'.repeat(1_000) }), { isLarge: true })

    expect(await large).toMatchObject({ accepted: false, answered: true })
    expect(await connection.publish(makeEvent())).toEqual({ accepted: true })
    expect(relay.totalConnections).toBe(2)
  })

  it('has a reason even when the relay refused without one', async () => {
    const relay = await startScriptedRelay(([, event], say) =>
      say('OK', (event as { id: string }).id, false),
    )
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent())).toMatchObject({
      why: expect.objectContaining({ error: 'no reason given' }),
    })
  })

  it('gives up when the relay does not answer', async () => {
    const relay = await startRelay()
    relay.setFaults({ noOk: true })
    const { connection } = relayClient(relay.url, { timings: { publishTimeout: 100 } })
    connection.start()
    await until(() => connection.status.state === 'open')

    expect(await connection.publish(makeEvent())).toEqual({
      accepted: false,
      answered: false,
      wasSent: true,
      why: expect.objectContaining({ error: 'no answer within 100 ms' }),
    })
    expect(connection.status).toMatchObject({ state: 'open', rejection: null })
  })

  it('gives up when the relay does not come back', async () => {
    const { connection } = relayClient(DEAD_RELAY_URL, { timings: { publishTimeout: 100 } })
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({
      accepted: false,
      answered: false,
      why: expect.objectContaining({ error: 'not connected' }),
    })
  })

  it('waits for a relay that is away and comes back', async () => {
    const relay = await startRelay({ port: await freePort() })
    const { connection } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')
    await relay.stop()
    await until(() => connection.status.state === 'waiting')

    const publishing = connection.publish(makeEvent())
    await relay.start()

    expect(await publishing).toEqual({ accepted: true })
  })

  it('is repeated when the connection breaks before the answer', async () => {
    const relay = await startRelay()
    relay.setFaults({ noOk: true })
    const { connection } = relayClient(relay.url)
    connection.start()

    const publishing = connection.publish(makeEvent())
    await until(() => relay.received.events === 1)
    relay.clearFaults()
    relay.dropAll()

    expect(await publishing).toEqual({ accepted: true })
    expect(relay.received.events).toBe(2)
  })

  it('is not repeated once it was given up', async () => {
    const relay = await startScriptedRelay()
    const { connection } = relayClient(relay.url, { timings: { publishTimeout: 50 } })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.status.state === 'open')
    await connection.publish(makeEvent())

    relay.sockets.at(-1)?.terminate()

    await until(() => relay.of('REQ').length === 2)
    expect(relay.of('EVENT').length).toBe(1)
  })

  it('is one publication when the same event is given twice', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.start()
    const event = makeEvent()

    const outcomes = await Promise.all([connection.publish(event), connection.publish(event)])

    expect(outcomes).toEqual([{ accepted: true }, { accepted: true }])
    expect(relay.received.events).toBe(1)
  })

  it('is not confused by answers to what was never sent', async () => {
    const relay = await startScriptedRelay((message, say) => {
      say('OK', 'unknown', false, 'blocked: what?')
      say('OK', 'unknown', true, '')
      asRelay(message, say)
    })
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({ accepted: true })
    expect(connection.status).toMatchObject({ rejection: null, eventsOut: 1 })
  })

  it('is refused at once while thousands of events are unanswered', async () => {
    const { connection } = relayClient(DEAD_RELAY_URL)
    connection.start()
    const event = makeEvent()
    for (let n = 0; n < 2_000; n += 1) void connection.publish({ ...event, id: String(n) })

    expect(await connection.publish(event)).toEqual({
      accepted: false,
      answered: false,
      why: expect.objectContaining({ error: 'too many unanswered events' }),
    })
  })
})

const WITHDRAWN = { accepted: false, answered: false, why: { error: 'withdrawn' } }

describe('an event that is withdrawn', () => {
  it('is not written when it was withdrawn before it was published', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.start()

    expect(await connection.publish(makeEvent(), { signal: AbortSignal.abort() })).toEqual(
      WITHDRAWN,
    )
    await connection.publish(makeEvent({ content: 'another' }))
    expect(relay.received.events).toBe(1)
  })

  it('is not written when the relay comes back', async () => {
    const relay = await startRelay({ port: await freePort() })
    const { connection } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')
    await relay.stop()
    await until(() => connection.status.state === 'waiting')
    const stop = new AbortController()
    const publishing = connection.publish(makeEvent(), { signal: stop.signal })

    stop.abort()
    await relay.start()

    expect(await publishing).toEqual(WITHDRAWN)
    await connection.publish(makeEvent({ content: 'another' }))
    expect(relay.received.events).toBe(1)
  })

  it('is not written again when the connection breaks before the answer', async () => {
    const relay = await startRelay()
    relay.setFaults({ noOk: true })
    const { connection } = relayClient(relay.url)
    connection.start()
    const stop = new AbortController()
    const publishing = connection.publish(makeEvent(), { signal: stop.signal })
    await until(() => relay.received.events === 1)

    stop.abort()
    relay.clearFaults()
    relay.dropAll()

    expect(await publishing).toEqual(WITHDRAWN)
    await connection.publish(makeEvent({ content: 'another' }))
    expect(relay.received.events).toBe(2)
  })

  it('is not written again after the relay has accepted our identity', async () => {
    const relay = await startScriptedRelay()
    const { connection } = relayClient(relay.url, {
      authenticate: () => makeEvent({ kind: 22_242 }),
    })
    connection.start()
    const stop = new AbortController()
    const event = makeEvent()
    const publishing = connection.publish(event, { signal: stop.signal })
    await until(() => relay.of('EVENT').length === 1)
    relay.say('AUTH', 'challenge')
    relay.say('OK', event.id, false, 'auth-required: who are you?')
    await until(() => relay.of('AUTH').length === 1)

    stop.abort()
    const [, proof] = relay.of('AUTH')[0] as [string, { id: string }]
    relay.say('OK', proof.id, true, '')

    expect(await publishing).toEqual(WITHDRAWN)
    void connection.publish(makeEvent({ content: 'another' }))
    await until(() => relay.of('EVENT').length > 1)
    const ids = relay.of('EVENT').map(([, sent]) => (sent as { id: string }).id)
    expect(ids.filter((id) => id === event.id)).toHaveLength(1)
  })

  it('has no effect on other events', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)
    connection.start()
    const stop = new AbortController()

    const kept = connection.publish(makeEvent())
    const other = connection.publish(makeEvent({ content: 'another' }), {
      signal: new AbortController().signal,
    })
    stop.abort()

    expect(await Promise.all([kept, other])).toEqual([{ accepted: true }, { accepted: true }])
  })
})

describe('a flush', () => {
  /** A connected session's relay in a pool of its own. */
  const inOwnPool = async (url: string) => {
    const relayPool = new RelayPool({ timings: QUICK })
    const client = relayClient(url, { relayPool })
    client.connection.start()
    await until(() => client.connection.status.state === 'open')
    return { relayPool, ...client }
  }

  it('ends when the relay has read all of it', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { relayPool, connection } = await inOwnPool(relay.url)
    for (let n = 0; n < 50; n += 1) {
      void connection.publish(makeEvent({ content: `${n} ${'x'.repeat(50_000)}` }))
    }
    // However long the relay takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    await relayPool.flush()

    expect(relay.of('EVENT')).toHaveLength(50)
    expect(connection.status).toMatchObject({ state: 'open', reconnects: 0 })
  })

  it('cuts a connection whose relay does not read, so that the rest never leaves', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { relayPool, connection } = await inOwnPool(relay.url)
    relay.sockets[0]?.pause()
    const stop = new AbortController()
    for (let n = 0; n < 60; n += 1) {
      const event = makeEvent({ content: `${n} ${'x'.repeat(100_000)}` })
      void connection.publish(event, { signal: stop.signal })
    }

    stop.abort()
    await relayPool.flush()

    expect(relay.sockets[0]?.isPaused).toBe(true)
    relay.sockets[0]?.resume()
    await until(() => connection.status.reconnects === 1)
    expect(relay.of('EVENT').length).toBeLessThan(60)
  })

  it('is over at once where nothing is connected, and when the relay goes', async () => {
    const relayPool = new RelayPool({ timings: QUICK })
    await relayPool.flush()
    const relay = await startScriptedRelay(asRelay, { autoPong: false })
    const { connection } = relayClient(relay.url, { relayPool })
    connection.start()
    await until(() => connection.status.state === 'open')

    const flushed = relayPool.flush()
    relay.sockets[0]?.terminate()

    await flushed
    await until(() => connection.status.reconnects === 1)
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { relay as texts } from '#contract/relay-messages.ts'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { DEAD_RELAY_URL, relayClient } from '../../tests/support/relay-client.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'
import { MAX_FRAME_BYTES } from './frames.ts'

const states = (statuses: readonly { state: string }[]) =>
  statuses.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1])

describe('a relay connection', () => {
  it('is closed until it is started', async () => {
    const { connection } = relayClient('ws://127.0.0.1:1')

    expect(connection.status).toMatchObject({ state: 'closed', heard: false, error: null })
    expect(await connection.publish(makeEvent())).toEqual({
      accepted: false,
      answered: false,
      why: expect.objectContaining({ error: 'connection closed' }),
    })
  })

  it('is open once dialled, and heard once its subscription is confirmed', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{ kinds: [1] }])

    connection.start()

    await until(() => connection.heard)
    expect(states(statuses)).toEqual(['connecting', 'open'])
    expect(statuses.find(({ state }) => state === 'open')?.heard).toBe(false)
    expect(statuses.at(-1)?.heard).toBe(true)
  })

  it('is not heard while it has no subscription', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)

    connection.start()

    await until(() => connection.status.latencyMs !== null)
    expect(connection.status).toMatchObject({ state: 'open', heard: false })
  })

  it('dials once, however often it is started', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url)

    connection.start()
    connection.start()
    await until(() => connection.status.state === 'open')
    connection.start()

    await until(() => connection.status.latencyMs !== null)
    expect(relay.totalConnections).toBe(1)
  })

  it('says why it waits, since when and until when', async () => {
    let now = 1_000
    const url = DEAD_RELAY_URL
    const { connection } = relayClient(url, {
      now: () => now,
      random: () => 0.5,
      timings: { backoffBase: 60_000, backoffMax: 60_000 },
    })
    connection.start()
    now = 2_000

    await until(() => connection.status.state === 'waiting')
    expect(connection.status).toMatchObject({
      url,
      since: 2_000,
      error: { error: 'connection refused' },
      nextAttemptAt: 32_000,
      latencyMs: null,
    })
  })

  it('counts what comes in and what the relay has accepted', async () => {
    const relay = await startRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{ kinds: [1] }])
    connection.start()
    const event = makeEvent()

    await connection.publish(event)

    await until(() => events.length > 0)
    expect(events).toEqual([{ subscription: 'sub', id: event.id }])
    expect(connection.status).toMatchObject({ eventsIn: 1, eventsOut: 1 })
  })

  it('takes events for its own subscriptions only', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.say('EVENT', 'another', { id: 'not ours' })
    relay.say('EVENT', 'sub', { id: 'ours' })

    await until(() => events.length > 0)
    expect(events).toEqual([{ subscription: 'sub', id: 'ours' }])
    expect(connection.status.eventsIn).toBe(1)
  })

  it('passes on every copy of an event: others decide what is a duplicate', async () => {
    const relay = await startRelay()
    relay.setFaults({ duplicate: 3 })
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.inject(makeEvent())

    await until(() => events.length === 3)
  })
})

describe('frames that are malformed or large', () => {
  it('do no harm, and what comes after them is read', async () => {
    const relay = await startRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.garbage()
    const event = makeEvent()
    relay.inject(event)

    await until(() => events.some(({ id }) => id === event.id))
    expect(connection.heard).toBe(true)
    expect(relay.totalConnections).toBe(1)
  })

  it('are read up to the maximum size', async () => {
    const relay = await startRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.oversized(MAX_FRAME_BYTES)

    await until(() => events.length === 1)
  })

  it('are not read when they are larger, and the connection stays', async () => {
    const relay = await startRelay()
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.oversized(MAX_FRAME_BYTES + 1)
    relay.oversized(1_000_000)
    const event = makeEvent()
    relay.inject(event)

    await until(() => events.length > 0)
    expect(events).toMatchObject([{ id: event.id }])
    expect(relay.totalConnections).toBe(1)
  })

  it('end the connection when they are far too large, with that as the reason, and it redials', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.oversized(3_000_000)

    await until(() => connection.status.reconnects === 1 && connection.heard)
    expect(statuses.find(({ state }) => state === 'waiting')?.error?.error).toBe(
      'relay sent a frame that is too large',
    )
  })
})

describe('a relay that sends more than can be read', () => {
  it('is left, with that as the reason, and redialled later each time', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url, {
      // A connection that lasts for long ends the series.
      now: () => 1_000_000,
      timings: { overloadBase: 100, overloadMax: 400 },
    })
    connection.subscribe('sub', [{}])
    connection.start()
    const waits: number[] = []
    for (let turn = 1; turn <= 4; turn += 1) {
      await until(() => connection.heard)
      connection.chargeForged({ bytes: 0, ms: 60_000 })
      const { state, error, nextAttemptAt, since } = connection.status
      expect({ state, error }).toMatchObject({ state: 'waiting', error: { error: texts.overload } })
      waits.push((nextAttemptAt ?? 0) - since)
    }
    expect(waits).toEqual([100, 200, 400, 400])
  })

  it('is left for frames that nobody could read', async () => {
    const relay = await startRelay()
    const { connection } = relayClient(relay.url, { timings: { overloadBase: 600_000 } })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)
    // Its budget grows with time, and a busy machine takes its time to read.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let sent = 0; sent < 200; sent += 1) relay.injectRaw('[]'.repeat(100_000))
    await until(() => connection.status.error?.error === texts.overload)
  })

  it('is reported once when it asks again and again to slow down', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url, { now: () => 1_000_000 })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard && connection.status.latencyMs !== null)
    statuses.splice(0)

    for (let n = 1; n <= 500; n += 1) relay.injectRaw(JSON.stringify(['NOTICE', 'slow down']))
    relay.inject(makeEvent())

    await until(() => connection.status.eventsIn === 1)
    expect(statuses).toHaveLength(1)
  })
})

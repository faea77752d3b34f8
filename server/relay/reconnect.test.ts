import { describe, expect, it } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { freePort } from '../../tests/support/free-port.ts'
import { DEAD_RELAY_URL, relayClient } from '../../tests/support/relay-client.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'

describe('a relay that goes away', () => {
  it('is heard again once it is back, time after time', async () => {
    const relay = await startRelay({ port: await freePort() })
    const { connection, events } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    for (let round = 1; round <= 5; round += 1) {
      await relay.stop()
      await until(() => connection.status.state === 'waiting')
      await relay.start()
      await until(() => connection.heard)
      const event = makeEvent({ content: String(round) })
      relay.inject(event)
      await until(() => events.at(-1)?.id === event.id)
      expect(connection.status.reconnects).toBe(round)
    }
  })

  it('is dialled again and again, ever more rarely', async () => {
    const { connection, statuses } = relayClient(DEAD_RELAY_URL, {
      now: () => 0,
      random: () => 0.999_999,
      timings: { backoffBase: 10, backoffMax: 50 },
    })
    const delays = () =>
      statuses.filter(({ state }) => state === 'waiting').map((status) => status.nextAttemptAt)

    connection.start()

    await until(() => delays().length >= 6)
    expect(delays().slice(0, 6)).toEqual([10, 20, 40, 50, 50, 50])
  })

  it('is redialled soon if the connection lasted, later if it breaks at once', async () => {
    const relay = await startRelay()
    let now = 0
    const { connection, statuses } = relayClient(relay.url, {
      now: () => now,
      random: () => 0.999_999,
      timings: { backoffBase: 10, backoffMax: 1_000, stableAfter: 10_000 },
    })
    const lose = async (lasting: number) => {
      await until(() => connection.status.state === 'open')
      now += lasting
      const since = statuses.length
      relay.dropAll()
      await until(() => statuses.slice(since).some(({ state }) => state === 'waiting'))
      return (
        (statuses.slice(since).find(({ state }) => state === 'waiting')?.nextAttemptAt ?? 0) - now
      )
    }
    connection.start()

    expect(await lose(9_999)).toBe(10)
    expect(await lose(9_999)).toBe(20)
    expect(await lose(9_999)).toBe(40)
    expect(await lose(10_000)).toBe(10)
    expect(await lose(9_999)).toBe(20)
  })

  it.each([
    ['its text', 1012, 'restart\nat noon', 'relay closed the connection: restart at noon'],
    ['its code if it has no text', 1001, '', 'relay closed the connection (1001)'],
  ])('has %s in the status', async (_, code, reason, error) => {
    const relay = await startScriptedRelay(asRelay)
    const { connection, statuses } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')

    relay.sockets.at(-1)?.close(code, reason)

    await until(() => connection.status.reconnects === 1)
    const waiting = statuses.find(({ state }) => state === 'waiting')
    expect(waiting?.error?.error).toBe(error)
    expect(connection.status).toMatchObject({ error: null, nextAttemptAt: null })
  })

  it('is left and redialled on demand, for the reason given', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    connection.reconnect({ error: 'it looks deaf' })

    await until(() => connection.status.reconnects === 1 && connection.heard)
    expect(statuses.find(({ state }) => state === 'waiting')?.error?.error).toBe('it looks deaf')
    await until(() => relay.connections === 1)
  })

  it('is cut when it does not read what it is sent', async () => {
    const relay = await startScriptedRelay()
    const { connection, statuses } = relayClient(relay.url)
    connection.start()
    await until(() => connection.status.state === 'open')
    relay.sockets.at(-1)?.pause()
    const event = makeEvent({ content: 'x'.repeat(500_000) })

    for (let n = 0; n < 100; n += 1) void connection.publish({ ...event, id: String(n) })

    await until(() => statuses.some(({ state }) => state === 'waiting'))
    expect(statuses.find(({ state }) => state === 'waiting')?.error?.error).toBe(
      'relay does not read what it is sent',
    )
  })
})

describe('a relay that goes silent with the socket open', () => {
  it('is noticed by its missing pong, and heard again when it speaks', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url, {
      timings: { pingInterval: 50, pongTimeout: 500 },
    })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)
    const before = statuses.length

    relay.setFaults({ silent: true })

    await until(() => !connection.heard)
    expect(statuses.slice(before).find(({ state }) => state === 'waiting')).toMatchObject({
      error: { error: 'silent: no answer to a ping within 500 ms' },
      latencyMs: null,
    })
    relay.clearFaults()
    await until(() => connection.heard)
  })

  it('is noticed even when it keeps sending events', async () => {
    const talking = (message: unknown[], say: (...answer: unknown[]) => void) => {
      asRelay(message, say)
      say('EVENT', 'sub', { id: 'still talking' })
    }
    const relay = await startScriptedRelay(talking, { autoPong: false })
    const { connection, events, statuses } = relayClient(relay.url, {
      timings: { pingInterval: 20, pongTimeout: 200 },
    })
    connection.subscribe('sub', [{}])
    connection.start()
    // On a busy machine it may be noticed, and dialled again, before it can say anything.
    await until(() => events.length > 0)
    const before = statuses.length

    await until(() => statuses.slice(before).some(({ state }) => state === 'waiting'))

    const noticed = statuses.slice(before).find(({ state }) => state === 'waiting')
    expect(noticed?.error?.error).toMatch(/^silent: /)
  })

  it('is not mistaken for silent while it answers each ping', async () => {
    const relay = await startScriptedRelay(asRelay)
    const { connection } = relayClient(relay.url, {
      timings: { pingInterval: 5, pongTimeout: 5_000 },
    })
    connection.start()

    await until(() => relay.pings.length >= 20)

    expect(connection.status).toMatchObject({ state: 'open', reconnects: 0 })
    expect(connection.status.latencyMs).toBeGreaterThanOrEqual(0)
  })

  it('has the round trip of its last ping in its status', async () => {
    const relay = await startScriptedRelay(() => {}, { autoPong: false })
    let now = 5_000
    const { connection } = relayClient(relay.url, { now: () => now })
    connection.start()
    await until(() => relay.pings.length === 1)

    now = 5_042
    relay.sockets[0]?.pong(relay.pings[0])

    await until(() => connection.status.latencyMs === 42)
  })
})

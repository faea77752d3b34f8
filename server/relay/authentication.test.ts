import { describe, expect, it } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { authEvent, relayClient } from '../../tests/support/relay-client.ts'
import { startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'

const wrongAuth = (challenge: string) => authEvent(challenge, 'ws://another.relay.test')

describe('a relay that demands authentication (NIP-42)', () => {
  it('gets our identity, and is then heard and published to', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const { connection, events } = relayClient(relay.url, { authenticate: authEvent })
    connection.subscribe('sub', [{}])
    connection.start()
    const event = makeEvent()

    expect(await connection.publish(event)).toEqual({ accepted: true })

    await until(() => connection.heard)
    await until(() => events.some(({ id }) => id === event.id))
    expect(connection.status).toMatchObject({ error: null, rejection: null, reconnects: 0 })
  })

  it('gets our identity even when it starts to demand it on an open connection', async () => {
    const relay = await startRelay()
    const { connection, statuses } = relayClient(relay.url, { authenticate: authEvent })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)
    const before = statuses.length

    relay.setFaults({ requireAuth: true })

    await until(() => statuses.slice(before).some(({ heard }) => !heard) && connection.heard)
    expect(await connection.publish(makeEvent())).toEqual({ accepted: true })
    expect(relay.totalConnections).toBe(1)
  })

  it('gets our identity again on each connection', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const { connection } = relayClient(relay.url, { authenticate: authEvent })
    connection.subscribe('sub', [{}])
    connection.start()
    await until(() => connection.heard)

    relay.dropAll()

    await until(() => connection.status.reconnects === 1 && connection.heard)
  })

  it('gets the events again that it refused before it knew our identity', async () => {
    const relay = await startScriptedRelay(([type, first], say) => {
      const { id } = first as { id: string }
      if (type === 'EVENT' && relay.of('AUTH').length === 0) {
        say('AUTH', 'challenge')
        say('OK', id, false, 'auth-required: who are you?')
      } else say('OK', id, true, '')
    })
    const { connection } = relayClient(relay.url, { authenticate: authEvent })
    connection.start()
    const event = makeEvent()

    expect(await connection.publish(event)).toEqual({ accepted: true })
    expect(relay.messages.map(([type]) => type)).toEqual(['EVENT', 'AUTH', 'EVENT'])
    expect(connection.status.rejection).toBeNull()
  })

  it('gets our identity just before our first subscription, and no sooner', async () => {
    const relay = await startScriptedRelay()
    const { connection } = relayClient(relay.url, { authenticate: authEvent })
    connection.start()
    await until(() => connection.status.state === 'open')
    relay.say('AUTH', 'challenge')
    relay.say('NOTICE', 'slow down')
    await until(() => connection.status.slowDown !== null)
    expect(relay.messages).toEqual([])

    connection.subscribe('sub', [{}])

    await until(() => relay.messages.length === 2)
    expect(relay.messages.map(([type]) => type)).toEqual(['AUTH', 'REQ'])
  })

  it('gets one answer to one challenge', async () => {
    const relay = await startScriptedRelay(([type, id], say) => {
      if (type !== 'REQ') return
      if (relay.of('REQ').length === 1) say('AUTH', 'challenge')
      say('CLOSED', id, 'auth-required: who are you?')
    })
    const { connection } = relayClient(relay.url, { authenticate: authEvent })
    for (const id of ['a', 'b', 'c']) connection.subscribe(id, [{}])
    connection.start()
    await until(() => relay.of('REQ').length === 3)
    relay.say('NOTICE', 'slow down')

    await until(() => connection.status.slowDown !== null)
    expect(relay.of('AUTH').length).toBe(1)
  })

  it('has its refusal in the status, and is heard once it no longer demands anything', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const { connection, statuses } = relayClient(relay.url, { authenticate: wrongAuth })
    connection.subscribe('sub', [{}])
    connection.start()

    expect(await connection.publish(makeEvent())).toEqual({
      accepted: false,
      answered: true,
      why: { error: 'auth-required: authenticate first' },
    })
    const words = 'authentication refused: invalid: relay tag names another relay'
    await until(() => statuses.some(({ error }) => error?.error === words))
    await until(() => connection.status.error?.error === `subscription closed: ${words}`)
    expect(connection.heard).toBe(false)
    relay.clearFaults()

    await until(() => connection.heard)
    expect(connection.status.error).toBeNull()
  })

  it('gets the subscription again when it does not respond to our answer', async () => {
    const relay = await startScriptedRelay(([type, id], say) => {
      if (type !== 'REQ') return
      say('AUTH', `challenge ${relay.of('REQ').length}`)
      say('CLOSED', id, 'auth-required: who are you?')
    })
    const { connection, statuses } = relayClient(relay.url, {
      authenticate: authEvent,
      timings: { eoseTimeout: 40 },
    })
    connection.subscribe('sub', [{}])
    connection.start()

    await until(() => relay.sockets.length >= 2)
    expect(statuses.map(({ error }) => error?.error)).toContain(
      'authentication not answered within 40 ms',
    )
    expect(relay.of('REQ').length).toBeGreaterThanOrEqual(2)
  })

  it('gets the subscription again when we have no key to answer with, and the status says why', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const { connection } = relayClient(relay.url)
    connection.subscribe('sub', [{}])
    connection.start()

    await until(
      () =>
        connection.status.error?.error ===
          'subscription closed: auth-required: authenticate first' && relay.received.reqs >= 3,
    )
    relay.clearFaults()
    await until(() => connection.heard)
  })

  it.each([
    ['accepts', true],
    ['refuses', false],
  ])(
    'is given up, to be dialled later, when it %s each answer and demands another',
    async (_, accepted) => {
      const relay = await startScriptedRelay(([type, first], say) => {
        if (type === 'AUTH') say('OK', (first as { id: string }).id, accepted, 'nice try')
        if (type !== 'REQ') return
        say('AUTH', `challenge ${relay.messages.length}`)
        say('CLOSED', first, 'auth-required: who are you?')
      })
      const { connection } = relayClient(relay.url, {
        authenticate: authEvent,
        timings: { backoffBase: 60_000, backoffMax: 60_000, backoffFloor: 60_000 },
      })
      connection.subscribe('sub', [{}])
      connection.start()

      await until(() => connection.status.state === 'waiting')

      expect(relay.of('REQ').length).toBe(4)
      expect(connection.status.nextAttemptAt).not.toBeNull()
    },
  )

  it('can’t make us answer without end', async () => {
    const relay = await startScriptedRelay(([type, first], say) => {
      const { id } = first as { id: string }
      say('OK', id, type === 'AUTH', 'auth-required: who are you?')
      say('AUTH', `challenge ${relay.messages.length}`)
    })
    const { connection } = relayClient(relay.url, { authenticate: authEvent })
    connection.start()
    await until(() => connection.status.state === 'open')
    for (let n = 0; n < 1_000; n += 1) relay.say('AUTH', `flood ${n}`)

    expect(await connection.publish(makeEvent())).toMatchObject({ accepted: false, answered: true })
    expect(relay.of('AUTH').length).toBe(8)
  })
})

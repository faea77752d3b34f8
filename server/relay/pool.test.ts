import { describe, expect, it, onTestFinished } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { deadRelayUrl, QUICK } from '../../tests/support/relay-client.ts'
import { until } from '../../tests/support/until.ts'
import { RelayPool } from './pool.ts'
import type { RelayTimings } from './timings.ts'

function startPool(urls: string[], timings: Partial<RelayTimings> = {}): RelayPool {
  const pool = new RelayPool({ urls, timings: { ...QUICK, ...timings } })
  onTestFinished(() => pool.stop())
  pool.start()
  return pool
}

async function twoRelays() {
  return [await startRelay(), await startRelay()] as const
}

describe('publishing to several relays', () => {
  it('is done as soon as one accepts', async () => {
    const [good, mute] = await twoRelays()
    mute.setFaults({ noOk: true })
    const pool = startPool([mute.url, good.url])

    expect(await pool.publish(makeEvent())).toEqual({ ok: true, relay: good.url })
    await until(() => mute.received.events === 1)
  })

  it('is neither failed nor delayed by relays that are dead', async () => {
    const relay = await startRelay()
    const hanging = await startRelay()
    hanging.setFaults({ silent: true })
    const pool = startPool([await deadRelayUrl(), relay.url, hanging.url])
    await until(() => pool.statuses[1]?.state === 'open')
    const startedAt = performance.now()

    for (let n = 0; n < 20; n += 1) {
      expect(await pool.publish(makeEvent({ content: String(n) }))).toMatchObject({ ok: true })
    }

    expect(performance.now() - startedAt).toBeLessThan(QUICK.publishTimeout)
  })

  it('is done when another relay refuses', async () => {
    const [good, strict] = await twoRelays()
    strict.setFaults({ rejectKinds: [1] })
    const pool = startPool([strict.url, good.url])

    expect(await pool.publish(makeEvent())).toEqual({ ok: true, relay: good.url })
  })

  it('tells what each of them said when none accepts', async () => {
    const [strict, mute] = await twoRelays()
    strict.setFaults({ rejectKinds: [1] })
    mute.setFaults({ noOk: true })
    const dead = await deadRelayUrl()
    const pool = startPool([strict.url, mute.url, dead], { publishTimeout: 1_000 })
    await until(() => pool.statuses.filter(({ state }) => state === 'open').length === 2)

    const result = await pool.publish(makeEvent())

    if (result.ok) throw new Error('accepted')
    const byRelay = new Map(result.failures.map(({ relay, ...said }) => [relay, said]))
    expect(byRelay).toEqual(
      new Map([
        [strict.url, { reason: 'blocked: kind not allowed', answered: true }],
        [mute.url, { reason: 'no answer within 1000 ms', answered: false }],
        [dead, { reason: 'not connected', answered: false }],
      ]),
    )
  })

  it('can be meant for one of them', async () => {
    const [one, other] = await twoRelays()
    const pool = startPool([one.url, other.url])

    expect(await pool.publish(makeEvent(), { relay: other.url })).toEqual({
      ok: true,
      relay: other.url,
    })
    expect(one.received.events).toBe(0)
  })

  it('fails at once where there is no relay', async () => {
    const relay = await startRelay()

    expect(await startPool([]).publish(makeEvent())).toEqual({ ok: false, failures: [] })
    const pool = startPool([relay.url])
    expect(await pool.publish(makeEvent(), { relay: 'ws://elsewhere.test' })).toEqual({
      ok: false,
      failures: [],
    })
  })
})

describe('hearing several relays', () => {
  it('works while one of them can be heard', async () => {
    const [one, other] = await twoRelays()
    const pool = startPool([one.url, other.url, await deadRelayUrl()])
    const heard: [string, string][] = []
    pool.subscribe([{ kinds: [1] }], ({ id }, relay) => heard.push([id, relay]))
    await until(() => pool.heard === 2)
    const [a, b] = [makeEvent({ content: 'a' }), makeEvent({ content: 'b' })]

    one.inject(a)
    await until(() => heard.length === 1)
    await one.stop()
    other.inject(b)
    await until(() => heard.length === 2)

    expect(heard).toEqual([
      [a.id, one.url],
      [b.id, other.url],
    ])
  })

  it('delivers an event until somebody says that it is seen, and never after', async () => {
    const [one, other] = await twoRelays()
    const pool = startPool([one.url, other.url])
    const heard: string[] = []
    pool.subscribe([{ kinds: [1] }], ({ id }) => heard.push(id))
    await until(() => pool.heard === 2)
    const [event, last] = [makeEvent({ content: 'a' }), makeEvent({ content: 'b' })]

    one.inject(event)
    other.inject(event)
    await until(() => heard.length === 2)
    pool.seen.add(event.id)
    for (const relay of [one, other]) {
      relay.inject(event)
      relay.inject(last)
    }
    await until(() => heard.length === 4)

    expect(heard).toEqual([event.id, event.id, last.id, last.id])
  })

  it('ends on every relay', async () => {
    const [one, other] = await twoRelays()
    const pool = startPool([one.url, other.url])
    const end = pool.subscribe([{}], () => {})
    await until(() => pool.heard === 2)

    end()

    await until(() => one.subscriptions + other.subscriptions === 0)
  })

  it('tells each change of each relay', async () => {
    const relay = await startRelay()
    const dead = await deadRelayUrl()
    const changes: string[] = []
    const pool = new RelayPool({
      urls: [relay.url, dead],
      timings: QUICK,
      onChange: ({ url, state }) => changes.push(`${url} ${state}`),
    })
    onTestFinished(() => pool.stop())

    pool.start()

    await until(() => changes.includes(`${dead} waiting`) && changes.includes(`${relay.url} open`))
    expect(pool.statuses.map(({ url }) => url)).toEqual([relay.url, dead])
  })

  it('gives up the connection that it is told to, and no other', async () => {
    const [one, other] = await twoRelays()
    const pool = startPool([one.url, other.url])
    pool.subscribe([{}], () => {})
    await until(() => pool.heard === 2)

    pool.reconnect(one.url, 'deaf')
    pool.reconnect('ws://elsewhere.test', 'unknown')

    await until(() => one.totalConnections === 2 && pool.heard === 2)
    expect(other.totalConnections).toBe(1)
  })
})

describe('counting on several relays', () => {
  it("has each relay's own count, and none from those that don't say", async () => {
    const [one, other] = await twoRelays()
    other.setFaults({ mute: true })
    const dead = await deadRelayUrl()
    const pool = startPool([one.url, other.url, dead], { eoseTimeout: 200 })
    await pool.publish(makeEvent(), { relay: one.url })
    await until(() => pool.statuses[1]?.state === 'open')

    expect(await pool.count([{ kinds: [1] }])).toEqual(
      new Map([
        [one.url, 1],
        [other.url, null],
        [dead, null],
      ]),
    )
  })
})

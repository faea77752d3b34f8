import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { DEAD_RELAY_URL, QUICK } from '../../tests/support/relay-client.ts'
import { until } from '../../tests/support/until.ts'
import type { RelayTimings } from './limits.ts'
import { RelayPool } from './pool.ts'
import type { RelaySession } from './session.ts'

function startSession(urls: string[], timings: Partial<RelayTimings> = {}): RelaySession {
  const session = new RelayPool({ timings: { ...QUICK, ...timings } }).session({ urls })
  onTestFinished(() => session.stop())
  session.start()
  return session
}

async function twoRelays() {
  return [await startRelay(), await startRelay()] as const
}

describe('publishing to several relays', () => {
  it('is done as soon as one accepts', async () => {
    const [good, mute] = await twoRelays()
    mute.setFaults({ noOk: true })
    const session = startSession([mute.url, good.url])

    expect(await session.publish(makeEvent())).toEqual({ ok: true, relay: good.url })
    await until(() => mute.received.events === 1)
  })

  it('neither fails nor waits because of relays that are dead', async () => {
    const relay = await startRelay()
    const hanging = await startRelay()
    hanging.setFaults({ silent: true })
    // Whoever waited for them would wait longer than a test may.
    const session = startSession([DEAD_RELAY_URL, relay.url, hanging.url], {
      publishTimeout: 3_600_000,
    })
    await until(() => session.statuses[1]?.state === 'open')

    for (let n = 0; n < 20; n += 1) {
      expect(await session.publish(makeEvent({ content: String(n) }))).toMatchObject({ ok: true })
    }
  })

  it('is done when another relay refuses', async () => {
    const [good, strict] = await twoRelays()
    strict.setFaults({ rejectKinds: [1] })
    const session = startSession([strict.url, good.url])

    expect(await session.publish(makeEvent())).toEqual({ ok: true, relay: good.url })
  })

  it('returns the reason of each relay when none accepts', async () => {
    const [strict, mute] = await twoRelays()
    strict.setFaults({ rejectKinds: [1] })
    mute.setFaults({ noOk: true })
    const dead = DEAD_RELAY_URL
    const session = startSession([strict.url, mute.url, dead], { publishTimeout: 1_000 })
    await until(() => session.statuses.filter(({ state }) => state === 'open').length === 2)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    const publishing = session.publish(makeEvent())
    await until(() => session.statuses[0]?.rejection !== null)
    vi.advanceTimersByTime(1_000)
    const result = await publishing

    if (result.ok) throw new Error('accepted')
    const byRelay = new Map(result.failures.map(({ relay, ...said }) => [relay, said]))
    expect(byRelay).toEqual(
      new Map([
        [
          strict.url,
          { why: expect.objectContaining({ error: 'blocked: kind not allowed' }), answered: true },
        ],
        [
          mute.url,
          {
            why: expect.objectContaining({ error: 'no answer within 1000 ms' }),
            answered: false,
            wasSent: true,
          },
        ],
        [dead, { why: expect.objectContaining({ error: 'not connected' }), answered: false }],
      ]),
    )
  })

  it('can be meant for one of them', async () => {
    const [one, other] = await twoRelays()
    const session = startSession([one.url, other.url])

    expect(await session.publish(makeEvent(), { relay: other.url })).toEqual({
      ok: true,
      relay: other.url,
    })
    expect(one.received.events).toBe(0)
  })

  it('fails at once where there is no relay', async () => {
    const relay = await startRelay()

    expect(await startSession([]).publish(makeEvent())).toEqual({ ok: false, failures: [] })
    const session = startSession([relay.url])
    expect(await session.publish(makeEvent(), { relay: 'ws://elsewhere.test' })).toEqual({
      ok: false,
      failures: [],
    })
  })
})

describe('hearing several relays', () => {
  it('works as long as one of them is heard', async () => {
    const [one, other] = await twoRelays()
    const session = startSession([one.url, other.url, DEAD_RELAY_URL])
    const heard: [string, string][] = []
    session.subscribe([{ kinds: [1] }], ({ id }, relay) => heard.push([id, relay]))
    await until(() => session.heard === 2)
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

  it('delivers an event until its id is in `seen`, and never again', async () => {
    const [one, other] = await twoRelays()
    const session = startSession([one.url, other.url])
    const heard: string[] = []
    session.subscribe([{ kinds: [1] }], ({ id }) => heard.push(id))
    await until(() => session.heard === 2)
    const [event, last] = [makeEvent({ content: 'a' }), makeEvent({ content: 'b' })]

    one.inject(event)
    other.inject(event)
    await until(() => heard.length === 2)
    session.seen.add(event.id)
    for (const relay of [one, other]) {
      relay.inject(event)
      relay.inject(last)
    }
    await until(() => heard.length === 4)

    expect(heard).toEqual([event.id, event.id, last.id, last.id])
  })

  it('ends on every relay', async () => {
    const [one, other] = await twoRelays()
    const session = startSession([one.url, other.url])
    const end = session.subscribe([{}], () => {})
    await until(() => session.heard === 2)

    end()

    await until(() => one.subscriptions + other.subscriptions === 0)
  })

  it('reports each change of each relay', async () => {
    const relay = await startRelay()
    const dead = DEAD_RELAY_URL
    const changes: string[] = []
    const session = new RelayPool({ timings: QUICK }).session({
      urls: [relay.url, dead],
      onChange: ({ url, state }) => changes.push(`${url} ${state}`),
    })
    onTestFinished(() => session.stop())

    session.start()

    await until(() => changes.includes(`${dead} waiting`) && changes.includes(`${relay.url} open`))
    expect(session.statuses.map(({ url }) => url)).toEqual([relay.url, dead])
  })

  it('reconnects to the given relay, and to no other', async () => {
    const [one, other] = await twoRelays()
    const session = startSession([one.url, other.url])
    session.subscribe([{}], () => {})
    await until(() => session.heard === 2)

    session.reconnect(one.url, { error: 'deaf' })
    session.reconnect('ws://elsewhere.test', { error: 'unknown' })

    await until(() => one.totalConnections === 2 && session.heard === 2)
    expect(other.totalConnections).toBe(1)
  })
})

describe('changed relays', () => {
  it('are joined and left, and those that stay are not touched', async () => {
    const [kept, old] = await twoRelays()
    const next = await startRelay()
    const heard: [string, string][] = []
    const session = startSession([old.url, kept.url])
    const end = session.subscribe([{ kinds: [1] }], ({ id }, relay) => heard.push([id, relay]))
    session.subscribe([{ kinds: [2] }], () => {})
    await until(() => session.heard === 2)
    const since = session.statuses[1]?.since

    session.setRelays([next.url, kept.url])

    expect(session.heard).toBe(1)
    await until(() => session.heard === 2 && old.connections === 0)
    expect(session.statuses.map(({ url }) => url)).toEqual([next.url, kept.url])
    expect(session.statuses[1]?.since).toBe(since)
    expect([kept.received.reqs, kept.totalConnections, next.subscriptions]).toEqual([2, 1, 2])
    const [toNext, toKept] = [makeEvent({ content: 'a' }), makeEvent({ content: 'b' })]
    next.inject(toNext)
    await until(() => heard.length === 1)
    kept.inject(toKept)
    await until(() => heard.length === 2)
    expect(heard).toEqual([
      [toNext.id, next.url],
      [toKept.id, kept.url],
    ])
    end()
    await until(() => kept.subscriptions + next.subscriptions === 2)
  })

  it('do not get events that are under way to those that stay', async () => {
    const [kept, old] = await twoRelays()
    const next = await startRelay()
    const session = startSession([old.url, kept.url])
    session.subscribe([{}], () => {})
    await until(() => session.heard === 2)
    for (const relay of [kept, old]) relay.setFaults({ noOk: true })
    const event = makeEvent()
    const publishing = session.publish(event)
    await until(() => kept.received.events === 1 && old.received.events === 1)

    session.setRelays([kept.url, next.url])
    await until(() => session.heard === 2 && old.connections === 0)
    kept.injectRaw(JSON.stringify(['OK', event.id, true, '']))

    expect(await publishing).toEqual({ ok: true, relay: kept.url })
    expect(next.received.events).toBe(0)
  })

  it('get their last event when they are left, with no answer as its outcome', async () => {
    const [old, next] = await twoRelays()
    const session = startSession([old.url])
    await until(() => session.statuses[0]?.state === 'open')
    const publishing = session.publish(makeEvent())

    session.setRelays([next.url])

    expect(await publishing).toEqual({
      ok: false,
      failures: [
        {
          relay: old.url,
          answered: false,
          wasSent: true,
          why: expect.objectContaining({ error: 'connection closed' }),
        },
      ],
    })
    await until(() => old.stored === 1 && old.connections === 0)
  })

  it('are dialled when the session is started, not before', async () => {
    const [one, other] = await twoRelays()
    const session = new RelayPool({ timings: QUICK }).session({ urls: [one.url] })
    onTestFinished(() => session.stop())

    session.setRelays([other.url])
    expect(session.statuses).toMatchObject([{ url: other.url, state: 'closed' }])
    session.start()

    await until(() => session.statuses[0]?.state === 'open')
    expect(one.totalConnections).toBe(0)
  })

  it('stay connected for other sessions on them', async () => {
    const [one, other] = await twoRelays()
    const relayPool = new RelayPool({ timings: QUICK })
    const sessions = [1, 2].map(() => relayPool.session({ urls: [one.url] }))
    for (const session of sessions) {
      onTestFinished(() => session.stop())
      session.subscribe([{ kinds: [1] }], () => {})
      session.start()
    }
    const [leaving, staying] = sessions
    await until(() => sessions.every((session) => session.heard === 1))

    leaving?.setRelays([other.url])

    await until(() => leaving?.heard === 1 && one.subscriptions === 1)
    expect(staying?.heard).toBe(1)
    expect(one.totalConnections).toBe(1)
    await leaving?.stop()
    expect(one.connections).toBe(1)
  })
})

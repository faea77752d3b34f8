import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { relay as texts } from '#contract/relay-messages.ts'
import { keyPair, makeEvent, startRelay } from '../../relay-fixture/test-support.ts'
import { allHear, person, quickPool } from '../../tests/support/relay-sessions.ts'
import { asRelay, startScriptedRelay } from '../../tests/support/scripted-relay.ts'
import { until } from '../../tests/support/until.ts'
import { RelayPool } from './pool.ts'

const scope = { onTestFinished }

/** Two people on one relay, both of whom hear it. */
async function two(timings: Parameters<typeof quickPool>[0] = {}) {
  const relay = await startRelay()
  const relayPool = quickPool(timings)
  const one = person(scope, relayPool, 1, { urls: [relay.url] })
  const other = person(scope, relayPool, 2, { urls: [relay.url] })
  await allHear(one, other)
  await until(() => one.status().latencyMs !== null)
  expect(relay.totalConnections).toBe(1)
  return { relay, relayPool, one, other }
}

describe('sessions that use the same relay', () => {
  it('share one connection to it, on which each hears its own', async () => {
    const { relay, one, other } = await two()
    const [toOne, toOther] = [one.mailBy(3), other.mailBy(3)]

    for (const event of [toOne, toOther]) relay.inject(event)

    await until(() => one.heard.length + other.heard.length === 2)
    expect([one.heard, other.heard]).toEqual([[toOne.id], [toOther.id]])
    expect([one.status().eventsIn, other.status().eventsIn]).toEqual([1, 1])
  })

  it('each get an event, even one that another has seen', async () => {
    const { relay, one, other } = await two()
    const event = makeEvent()
    const heard: string[] = []
    one.session.subscribe([{ kinds: [1] }], () => heard.push('one'))
    other.session.subscribe([{ kinds: [1] }], () => heard.push('other'))
    await until(() => relay.subscriptions === 4)
    one.session.seen.add(event.id)

    relay.inject(event)

    await until(() => heard.length > 0)
    expect(heard).toEqual(['other'])
  })

  it('each learn the outcome of their own events, and of no others', async () => {
    const { relay, one, other } = await two()
    relay.setFaults({ rejectKinds: [1] })

    expect(await other.publish()).toMatchObject({ ok: false })

    expect(other.status().rejection?.error).toBe('blocked: kind not allowed')
    expect(one.status()).toMatchObject({ rejection: null, eventsOut: 0, heard: true })
  })

  it('leave the connection to the others when they stop, and the last one closes it', async () => {
    const { relay, one, other } = await two()
    const before = one.changes.length

    await other.session.stop()

    await until(() => relay.subscriptions === 1)
    expect(other.status().state).toBe('closed')
    expect(one.changes.slice(before).every(({ heard }) => heard)).toBe(true)
    expect(relay.connections).toBe(1)
    await one.session.stop()
    await until(() => relay.connections === 0)
  })

  it('are both back on one connection when the relay has left them', async () => {
    const { relay, one, other } = await two()

    relay.dropAll()

    await until(() => one.status().reconnects === 1 && other.status().reconnects === 1)
    await allHear(one, other)
    expect(relay.totalConnections).toBe(2)
  })

  it('get their last events to the relay, even when the connection closes after them', async () => {
    const { relay, one, other } = await two()
    await one.session.stop()
    const sent = [other.publish(3, 'a'), other.publish(3, 'b')]

    await other.session.stop()

    await until(() => relay.stored === 2)
    expect((await Promise.all(sent)).map(({ ok }) => ok)).toEqual([false, false])
  })

  it('share an open connection with a new one, and dial at once for one that comes while it waits', async () => {
    const { relay, relayPool, one } = await two({
      backoffBase: 60_000,
      backoffFloor: 60_000,
      backoffMax: 60_000,
    })
    relay.dropAll()
    await until(() => one.status().state === 'waiting')

    const late = person(scope, relayPool, 3, { urls: [relay.url] })

    await allHear(one, late)
    expect(relay.totalConnections).toBe(2)
    const later = person(scope, relayPool, 4, { urls: [relay.url] })
    await allHear(later)
    expect(later.status()).toMatchObject({ state: 'open', reconnects: 0 })
    expect(relay.totalConnections).toBe(2)
  })
})

describe('a session with trouble that others don’t have', () => {
  /** A relay that serves everyone, except where a test says otherwise of a subscription. */
  async function unfair(treat: (id: string, say: (...words: unknown[]) => void) => void) {
    const victims = new Set<string>()
    const relay = await startScriptedRelay((message, say) => {
      const [type, id, filter] = message as [string, string, { kinds?: number[] }]
      if (type === 'REQ' && filter.kinds?.[0] === 7) {
        victims.add(id)
        treat(id, say)
      } else asRelay(message, say)
    })
    const relayPool = quickPool({ eoseTimeout: 100 })
    const one = person(scope, relayPool, 1, { urls: [relay.url] })
    await allHear(one)
    await until(() => one.status().latencyMs !== null)
    const before = one.changes.length
    const other = person(scope, relayPool, 2, { urls: [relay.url] })
    other.session.subscribe([{ kinds: [7] }], () => {})
    const undisturbed = () => {
      expect(one.changes.slice(before).every(({ state, heard }) => state === 'open' && heard)).toBe(
        true,
      )
      expect(one.status()).toMatchObject({ reconnects: 0, error: null, slowDown: null })
    }
    return { relay, one, other, undisturbed }
  }

  it.each<[string, (id: string, say: (...words: unknown[]) => void) => void]>([
    ['whose subscription is closed again and again', (id, say) => say('CLOSED', id, 'error: no')],
    ['whose subscription is never confirmed', () => {}],
    [
      'that asks for more than the relay allows, in a CLOSED',
      (id, say) => say('CLOSED', id, 'error: too many subscriptions'),
    ],
    [
      'that asks for more than the relay allows, in a NOTICE',
      (_, say) => say('NOTICE', 'ERROR: too many subscriptions'),
    ],
  ])('%s, moves to a connection of its own, and leaves theirs alone', async (_, treat) => {
    const { relay, undisturbed, other } = await unfair(treat)

    await until(() => relay.sockets.length === 2)

    undisturbed()
    expect(other.changes.some(({ state, error }) => state === 'waiting' && error !== null)).toBe(
      true,
    )
    expect(relay.sockets[0]?.readyState).toBe(1)
    // There it gives up the connection after several failures, as if it were alone.
    await until(() => relay.sockets.length === 3)
    undisturbed()
  })

  it('is the only one to slow down when its subscription was too much', async () => {
    const { undisturbed, other } = await unfair((id, say) => {
      say('CLOSED', id, 'rate-limited: too many subscriptions')
    })

    await until(() => other.status().slowDown !== null)

    expect(other.status().slowDown?.reason).toBe('rate-limited: too many subscriptions')
    undisturbed()
  })

  it('is the only one to leave the relay over events forged for it', async () => {
    const { relay, one, other } = await two({ overloadBase: 500 })
    const before = one.changes.length

    other.session.chargeForged(relay.url, { bytes: 0, ms: 60_000 })

    expect(other.status()).toMatchObject({ state: 'waiting', error: { error: texts.overload } })
    await allHear(one, other)
    expect(one.changes.slice(before).every(({ heard }) => heard)).toBe(true)
    expect(relay.totalConnections).toBe(2)
  })

  it('is the only one to get a new connection when it asks for one', async () => {
    const { relay, one, other } = await two()
    const before = one.changes.length

    other.session.reconnect(relay.url, { error: 'deaf' })

    await until(() => relay.totalConnections === 2)
    await allHear(one, other)
    expect(other.changes.find(({ state }) => state === 'waiting')?.error?.error).toBe('deaf')
    expect(one.changes.slice(before).every(({ heard }) => heard)).toBe(true)
    await other.session.stop()
    await until(() => relay.connections === 1)
  })

  it('slows all down when the relay refuses an event because there are too many', async () => {
    const { relay, one, other } = await two()
    relay.setFaults({ rejectKinds: [1], rejectReason: 'rate-limited: slow down' })

    await other.publish()

    expect(one.status().slowDown).toEqual(other.status().slowDown)
    expect(one.status().slowDown?.reason).toBe('rate-limited: slow down')
    expect(one.session.isThrottled).toBe(true)
  })
})

describe('a relay that sends more than can be read', () => {
  it('is left by all, and not redialled early for a new session', async () => {
    const { relay, relayPool, one } = await two({ overloadBase: 60_000, overloadMax: 60_000 })
    // Its budget grows with time, and a busy machine takes its time to read.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let sent = 0; sent < 200; sent += 1) relay.injectRaw('[]'.repeat(100_000))
    await until(() => one.status().error?.error === texts.overload)

    const late = person(scope, relayPool, 3, { urls: [relay.url] })

    expect(late.status()).toMatchObject({ state: 'waiting', error: { error: texts.overload } })
    expect(relay.totalConnections).toBe(1)
  })
})

describe('sessions of several identities on one connection (NIP-42)', () => {
  async function demanding(faults: { ownOnly?: string; oneIdentity?: string }) {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true, ...faults })
    const relayPool = quickPool()
    const one = person(scope, relayPool, 1, { urls: [relay.url] })
    await allHear(one)
    await until(() => one.status().latencyMs !== null)
    return { relay, relayPool, one }
  }

  it.each(['auth-required', 'restricted'])(
    'each answer the same challenge, where events of other identities are %s',
    async (ownOnly) => {
      const { relay, relayPool, one } = await demanding({ ownOnly })
      const before = one.changes.length

      const other = person(scope, relayPool, 2, { urls: [relay.url] })
      await allHear(other)

      expect(await one.publish(2)).toMatchObject({ ok: true })
      expect(await other.publish(1)).toMatchObject({ ok: true })
      await until(() => one.heard.length === 1 && other.heard.length === 1)
      expect(one.changes.slice(before).every(({ heard }) => heard)).toBe(true)
      expect(relay.totalConnections).toBe(1)
    },
  )

  it.each(['auth-required', 'restricted'])(
    'identify themselves on demand, even one that only publishes: %s',
    async (ownOnly) => {
      const { relay, relayPool } = await demanding({ ownOnly })
      const session = relayPool.session({
        urls: [relay.url],
        authenticate: (challenge, url) =>
          makeEvent(
            {
              kind: 22_242,
              tags: [
                ['relay', url],
                ['challenge', challenge],
              ],
            },
            keyPair(3),
          ),
      })
      onTestFinished(() => session.stop())
      session.start()

      expect(await session.publish(makeEvent({}, keyPair(3)))).toEqual({
        ok: true,
        relay: relay.url,
      })
      expect(relay.totalConnections).toBe(1)
    },
  )

  it('identify themselves again, and stay on one connection, when the relay forgets them', async () => {
    const { relay, relayPool, one } = await demanding({ ownOnly: 'auth-required' })
    const other = person(scope, relayPool, 2, { urls: [relay.url] })
    await allHear(other)

    relay.setFaults({ requireAuth: false })
    relay.setFaults({ requireAuth: true })

    await until(() => relay.subscriptions === 2)
    await allHear(one, other)
    expect(await one.publish(2)).toMatchObject({ ok: true })
    expect(await other.publish(1)).toMatchObject({ ok: true })
    expect(relay.totalConnections).toBe(1)
  })

  it('are not disturbed by one whose identity the relay refuses', async () => {
    const { relay, relayPool, one } = await demanding({ ownOnly: 'auth-required' })
    const before = one.changes.length

    const liar = person(scope, relayPool, 2, {
      urls: [relay.url],
      authenticate: () => makeEvent({ kind: 22_242 }, keyPair(2)),
    })

    await until(() =>
      liar.changes.some(({ error }) => error?.error.startsWith('authentication refused: ')),
    )
    expect(await one.publish(1)).toMatchObject({ ok: true })
    expect(one.changes.slice(before).every(({ heard }) => heard)).toBe(true)
    expect(liar.session.heard).toBe(0)
  })

  it.each([
    ['refuses the second', 'refuse'],
    ['forgets the first for the second', 'replace'],
    ['ends the connection over the second', 'cut'],
  ])('all work, on connections of their own, where the relay %s', async (_, oneIdentity) => {
    const { relay, relayPool, one } = await demanding({ ownOnly: 'restricted', oneIdentity })
    const other = person(scope, relayPool, 2, { urls: [relay.url] })
    await allHear(other)

    for (let round = 1; round <= 3; round += 1) {
      expect(await one.publish(2, `${round}`)).toMatchObject({ ok: true })
      expect(await other.publish(1, `${round}`)).toMatchObject({ ok: true })
    }

    await allHear(one, other)
    await until(() => one.heard.length === 3 && other.heard.length === 3)
    expect(relay.connections).toBe(2)
    // They separate at the first refusal, not after many.
    expect(relay.received.reqs).toBeLessThanOrEqual(7)
  })

  it('all connect, even if the relay hangs up because they identify themselves at once', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true, ownOnly: 'restricted', oneIdentity: 'cut' })
    const relayPool = quickPool()
    const people = [1, 2, 3].map((n) => person(scope, relayPool, n, { urls: [relay.url] }))

    await allHear(...people)

    for (const { publish } of people) expect(await publish()).toMatchObject({ ok: true })
    expect(relay.connections).toBe(3)
  })

  it('do not replace each other without end where each refusal brings a new challenge', async () => {
    // Knows one identity, and sends a new challenge with each refusal.
    const known = new Map<unknown, string>()
    let challenges = 0
    const relay = await startScriptedRelay((message, say, socket) => {
      const [type, first] = message as [string, { id: string; pubkey: string }]
      const refuse = (...words: unknown[]) => {
        challenges += 1
        say('AUTH', `challenge ${challenges}`)
        say(...words)
      }
      if (type === 'AUTH') {
        known.set(socket, first.pubkey)
        say('OK', first.id, true, '')
      } else if (type === 'EVENT' && first.pubkey !== known.get(socket)) {
        refuse('OK', first.id, false, 'auth-required: who are you?')
      } else if (type === 'REQ' && !known.has(socket))
        refuse('CLOSED', first, 'auth-required: who are you?')
      else asRelay(message, say)
    })
    const relayPool = quickPool()
    const [one, other] = [1, 2].map((n) => person(scope, relayPool, n, { urls: [relay.url] }))
    if (!one || !other) throw new Error('nobody')
    await allHear(one, other)

    // More often than a session answers challenges between two pings.
    for (let round = 1; round <= 12; round += 1) {
      expect(await one.publish(2, `${round}`)).toMatchObject({ ok: true })
      expect(await other.publish(1, `${round}`)).toMatchObject({ ok: true })
    }

    expect(relay.sockets.length).toBe(2)
    expect(relay.of('AUTH').length).toBeLessThanOrEqual(8)
  })
})

describe('a session with a stricter dial policy than others', () => {
  it('does not join a connection to a private address', async () => {
    const { relay, relayPool, one } = await two()

    const careful = person(scope, relayPool, 3, {
      urls: [relay.url],
      dialPolicy: () => ({ publicOnly: true }),
    })

    await until(() => careful.status().error?.error === 'leads into a private network')
    expect(one.status()).toMatchObject({ state: 'open', heard: true })
    expect(relay.totalConnections).toBe(1)
  })

  it('does not keep others from connecting to a private address', async () => {
    const relay = await startRelay()
    const relayPool = quickPool()
    const careful = person(scope, relayPool, 3, {
      urls: [relay.url],
      dialPolicy: () => ({ publicOnly: true }),
    })
    await until(() => careful.status().error?.error === 'leads into a private network')

    const one = person(scope, relayPool, 1, { urls: [relay.url] })

    await allHear(one)
    expect(careful.session.heard).toBe(0)
  })

  it('can share the connection to a private host, but does not get its text as others do', async () => {
    const { relay, relayPool, one } = await two()
    const careful = person(scope, relayPool, 3, {
      urls: [relay.url],
      dialPolicy: () => ({ publicOnly: false }),
    })
    await allHear(careful)
    expect(relay.totalConnections).toBe(1)

    relay.injectRaw(JSON.stringify(['NOTICE', 'rate-limited: root:x:0:0']))
    await until(() => one.status().slowDown !== null)
    relay.closeSubscriptions('error: root:x:0:0')
    const said = 'subscription closed: error: root:x:0:0'
    await until(() => one.changes.some(({ error }) => error?.error === said))
    await until(() =>
      careful.changes.some(({ error }) => error?.error.startsWith('subscription closed')),
    )
    await allHear(one, careful)
    relay.dropAll()
    await allHear(one, careful)

    expect(JSON.stringify([careful.changes, careful.status()])).not.toContain('root')
    expect(one.status().slowDown?.reason).toBe('rate-limited: root:x:0:0')
  })
})

describe('a relay’s clock', () => {
  const DATE = Date.UTC(2026, 0, 1)
  const startDated = () =>
    startScriptedRelay(asRelay, { headers: [`Date: ${new Date(DATE).toUTCString()}`] })

  it('is reported with the relay’s host', async () => {
    const { url } = await startDated()
    const reported: unknown[] = []
    const relayPool = new RelayPool({ onTime: (...time) => reported.push(time) })
    await allHear(person(scope, relayPool, 1, { urls: [url] }))
    expect(reported).toEqual([[new URL(url).host, DATE + 500]])
  })

  it('is not reported of a relay that the owner has not set', async () => {
    const { url } = await startDated()
    const reported: unknown[] = []
    const relayPool = new RelayPool({ onTime: (...time) => reported.push(time) })
    await allHear(
      person(scope, relayPool, 1, { urls: [url], dialPolicy: () => ({ publicOnly: false }) }),
    )
    expect(reported).toEqual([])
  })
})

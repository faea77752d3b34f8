import { describe, expect, it } from 'vitest'
import { dial, keyPair, makeEvent, startRelay, type TestClient } from './test-support.ts'

const AUTH_REQUIRED = expect.stringMatching(/^auth-required: /)
const NOW_S = Math.floor(Date.now() / 1000)

function authEvent(challenge: unknown, url: string, change: Parameters<typeof makeEvent>[0] = {}) {
  const tags = [
    ['relay', url],
    ['challenge', String(challenge)],
  ]
  return makeEvent({ kind: 22_242, tags, ...change })
}

async function authenticate(client: TestClient, url: string): Promise<unknown[]> {
  const [, challenge] = await client.next('AUTH')
  client.send('AUTH', authEvent(challenge, url))
  return client.next('OK')
}

describe('a relay that requires AUTH (NIP-42)', () => {
  it('serves nothing before it', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)
    await client.next('AUTH')

    client.send('REQ', 'sub', {})
    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'sub', AUTH_REQUIRED])
    client.send('COUNT', 'count', {})
    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'count', AUTH_REQUIRED])
    expect(await client.publish(makeEvent())).toEqual([false, AUTH_REQUIRED])
    expect(relay.subscriptions).toBe(0)
  })

  it('serves everything after it, on that connection only', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const [client, stranger] = [await dial(relay.url), await dial(relay.url)]

    expect(await authenticate(client, relay.url)).toEqual(['OK', expect.any(String), true, ''])

    const event = makeEvent()
    expect(await client.publish(event)).toEqual([true, ''])
    expect(await client.subscribe('sub', {})).toEqual([event])
    expect(await stranger.publish(makeEvent())).toEqual([false, AUTH_REQUIRED])
  })

  it('gives each connection a challenge of its own', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const clients = [await dial(relay.url), await dial(relay.url)]

    const challenges = await Promise.all(clients.map((client) => client.next('AUTH')))

    expect(challenges[0]).not.toEqual(challenges[1])
  })

  it.each([
    ['another kind', { kind: 1 }],
    ['another challenge', { tags: [['challenge', 'x']] }],
    ['a time of eleven minutes ago', { created_at: NOW_S - 660 }],
    ['a time in eleven minutes', { created_at: NOW_S + 660 }],
  ])('refuses %s', async (_, change) => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)
    const [, challenge] = await client.next('AUTH')

    client.send('AUTH', authEvent(challenge, relay.url, change))

    expect(await client.next('OK')).toEqual([
      'OK',
      expect.any(String),
      false,
      expect.stringMatching(/^invalid: /),
    ])
    expect(await client.publish(makeEvent())).toEqual([false, AUTH_REQUIRED])
  })

  it.each([
    ['ws://127.0.0.1:1'],
    ['ws://relay.floe.test'],
    ['http://127.0.0.1'],
    ['nonsense'],
    [''],
  ])('refuses a relay tag that is not its own address: %j', async (url) => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)

    expect(await authenticate(client, url)).toEqual([
      'OK',
      expect.any(String),
      false,
      'invalid: relay tag names another relay',
    ])
  })

  it('refuses a relay tag that is no WebSocket address', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)

    const answer = await authenticate(client, relay.url.replace('ws:', 'http:'))

    expect(answer[2]).toBe(false)
  })

  it('goes by the name that the client dialled', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url, { headers: { host: 'relay.floe.test:7777' } })

    const answer = await authenticate(client, 'ws://Relay.Floe.Test:7777/some/path')

    expect(answer[2]).toBe(true)
  })

  it('refuses a forged signature even when events are not verified', async () => {
    const relay = await startRelay({ verify: false })
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)
    const [, challenge] = await client.next('AUTH')

    const forged = { ...authEvent(challenge, relay.url), pubkey: keyPair(2).pubkey }
    client.send('AUTH', forged)

    expect((await client.next('OK'))[2]).toBe(false)
  })

  it('challenges open sockets and closes their subscriptions when switched on', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('open', {})

    relay.faults.requireAuth = true

    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'open', AUTH_REQUIRED])
    relay.inject(makeEvent())
    expect((await authenticate(client, relay.url))[2]).toBe(true)
    expect(client.takeEvents()).toEqual([])
    expect(await client.subscribe('open', {})).toEqual([])
  })

  it('asks again when it is switched off and on', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })
    const client = await dial(relay.url)
    await authenticate(client, relay.url)

    relay.setFaults({ requireAuth: false })
    relay.setFaults({ requireAuth: true })

    expect(await client.publish(makeEvent())).toEqual([false, AUTH_REQUIRED])
    await authenticate(client, relay.url)
    expect(await client.publish(makeEvent())).toEqual([true, ''])
  })

  it('says so in its NIP-11 document', async () => {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true })

    const response = await fetch(relay.url.replace('ws:', 'http:'), {
      headers: { accept: 'application/nostr+json' },
    })

    expect(await response.json()).toMatchObject({ limitation: { auth_required: true } })
  })
})

describe('a relay that requires no AUTH', () => {
  it('sends no challenge and refuses an AUTH nobody asked for', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)

    client.send('AUTH', authEvent('guess', relay.url))

    expect(await client.next('OK')).toEqual([
      'OK',
      expect.any(String),
      false,
      'invalid: no challenge was sent',
    ])
    expect(client.inbox).toEqual([])
  })

  it('never passes an AUTH event on', async () => {
    const relay = await startRelay()
    const client = await dial(relay.url)
    await client.subscribe('all', {})

    const [accepted] = await client.publish(authEvent('x', relay.url))

    await client.settled()
    expect(accepted).toBe(false)
    expect(client.inbox).toEqual([])
  })
})

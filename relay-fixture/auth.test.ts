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
  it('serves nothing before AUTH', async () => {
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

  it('serves everything after AUTH, on that connection only', async () => {
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
    const relay = await startRelay({ now: () => NOW_S * 1_000 })
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

  it('refuses a relay tag that is not a WebSocket address', async () => {
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

  it('asks again when the fault is switched off and on', async () => {
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

describe('a relay that knows several identities on one connection', () => {
  /** A client that has proved to have key 1, and may yet answer the same challenge with another. */
  async function authenticated(faults: { ownOnly?: string; oneIdentity?: string }) {
    const relay = await startRelay()
    relay.setFaults({ requireAuth: true, ...faults })
    const client = await dial(relay.url)
    const [, challenge] = await client.next('AUTH')
    const prove = (n: number) => {
      const { kind, tags } = authEvent(challenge, relay.url)
      client.send('AUTH', makeEvent({ kind, tags }, keyPair(n)))
    }
    prove(1)
    expect((await client.next('OK'))[2]).toBe(true)
    return { client, prove }
  }

  it.each(['auth-required', 'restricted'])(
    'serves each its own events, and refuses others with %s',
    async (ownOnly) => {
      const { client, prove } = await authenticated({ ownOnly })
      const refusal = expect.stringMatching(new RegExp(`^${ownOnly}: `))
      const [own, foreign] = [makeEvent(), makeEvent({}, keyPair(2))]

      expect(await client.publish(own)).toEqual([true, ''])
      expect(await client.publish(foreign)).toEqual([false, refusal])
      client.send('REQ', 'sub', { '#p': [keyPair(2).pubkey] })
      expect(await client.next('CLOSED')).toEqual(['CLOSED', 'sub', refusal])

      prove(2)
      expect((await client.next('OK'))[2]).toBe(true)
      expect(await client.publish(foreign)).toEqual([true, ''])
      expect(
        await client.subscribe('sub', { '#p': [keyPair(1).pubkey, keyPair(2).pubkey] }),
      ).toEqual([])
    },
  )

  it('can forget the first for the second', async () => {
    const { client, prove } = await authenticated({ ownOnly: 'restricted', oneIdentity: 'replace' })

    prove(2)

    expect((await client.next('OK'))[2]).toBe(true)
    expect((await client.publish(makeEvent({}, keyPair(2))))[0]).toBe(true)
    expect((await client.publish(makeEvent()))[0]).toBe(false)
  })

  it('can refuse the second', async () => {
    const { client, prove } = await authenticated({ oneIdentity: 'refuse' })

    prove(2)

    expect((await client.next('OK')).slice(2)).toEqual([false, 'error: already authenticated'])
    prove(1)
    expect((await client.next('OK'))[2]).toBe(true)
  })

  it('can end the connection over the second', async () => {
    const { client, prove } = await authenticated({ oneIdentity: 'cut' })

    prove(2)

    await client.until(() => client.socket.readyState === client.socket.CLOSED, 'still open')
  })
})

describe('a relay that does not require AUTH', () => {
  it('sends no challenge and refuses an unrequested AUTH', async () => {
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

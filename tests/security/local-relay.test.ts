import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { describe, expect, test, vi } from 'vitest'
import { type ClientOptions, type RawData, WebSocket } from 'ws'
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'
import { KeptEvents } from '#relay/local/kept-events.ts'
import {
  EVENT_RATE,
  MAX_CONNECTIONS,
  MAX_EVENTS,
  MAX_LISTED,
  MAX_STRANGERS,
  MAX_SUBSCRIPTIONS,
  PURGE_INTERVAL,
} from '#relay/local/limits.ts'
import { LocalRelay, type LocalRelayOptions } from '#relay/local/local-relay.ts'
import { type ApiServer, firstShare, startServer } from '../support/api-server.ts'
import { newPair } from '../support/pair.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'

const keyset = newPair()
const [own = '', other = ''] = keyset.shares.map(({ seckey }) => seckey)
const [self = '', peer = ''] = keyset.group.commits.map(({ pubkey }) => pubkey.slice(2))

const start = (scope: Scope, environment: Record<string, string> = {}): Promise<ApiServer> =>
  startServer(scope, {
    environment: {
      ...firstShare(keyset, ['ws://127.0.0.1:9']),
      LOCAL_RELAY: 'true',
      ...environment,
    },
  })

const addressOf = ({ url }: Pick<ApiServer, 'url'>) => `${url.replace('http', 'ws')}/`

interface Client {
  socket: WebSocket
  frames: unknown[][]
  challenge: string
  /** Resolves with the code of its close, also of one that came before anybody waited for it. */
  closed: Promise<number>
  send(...frames: unknown[]): void
  /** Waits for the first frame of this type, since the last one that was waited for. */
  next(...types: string[]): Promise<unknown[]>
}

async function connect(
  scope: Scope,
  server: Pick<ApiServer, 'url'>,
  options: ClientOptions = {},
): Promise<Client> {
  const socket = new WebSocket(addressOf(server), options)
  scope.onTestFinished(() => socket.terminate())
  const frames: unknown[][] = []
  let read = 0
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data: RawData) => frames.push(JSON.parse(String(data))))
  await once(socket, 'open')
  const next = async (...types: string[]) => {
    const found = () => frames.findIndex(([type], at) => at >= read && types.includes(`${type}`))
    await until(() => found() >= 0, { what: types.join() })
    read = found() + 1
    return frames[read - 1] ?? []
  }
  const [, challenge] = await next('AUTH')
  return {
    ...{ socket, frames, next, closed, challenge: String(challenge) },
    send: (...sent) => {
      for (const frame of sent) {
        socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      }
    },
  }
}

let made = 0
function eventBy(seckey: Uint8Array | string, template: Partial<EventTemplate> = {}): NostrEvent {
  made += 1
  const created_at = Math.floor(Date.now() / 1_000)
  const content = `${made}`
  const event = { kind: 20_004, created_at, tags: [['p', self]], content, ...template }
  const key = typeof seckey === 'string' ? Buffer.from(seckey, 'hex') : seckey
  const { id, pubkey, kind, tags, sig, ...rest } = finalizeEvent(event, key)
  return { id, pubkey, created_at: rest.created_at, kind, tags, content: rest.content, sig }
}

const answerTo = (
  { challenge }: Client,
  server: Pick<ApiServer, 'url'>,
  template: Partial<EventTemplate> = {},
) =>
  eventBy(other, {
    kind: 22_242,
    tags: [
      ['relay', addressOf(server)],
      ['challenge', challenge],
    ],
    ...template,
  })

const OWN = { authors: [peer], '#p': [self], kinds: [20_004] }

describe('The small relay', () => {
  test('is not there unless it was asked for', async (t) => {
    const server = await start(t, { LOCAL_RELAY: 'false' })
    const socket = new WebSocket(addressOf(server))
    const [error] = await once(socket, 'error')

    expect(String(error)).toContain('404')
  })

  test('is closed to pages of another origin, and to names that may be redirected', async (t) => {
    const server = await start(t)
    for (const headers of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }]) {
      const socket = new WebSocket(addressOf(server), { headers })
      const [error] = await once(socket, 'error')
      expect(String(error)).toContain('403')
    }
  })

  test('passes on what a member publishes, at once and to those who come later', async (t) => {
    const server = await start(t)
    const [writer, reader] = [await connect(t, server), await connect(t, server)]
    const [event, second] = [eventBy(other), eventBy(other)]

    reader.send(['REQ', 'live', OWN])
    expect(await reader.next('EOSE')).toEqual(['EOSE', 'live'])
    writer.send(['EVENT', event])
    expect(await writer.next('OK')).toEqual(['OK', event.id, true, ''])
    expect(await reader.next('EVENT')).toEqual(['EVENT', 'live', event])

    const late = await connect(t, server)
    late.send(['REQ', 'late', OWN])
    expect(await late.next('EVENT')).toEqual(['EVENT', 'late', event])
    expect(await late.next('EOSE')).toEqual(['EOSE', 'late'])

    reader.send(['CLOSE', 'live'], ['REQ', 'none', { ...OWN, kinds: [20_000] }])
    expect(await reader.next('EOSE')).toEqual(['EOSE', 'none'])
    // The same once more is no news to anybody.
    writer.send(['EVENT', event], ['EVENT', second])
    await writer.next('OK')
    expect(await late.next('EVENT')).toEqual(['EVENT', 'late', second])
    expect(reader.frames.filter(([type]) => type === 'EVENT')).toHaveLength(1)
  })

  test('takes nothing of somebody who is no member, or that a member has not signed', async (t) => {
    const server = await start(t)
    const client = await connect(t, server)
    const event = eventBy(other)
    const stranger = eventBy(generateSecretKey())

    for (const [sent, reason] of [
      [stranger, /^restricted: /],
      [{ ...stranger, pubkey: peer }, /^invalid: /],
      [{ ...event, content: 'other' }, /^invalid: /],
      [{ ...event, sig: 'ab'.repeat(64) }, /^invalid: /],
      [eventBy(other, { kind: 1 }), /^auth-required: /],
    ] as const) {
      client.send(['EVENT', sent])
      expect(await client.next('OK')).toEqual(['OK', sent.id, false, expect.stringMatching(reason)])
    }
    client.send(['REQ', 'all', OWN])
    expect(await client.next('EVENT', 'EOSE')).toEqual(['EOSE', 'all'])
  })

  test('is not listed to strangers: a filter names members, or its sender has identified itself', async (t) => {
    const server = await start(t)
    const client = await connect(t, server)
    const stranger = 'ab'.repeat(32)

    for (const filter of [
      {},
      { kinds: [20_004] },
      { authors: [] },
      { authors: [stranger] },
      { authors: [peer, stranger] },
      { '#p': [stranger] },
    ]) {
      client.send(['REQ', 'x', OWN, filter])
      expect(await client.next('CLOSED', 'EOSE')).toMatchObject([
        ...['CLOSED', 'x'],
        expect.stringMatching(/^auth-required: /),
      ])
    }
  })

  test('knows a member by its answer to the challenge, and nobody by another', async (t) => {
    const server = await start(t)
    const client = await connect(t, server)
    const tags = (relay: string, challenge: string) => [
      ['relay', relay],
      ['challenge', challenge],
    ]
    const { challenge: foreign } = await connect(t, server)
    const address = addressOf(server)

    for (const answer of [
      answerTo(client, server, { kind: 1 }),
      answerTo(client, server, { created_at: 1 }),
      answerTo(client, server, { tags: tags(address, foreign) }),
      answerTo(client, server, { tags: tags('wss://other.example', client.challenge) }),
      { ...answerTo(client, server), pubkey: self },
      eventBy(generateSecretKey(), { kind: 22_242, tags: tags(address, client.challenge) }),
    ]) {
      client.send(['AUTH', answer])
      expect(await client.next('OK')).toMatchObject(['OK', answer.id, false, expect.anything()])
    }
    client.send(['REQ', 'all', {}])
    expect(await client.next('CLOSED', 'EOSE')).toMatchObject(['CLOSED', 'all', expect.anything()])

    const answer = answerTo(client, server)
    const note = eventBy(other, { kind: 1 })
    client.send(['AUTH', answer])
    expect(await client.next('OK')).toEqual(['OK', answer.id, true, ''])
    client.send(['REQ', 'all', {}], ['EVENT', note])
    expect(await client.next('EOSE')).toEqual(['EOSE', 'all'])
    expect(await client.next('EVENT')).toEqual(['EVENT', 'all', note])
  })

  test('gives other kinds to nobody who has not identified itself', async (t) => {
    const server = await start(t)
    const [member, listener] = [await connect(t, server), await connect(t, server)]
    const [note, message] = [eventBy(other, { kind: 1 }), eventBy(other)]
    listener.send(['REQ', 'x', { authors: [peer] }])
    await listener.next('EOSE')

    member.send(['AUTH', answerTo(member, server)], ['EVENT', note], ['EVENT', message])

    expect(await listener.next('EVENT')).toEqual(['EVENT', 'x', message])
  })

  test('stays up under what is no message, too deep, too large or too many', async (t) => {
    const server = await start(t)
    const client = await connect(t, server)

    for (const odd of ['x', '5', 'null', '{}', '[]', '["REQ"]', '["EVENT"]', '["AUTH",{}]']) {
      client.send(odd)
      expect(await client.next('NOTICE')).toEqual(['NOTICE', expect.stringMatching(/^invalid: /)])
    }
    client.send('['.repeat(100_000))
    expect(await client.next('NOTICE')).toEqual(['NOTICE', expect.stringMatching(/^invalid: /)])
    client.send(['REQ', 'x', ...Array.from({ length: 9 }, () => OWN)])
    expect(await client.next('CLOSED')).toEqual(['CLOSED', 'x', expect.stringMatching(/^invalid/)])
    for (let n = 0; n < MAX_SUBSCRIPTIONS; n += 1) client.send(['REQ', `${n}`, OWN])
    client.send(['REQ', 'more', OWN])
    expect(await client.next('CLOSED')).toEqual([
      'CLOSED',
      'more',
      expect.stringMatching(/^rate-limited/),
    ])
    client.send('x'.repeat(300_000))
    await client.closed

    expect((await server.get('/api/health')).status).toBe(200)
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

/** A relay by itself, with times of its own. */
async function startAlone(scope: Scope, timings: LocalRelayOptions['timings'] = {}) {
  const relay = new LocalRelay({ isMember: (pubkey) => pubkey === peer, timings })
  const http = createServer().on('upgrade', (request, socket, head) => {
    socket.on('error', () => {})
    const address = String(request.headers['x-address'] ?? 'somewhere')
    if (!relay.upgrade(request, socket, head, address)) socket.end('HTTP/1.1 503 Full\r\n\r\n')
  })
  scope.onTestFinished(() => {
    relay.close()
    http.close()
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

test('The small relay verifies only so many events at once of one connection', async (t) => {
  // Neither time nor CPU passes: nothing more is granted, and reading costs the client little.
  vi.useFakeTimers({ toFake: ['performance'] })
  const cpu = vi.spyOn(process, 'threadCpuUsage').mockReturnValue({ user: 0, system: 0 })
  t.onTestFinished(() => {
    cpu.mockRestore()
    vi.useRealTimers()
  })
  const client = await connect(t, await startAlone(t))
  const forged = { ...eventBy(other), sig: 'ab'.repeat(64) }
  const answers = () => client.frames.filter(([type]) => type === 'OK')
  const SENT = 3 * EVENT_RATE.capacity

  for (let n = 0; n < SENT; n += 1) client.send(['EVENT', forged])
  await until(() => answers().length === SENT)

  const slowed = answers().filter(([, , , reason]) => `${reason}`.startsWith('rate-limited'))
  expect(slowed).toHaveLength(SENT - EVENT_RATE.capacity)
})

test('A client that does nothing that a member does is sent away', async (t) => {
  const stranger = await connect(t, await startAlone(t, { membership: 50 }))

  expect(await stranger.closed).toBe(1008)
})

/** A client that subscribes to a member's events, which does not show that it is a member. */
async function connectStranger(scope: Scope, server: Pick<ApiServer, 'url'>, from: string) {
  const stranger = await connect(scope, server, { headers: { 'x-address': from } })
  stranger.send(['REQ', 'x', OWN])
  await stranger.next('EOSE')
  return stranger
}

const OPEN = ({ socket }: Client) => socket.readyState === WebSocket.OPEN

async function connectMember(scope: Scope, server: Pick<ApiServer, 'url'>): Promise<Client> {
  const member = await connect(scope, server)
  member.send(['AUTH', answerTo(member, server)])
  expect(await member.next('OK')).toMatchObject(['OK', expect.anything(), true, ''])
  return member
}

describe('Strangers who know a member', () => {
  test('hold no places: of one address the oldest gives way, and a member stays', async (t) => {
    const server = await startAlone(t)
    const member = await connectMember(t, server)
    const strangers: Client[] = []
    for (let n = 0; n < MAX_STRANGERS + 4; n += 1) {
      strangers.push(await connectStranger(t, server, 'one'))
    }

    await until(() => strangers.filter(OPEN).length === MAX_STRANGERS)
    expect(strangers.slice(4).every(OPEN)).toBe(true)
    expect(OPEN(member)).toBe(true)
  })

  test('from everywhere leave room for whoever identifies itself', async (t) => {
    const server = await startAlone(t)
    const strangers: Client[] = []
    for (let n = 0; n < MAX_CONNECTIONS; n += 1) {
      strangers.push(await connectStranger(t, server, `${n % 8}`))
    }

    const members = [await connectMember(t, server), await connectMember(t, server)]

    await until(() => strangers.filter(OPEN).length === MAX_CONNECTIONS - 2)
    expect(members.every(OPEN)).toBe(true)
  })

  test('are sent away when they have more read than their address may, and a member is not', async (t) => {
    const server = await startAlone(t)
    const member = await connectMember(t, server)
    const stranger = await connectStranger(t, server, 'one')
    const filter = { ...OWN, kinds: Array.from({ length: 30_000 }, (_, kind) => kind) }
    const text = JSON.stringify(['REQ', 'x', filter])

    for (let n = 0; n < 500 && OPEN(stranger); n += 1) {
      stranger.send(text)
      await new Promise((resolve) => setImmediate(resolve))
    }

    expect(await stranger.closed).toBe(1008)
    member.send(['REQ', 'mine', OWN])
    expect(await member.next('EOSE')).toEqual(['EOSE', 'mine'])
  })

  test('that list more than a subscription needs are refused', async (t) => {
    const stranger = await connect(t, await startAlone(t))
    const half = { ...OWN, kinds: Array.from({ length: MAX_LISTED / 2 }, () => 20_004) }
    stranger.send(['REQ', 'x', half, half])
    expect(await stranger.next('CLOSED', 'EOSE')).toMatchObject(['CLOSED', 'x', expect.anything()])
    stranger.send(['REQ', 'x', half])
    expect(await stranger.next('CLOSED', 'EOSE')).toEqual(['EOSE', 'x'])
  })
})

/** Simulates intervals until the test ends. @returns lets one of those pass after which the relay pings and purges */
function purgeByHand(scope: Scope): () => void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  scope.onTestFinished(() => {
    vi.useRealTimers()
  })
  return () => {
    vi.advanceTimersByTime(PURGE_INTERVAL)
  }
}

test('A client that has vanished is noticed, and one that answers stays', async (t) => {
  const purge = purgeByHand(t)
  const server = await startAlone(t)
  const deaf = await connect(t, server, { autoPong: false })
  const sound = await connect(t, server)

  for (const _ of [1, 2]) {
    const pinged = once(sound.socket, 'ping')
    purge()
    await pinged
    // The relay reads in turn: once it answers this ping, it has read the pong before it.
    sound.socket.ping()
    await once(sound.socket, 'pong')
  }

  expect(await deaf.closed).toBe(1006)
  expect(OPEN(sound)).toBe(true)
})

test('What was published is gone after a while', async (t) => {
  const purge = purgeByHand(t)
  const member = await connect(t, await startAlone(t))
  const event = eventBy(other)
  member.send(['EVENT', event])
  await member.next('OK')

  purge()
  member.send(['REQ', 'x', { authors: [peer] }])
  expect(await member.next('EVENT', 'EOSE')).toEqual(['EVENT', 'x', event])
  expect(await member.next('EOSE')).toEqual(['EOSE', 'x'])

  purge()
  member.send(['REQ', 'x', { authors: [peer] }])
  expect(await member.next('EVENT', 'EOSE')).toEqual(['EOSE', 'x'])
})

test('Events of so many bytes and in such a number are kept', () => {
  const kept = new KeptEvents()
  const all = Array.from({ length: MAX_EVENTS + 5 }, () => eventBy(own))
  for (const event of all) kept.add(event, 100)

  expect(kept.matching([{}])).toEqual(all.slice(5))
  expect(kept.matching([{ limit: 2 }, { ids: [all[7]?.id ?? ''] }])).toEqual([
    ...[all[7], ...all.slice(-2)],
  ])
  kept.add(eventBy(own), 4_194_304)
  expect(kept.matching([{}])).toHaveLength(1)
})

test('An event is kept for one purge, however soon that comes', () => {
  const kept = new KeptEvents()
  const [early, late] = [eventBy(own), eventBy(own)]
  kept.add(early, 100)
  kept.purge()
  kept.add(late, 100)
  expect(kept.matching([{}])).toEqual([early, late])
  kept.purge()
  expect(kept.matching([{}])).toEqual([late])
  kept.purge()
  expect(kept.matching([{}])).toEqual([])
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { NostrEvent } from '#contract/nostr.ts'
import { eventId, signEvent } from '#nostr/event.ts'
import { keyPair } from '#nostr/keys.ts'
import { Inbox } from './inbox.ts'
import { STRANGER_BYTES_MAX } from './limits.ts'
import type { RegisteredApp } from './registry.ts'
import { APP_EVENT_KIND } from './transport.ts'

const CLIENT = keyPair('07'.repeat(32))
const STRANGER = keyPair('08'.repeat(32))
const ANYONE = keyPair('09'.repeat(32))
const RELAY = 'wss://relay.example'

const app = { id: 'app', client: CLIENT.hexPublicKey, signer: 'ab'.repeat(32) } as RegisteredApp
const invited = { ...app, client: null, invitation: { secret: 'secret', until: 1 } }

function setUp(registered: RegisteredApp) {
  const arrived: NostrEvent[] = []
  const seen: string[] = []
  const inbox = new Inbox({
    registry: { bySigner: (signer) => (signer === registered.signer ? [registered] : []) },
    hasCapacity: () => true,
    onArrival: ({ event }) => void arrived.push(event),
    onSeen: (id) => void seen.push(id),
  })
  const receive = async (event: NostrEvent) => {
    inbox.receive(event, RELAY)
    await nextTurn()
  }
  return { receive, arrived, seen }
}

function messageBy({ hexPrivateKey, hexPublicKey }: typeof CLIENT, content: string): NostrEvent {
  const template = { kind: APP_EVENT_KIND, created_at: 1, tags: [['p', app.signer]], content }
  return signEvent(template, hexPrivateKey, hexPublicKey)
}

const forgeries: [string, (event: NostrEvent, other: NostrEvent) => NostrEvent][] = [
  ['with the id of another', (event, { id }) => ({ ...event, id })],
  ['with the id and signature of another', (event, { id, sig }) => ({ ...event, id, sig })],
  ['with the signature of another', (event, { sig }) => ({ ...event, sig })],
  [
    'that was changed, with the id of the changed content',
    (event) => {
      const changed = { ...event, content: 'changed' }
      return { ...changed, id: eventId(changed) }
    },
  ],
  [
    'with a signature by another key',
    (event) => ({ ...event, sig: messageBy(ANYONE, event.content).sig }),
  ],
]

test.each([
  ["an app's client", app, CLIENT],
  ['a stranger to an open link', invited, STRANGER],
] as const)('a message by %s is taken once', async (_, registered, author) => {
  const { receive, arrived, seen } = setUp(registered)
  const event = messageBy(author, 'hello')

  await receive(event)
  await receive(event)

  expect([arrived, seen]).toEqual([[event], [event.id]])
})

test.each(forgeries)(
  'a message %s is dropped, and the genuine one is still taken',
  async (_, forge) => {
    for (const [registered, author] of [
      [app, CLIENT],
      [invited, STRANGER],
    ] as const) {
      const { receive, arrived, seen } = setUp(registered)
      const [event, other] = [messageBy(author, 'hello'), messageBy(author, 'another')]

      await receive(forge(event, other))
      expect([arrived, seen]).toEqual([[], []])
      await receive(event)
      await receive(other)

      expect(arrived).toEqual([event, other])
    }
  },
)

test('a large message is taken from a client, and not from a stranger', async () => {
  const content = 'x'.repeat(STRANGER_BYTES_MAX + 1)
  const [client, stranger] = [setUp(app), setUp(invited)]

  await client.receive(messageBy(CLIENT, content))
  await stranger.receive(messageBy(STRANGER, content))
  await stranger.receive(messageBy(STRANGER, content.slice(1)))

  expect(client.arrived).toHaveLength(1)
  expect(stranger.arrived.map((event) => event.content.length)).toEqual([STRANGER_BYTES_MAX])
})

// Relays of hostile operators, in a process of their own: each behaves until it is told what to flood
// its connections with, and then sends that as fast as it is read.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { serveCalls } from '../bench/remote.ts'

/** What a relay knows of its victim: from the filters of its subscriptions, and their ids. */
interface Victim {
  subscriptions: string[]
  authors: string[]
  recipient: string
  kind: number
}

/** The bytes of the next part of a flood; null at its end. */
type Flood = (victim: Victim) => () => Buffer | null

const TEXT = 1
const CONTINUATION = 0
const PING = 9

/** A frame as it goes over the wire (RFC 6455, section 5.2), never masked. */
function frame(payload: Buffer | string, { opcode = TEXT, fin = true, rsv1 = false } = {}): Buffer {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const first = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode
  if (body.length < 126) return Buffer.concat([Buffer.from([first, body.length]), body])
  if (body.length < 65_536) {
    const head = Buffer.from([first, 126, 0, 0])
    head.writeUInt16BE(body.length, 2)
    return Buffer.concat([head, body])
  }
  const head = Buffer.alloc(10)
  head[0] = first
  head[1] = 127
  head.writeBigUInt64BE(BigInt(body.length), 2)
  return Buffer.concat([head, body])
}

const again = (bytes: Buffer) => () => () => bytes
const json = (...message: unknown[]) => frame(JSON.stringify(message))
/** As many copies as make a portion worth a write. */
const many = (one: Buffer) => Buffer.concat(Array.from({ length: 2_000 }, () => one))

const forged = ({ authors, recipient, kind }: Victim, content: string, turn: number) => ({
  id: randomBytes(32).toString('hex'),
  pubkey: authors[turn % authors.length],
  created_at: Math.floor(Date.now() / 1000),
  kind,
  tags: [['p', recipient]],
  content,
  sig: randomBytes(64).toString('hex'),
})

const forgeries =
  (content: string): Flood =>
  (victim) => {
    let turn = 0
    return () => {
      turn += 1
      return json('EVENT', victim.subscriptions[0], forged(victim, content, turn))
    }
  }

export const FLOODS = {
  'nested frames of 1.8 MB': again(frame('['.repeat(1_800_000))),
  'nested frames that are not too large': again(frame('['.repeat(250_000))),
  'frames of a great many tokens': again(frame(`[${'[],{},'.repeat(41_000)}0]`)),
  'frames of 16 MB': again(frame('x'.repeat(16_000_000))),
  'frames of 900 kB': again(json('NOTICE', 'x'.repeat(900_000))),
  'small frames': again(many(json('EOSE', 'nobody'))),
  'empty frames': again(many(frame(''))),
  'binary frames': again(frame(randomBytes(250_000), { opcode: 2 })),
  pings: again(many(frame('', { opcode: PING }))),
  notices: () => {
    let turn = 0
    return () => {
      turn += 1
      return Buffer.concat(Array.from({ length: 500 }, (_, at) => json('NOTICE', `${turn} ${at}`)))
    }
  },
  'long notices': () => {
    let turn = 0
    return () => {
      turn += 1
      return json('NOTICE', `${turn}${'ø'.repeat(120_000)}`)
    }
  },
  'small forged events': forgeries('x'.repeat(100)),
  'large forged events': forgeries('x'.repeat(130_000)),
  'events of 500 kB': forgeries('x'.repeat(500_000)),
  'compressed frames': again(frame(randomBytes(1_000), { rsv1: true })),
  'fragments without an end': () => {
    let begun = false
    const rest = many(frame('x', { opcode: CONTINUATION, fin: false }))
    return () => {
      if (begun) return rest
      begun = true
      return frame('[', { fin: false })
    }
  },
  'challenges without an end': () => () =>
    Buffer.concat(Array.from({ length: 500 }, () => json('AUTH', randomBytes(16).toString('hex')))),
  'closed subscriptions': ({ subscriptions }) => {
    const all = subscriptions.map((id) =>
      json('CLOSED', id, `error: ${randomBytes(8).toString('hex')}`),
    )
    return () => Buffer.concat(all)
  },
  'answers to nothing': () => () =>
    Buffer.concat(
      Array.from({ length: 500 }, () => json('OK', randomBytes(32).toString('hex'), false, 'no')),
    ),
} satisfies Record<string, Flood>

/** A frame that never ends, a byte at a time, on each connection. */
async function drip(socket: Socket): Promise<void> {
  const bytes = frame(JSON.stringify(['NOTICE', 'x'.repeat(200_000)]))
  for (const byte of bytes) {
    if (socket.destroyed) return
    socket.write(Buffer.from([byte]))
    await sleep(0)
  }
}

async function pour(socket: Socket, next: () => Buffer | null): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    const bytes = next()
    if (bytes === null) return
    // An error is followed by 'close', and then there is another connection to pour into.
    if (!socket.write(bytes)) await once(socket, 'drain').catch(() => {})
    await sleep(0)
  }
}

export type FloodName = keyof typeof FLOODS | 'a slow drip'

interface Connection {
  socket: Socket
  pours: boolean
  subscriptions: Map<string, { authors?: string[]; kinds?: number[]; '#p'?: string[] }>
}

/** One relay at a URL of its own; `flood` begins on each connection that there is and will be. */
async function openRelay(): Promise<{ url: string; flood(name: FloodName): void }> {
  const connections = new Set<Connection>()
  let begun: FloodName | undefined
  const pourInto = (connection: Connection) => {
    if (begun === undefined) return
    const { socket, subscriptions } = connection
    connection.pours = true
    socket.setNoDelay(true)
    if (begun === 'a slow drip') {
      void drip(socket)
      return
    }
    const filters = [...subscriptions.values()]
    const flood: Flood = FLOODS[begun]
    const victim: Victim = {
      subscriptions: [...subscriptions.keys()],
      authors: filters.flatMap(({ authors }) => authors ?? []),
      recipient: filters.flatMap((filter) => filter['#p'] ?? [])[0] ?? '',
      kind: filters.flatMap(({ kinds }) => kinds ?? []).at(-1) ?? 0,
    }
    void pour(socket, flood(victim))
  }
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
  await once(server, 'listening')
  server.on('connection', (client, request) => {
    const connection: Connection = {
      socket: request.socket,
      subscriptions: new Map(),
      pours: false,
    }
    connections.add(connection)
    request.socket.on('error', () => {})
    client.on('error', () => {})
    client.on('close', () => connections.delete(connection))
    // Nothing may come between while it pours: such a frame would end up in the middle of another.
    client.on('ping', (data) => !connection.pours && client.pong(data))
    client.on('message', (data) => {
      if (connection.pours) return
      const [type, first, ...rest] = JSON.parse(data.toString())
      if (type === 'EVENT') {
        client.send(JSON.stringify(['OK', first.id, true, '']))
        // Sends the event back: a signer leaves a relay that does not, for another reason than the flood.
        for (const id of connection.subscriptions.keys())
          client.send(JSON.stringify(['EVENT', id, first]))
      }
      if (type !== 'REQ') return
      client.send(JSON.stringify(['EOSE', first]))
      connection.subscriptions.set(first, rest[0])
      if (connection.subscriptions.size === 1) pourInto(connection)
    })
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    flood: (name) => {
      begun = name
      for (const connection of connections) pourInto(connection)
    },
  }
}

const relays = new Map<string, Awaited<ReturnType<typeof openRelay>>>()
const calls = {
  /** Opens a relay that behaves until it is told otherwise; returns its URL. */
  open: async () => {
    const relay = await openRelay()
    relays.set(relay.url, relay)
    return relay.url
  },
  begin: ({ url, name }: { url: string; name: FloodName }) => relays.get(url)?.flood(name),
}
export type HostileCalls = typeof calls

serveCalls(async () => ({ ready: true, calls }))

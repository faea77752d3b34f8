import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { steadyNow } from '../clock.ts'
import type { NostrEvent } from '../contract/nostr.ts'
import { TokenBuckets } from '../node/token-bucket.ts'
import { isWithin } from '../relay/json-shape.ts'
import { KeptEvents } from './kept-events.ts'
import {
  EVENT_RATE,
  MAX_BUFFERED_BYTES,
  MAX_CONNECTIONS,
  MAX_FRAME_BYTES,
  MEMBERSHIP_TIMEOUT,
  PURGE_INTERVAL,
} from './limits.ts'
import { Session } from './session.ts'

/** An event in a frame is four deep; most of its tokens are in its tags. */
const SHAPE = { depth: 8, tokens: 4_096, loose: 65_536 }
/** RFC 6455, section 7.4.1: a policy, and a server that ends. */
const POLICY_CLOSE = 1008
const GOING_AWAY = 1001

export interface LocalRelayOptions {
  /** A member of a group here, by the x-only key of its share. */
  isMember(pubkey: string): boolean
  /** What the machine's clock says, Unix milliseconds. */
  wall?: () => number
  /** Overrides, in milliseconds. */
  timings?: { purge?: number; membership?: number }
}

/**
 * A small relay for the members of the groups here, in memory: they may publish and read what the peer
 * protocol sends, and everything else once they have identified themselves (NIP-42). What it has is gone
 * every half minute.
 */
export class LocalRelay {
  readonly #options: LocalRelayOptions
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  readonly #sessions = new Map<WebSocket, Session>()
  readonly #events = new KeptEvents()
  readonly #purge: NodeJS.Timeout

  constructor(options: LocalRelayOptions) {
    this.#options = options
    const { purge = PURGE_INTERVAL } = options.timings ?? {}
    this.#purge = setInterval(() => {
      this.#events.purge()
      this.#pingAll()
    }, purge).unref()
  }

  get isFull(): boolean {
    return this.#sessions.size >= MAX_CONNECTIONS
  }

  /** For a call that has been admitted. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) =>
      this.#serve(client, request.headers.host),
    )
  }

  /** Cuts all connections. */
  close(): void {
    clearInterval(this.#purge)
    for (const client of this.#sessions.keys()) {
      client.close(GOING_AWAY)
      client.terminate()
    }
    this.#sockets.close()
  }

  #serve(client: WebSocket, host: string | undefined): void {
    const { isMember, wall = Date.now } = this.#options
    const buckets = new TokenBuckets(EVENT_RATE, steadyNow)
    let bytes = 0
    const session = new Session({
      ...{ host, isMember, wall },
      mayVerify: () => buckets.take('events'),
      isKnown: (id) => this.#events.has(id),
      kept: (filters) => this.#events.matching(filters),
      onEvent: (event) => {
        this.#events.add(event, bytes)
        this.#offerToAll(event)
      },
      send: (frame) => {
        if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
        else if (client.readyState === client.OPEN) client.send(JSON.stringify(frame))
      },
    })
    this.#sessions.set(client, session)
    const timeout = setTimeout(() => {
      if (!session.hasShownMembership && !session.isSubscribed) {
        client.close(POLICY_CLOSE, 'for members of the group')
      }
    }, this.#options.timings?.membership ?? MEMBERSHIP_TIMEOUT).unref()
    client.on('error', () => client.terminate())
    client.on('close', () => {
      clearTimeout(timeout)
      this.#sessions.delete(client)
    })
    client.on('message', (data, isBinary) => {
      const frame = isBinary ? undefined : parse(data as Buffer)
      bytes = (data as Buffer).length
      session.receive(frame)
    })
  }

  #offerToAll(event: NostrEvent): void {
    for (const session of this.#sessions.values()) session.offer(event)
  }

  /** One that vanished is noticed when nothing can be sent to it. */
  #pingAll(): void {
    for (const client of this.#sessions.keys()) client.ping()
  }
}

/** Undefined for what is not JSON, or too deep or in too many parts to be parsed at all. */
function parse(bytes: Buffer): unknown {
  if (!isWithin(bytes, SHAPE)) return undefined
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

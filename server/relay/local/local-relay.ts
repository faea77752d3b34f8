import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { steadyNow } from '#lib/clock.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { isWithin } from '../frames.ts'
import { cpuTime, ReadingBudget } from '../reading-budget.ts'
import { KeptEvents } from './kept-events.ts'
import {
  CLOSE_TIMEOUT,
  EVENT_RATE,
  MAX_ADDRESSES,
  MAX_BUFFERED_BYTES,
  MAX_CONNECTIONS,
  MAX_FRAME_BYTES,
  MAX_STRANGERS,
  MEMBERSHIP_TIMEOUT,
  PURGE_INTERVAL,
  READING_RATE,
} from './limits.ts'
import { Session } from './session.ts'

/** An event in a frame is four deep; most of its tokens are in its tags. */
const SHAPE = { depth: 8, tokens: 4_096, loose: 65_536 }
/** RFC 6455, section 7.4.1: a policy, and a server that ends. */
const POLICY_CLOSE = 1008
const GOING_AWAY = 1001

interface Connection {
  readonly client: WebSocket
  readonly session: Session
  /** The address under which the limits count the connection. */
  readonly address: string
  /** The client was heard since the last ping. */
  isAlive: boolean
}

export interface LocalRelayOptions {
  /** Whether this is a peer of a keyset here, by the x-only key of its share. */
  isMember(pubkey: string): boolean
  /** The machine's clock, Unix milliseconds. */
  wall?: () => number
  /** Overrides, in milliseconds. */
  timings?: { membership?: number }
}

/**
 * A small in-memory relay for the peers of the keysets here. They may publish and read messages of the peer
 * protocol, and events of all kinds once they have authenticated (NIP-42). Only connections that have not
 * authenticated are displaced when it is full. Events are kept for less than a minute.
 */
export class LocalRelay {
  readonly #options: LocalRelayOptions
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // One frame per turn of the event loop, so that a flood does not block everything else.
    allowSynchronousEvents: false,
  })
  /** The oldest first. */
  readonly #connections = new Map<WebSocket, Connection>()
  /** For all strangers of an address, however often they reconnect. The latest is last. */
  readonly #budgets = new Map<string, ReadingBudget>()
  readonly #events = new KeptEvents()
  readonly #purge: NodeJS.Timeout

  constructor(options: LocalRelayOptions) {
    this.#options = options
    this.#purge = setInterval(() => {
      this.#events.purge()
      this.#pingAll()
    }, PURGE_INTERVAL).unref()
  }

  /**
   * Serves a request that the HTTP server has let through.
   *
   * @param address under which the limits count the connection
   * @returns false when all connections belong to authenticated peers; nothing was answered then
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): boolean {
    const displaced = connectionToDisplace([...this.#connections.values()], address)
    if (displaced === null) return false
    if (displaced !== undefined) this.#sendAway(displaced.client, 'others have come')
    this.#sockets.handleUpgrade(request, socket, head, (client) =>
      this.#serve(client, address, request.headers.host),
    )
    return true
  }

  /** Cuts all connections. */
  close(): void {
    clearInterval(this.#purge)
    for (const client of this.#connections.keys()) {
      client.close(GOING_AWAY)
      client.terminate()
    }
    this.#sockets.close()
  }

  #serve(client: WebSocket, address: string, host: string | undefined): void {
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
        for (const other of this.#connections.values()) other.session.offer(event)
      },
      send: (frame) => {
        if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
        else if (client.readyState === client.OPEN) client.send(JSON.stringify(frame))
      },
    })
    const connection: Connection = { client, session, address, isAlive: true }
    this.#connections.set(client, connection)
    const own = new ReadingBudget(undefined, READING_RATE)
    const timeout = setTimeout(() => {
      if (!session.hasShownMembership && !session.isSubscribed) {
        this.#sendAway(client, 'for members of the group')
      }
    }, this.#options.timings?.membership ?? MEMBERSHIP_TIMEOUT).unref()
    client.on('error', () => client.terminate())
    client.on('close', () => {
      clearTimeout(timeout)
      this.#connections.delete(client)
    })
    client.on('pong', () => {
      connection.isAlive = true
    })
    client.on('message', (data, isBinary) => {
      if (!this.#connections.has(client)) return
      connection.isAlive = true
      const budget = session.isIdentified ? own : this.#strangersBudget(address)
      const startedAt = cpuTime()
      const frame = isBinary ? undefined : parse(data as Buffer)
      bytes = (data as Buffer).length
      budget.receive(bytes, frame !== undefined)
      if (!budget.isSpent) session.receive(frame)
      budget.spend(cpuTime() - startedAt)
      if (budget.isSpent) this.#sendAway(client, 'rate-limited: more than can be read')
    })
  }

  /** Closes a connection, which no longer counts towards the limits. */
  #sendAway(client: WebSocket, reason: string): void {
    this.#connections.delete(client)
    client.close(POLICY_CLOSE, reason)
    setTimeout(() => client.terminate(), CLOSE_TIMEOUT).unref()
  }

  #strangersBudget(address: string): ReadingBudget {
    const budget = this.#budgets.get(address) ?? new ReadingBudget(undefined, READING_RATE)
    this.#budgets.delete(address)
    this.#budgets.set(address, budget)
    const [oldest] = this.#budgets.keys()
    if (this.#budgets.size > MAX_ADDRESSES && oldest !== undefined) this.#budgets.delete(oldest)
    return budget
  }

  /** Cuts connections that have sent nothing since the last ping. */
  #pingAll(): void {
    for (const [client, connection] of this.#connections) {
      if (connection.isAlive) client.ping()
      else client.terminate()
      connection.isAlive = false
    }
  }
}

/** Undefined for anything but JSON, and for JSON that is too deep or has too many parts to be parsed. */
function parse(bytes: Buffer): unknown {
  if (!isWithin(bytes, SHAPE)) return undefined
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/**
 * Which connection is closed for one more from `address`: the address's oldest stranger if it has its maximum
 * of them; if the relay is full, the oldest stranger of the address with the most.
 *
 * @param connections the oldest first
 * @returns undefined when none has to be closed; null when the relay is full of authenticated peers
 */
function connectionToDisplace(
  connections: readonly Connection[],
  address: string,
): Connection | undefined | null {
  const strangers = connections.filter(({ session }) => !session.isIdentified)
  const byAddress = Map.groupBy(strangers, (stranger) => stranger.address)
  const own = byAddress.get(address) ?? []
  if (own.length >= MAX_STRANGERS) return own[0]
  if (connections.length < MAX_CONNECTIONS) return undefined
  const [most] = [...byAddress.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? null
}

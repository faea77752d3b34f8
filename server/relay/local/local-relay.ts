import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { NostrEvent } from '#contract/nostr.ts'
import { steadyNow } from '#lib/clock.ts'
import { TokenBuckets } from '#lib/token-bucket.ts'
import { isWithin } from '../json-shape.ts'
import { cpuTime } from '../reading-budget.ts'
import { createBudgets, type Guest, givesWay, newBudget } from './client-limits.ts'
import { KeptEvents } from './kept-events.ts'
import {
  CLOSE_TIMEOUT,
  EVENT_RATE,
  MAX_BUFFERED_BYTES,
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

interface Connected extends Guest {
  client: WebSocket
  session: Session
  /** It has been heard since it was last pinged. */
  isAlive: boolean
}

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
 * protocol sends, and everything else once they have identified themselves (NIP-42), which also keeps their
 * places. What it has is gone within a minute.
 */
export class LocalRelay {
  readonly #options: LocalRelayOptions
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // A frame at a time: between two of them it is everybody else's turn.
    allowSynchronousEvents: false,
  })
  /** The oldest first. */
  readonly #guests = new Map<WebSocket, Connected>()
  readonly #budgetOf = createBudgets()
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

  /**
   * For a call that has been admitted.
   *
   * @param address whom limits count it as
   * @returns false: members hold all places, and nothing was answered
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): boolean {
    const leaving = givesWay([...this.#guests.values()], address)
    if (leaving === null) return false
    if (leaving !== undefined) this.#sendAway(leaving.client, 'others have come')
    this.#sockets.handleUpgrade(request, socket, head, (client) =>
      this.#serve(client, address, request.headers.host),
    )
    return true
  }

  /** Cuts all connections. */
  close(): void {
    clearInterval(this.#purge)
    for (const client of this.#guests.keys()) {
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
        this.#offerToAll(event)
      },
      send: (frame) => {
        if (client.bufferedAmount > MAX_BUFFERED_BYTES) client.terminate()
        else if (client.readyState === client.OPEN) client.send(JSON.stringify(frame))
      },
    })
    const connected: Connected = {
      ...{ client, session, address, isAlive: true },
      get isIdentified() {
        return session.isIdentified
      },
    }
    this.#guests.set(client, connected)
    const own = newBudget()
    const timeout = setTimeout(() => {
      if (!session.hasShownMembership && !session.isSubscribed) {
        this.#sendAway(client, 'for members of the group')
      }
    }, this.#options.timings?.membership ?? MEMBERSHIP_TIMEOUT).unref()
    client.on('error', () => client.terminate())
    client.on('close', () => {
      clearTimeout(timeout)
      this.#guests.delete(client)
    })
    client.on('pong', () => {
      connected.isAlive = true
    })
    client.on('message', (data, isBinary) => {
      if (!this.#guests.has(client)) return
      connected.isAlive = true
      const budget = session.isIdentified ? own : this.#budgetOf(address)
      const begun = cpuTime()
      const frame = isBinary ? undefined : parse(data as Buffer)
      bytes = (data as Buffer).length
      budget.receive(bytes, frame !== undefined)
      if (!budget.isSpent) session.receive(frame)
      budget.spend(cpuTime() - begun)
      if (budget.isSpent) this.#sendAway(client, 'rate-limited: more than can be read')
    })
  }

  /** It has no place any more from now on. */
  #sendAway(client: WebSocket, reason: string): void {
    this.#guests.delete(client)
    client.close(POLICY_CLOSE, reason)
    setTimeout(() => client.terminate(), CLOSE_TIMEOUT).unref()
  }

  #offerToAll(event: NostrEvent): void {
    for (const { session } of this.#guests.values()) session.offer(event)
  }

  /** One that has answered nothing since it was last asked has vanished. */
  #pingAll(): void {
    for (const [client, connected] of this.#guests) {
      if (connected.isAlive) client.ping()
      else client.terminate()
      connected.isAlive = false
    }
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

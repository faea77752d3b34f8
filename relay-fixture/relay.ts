import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { MAX_MESSAGE_BYTES, RelaySocket } from './connection.ts'
import type { NostrEvent } from './events.ts'
import { type Faults, KeyArrivals, noFaults, parseFaults, watchFaults } from './faults.ts'
import { serveHttp } from './http.ts'
import { type Received, type RelayContext, Session } from './session.ts'
import { EventStore } from './store.ts'

export type RelayOptions = {
  /** 0, the default, lets the system choose; a restart keeps the chosen port. */
  port?: number
  host?: string
  /** Whether EVENTs must have a correct id and signature (default true). AUTH always must. */
  verify?: boolean
  /** Whether ephemeral events are stored too, as strfry does for five minutes. */
  storesEphemeral?: boolean
  /** Milliseconds; for rates and the age of an AUTH. */
  now?: () => number
  /** From 0 up to 1; for jitter. A seeded one makes the order of a run repeatable. */
  random?: () => number
}

/**
 * A nostr relay on this machine that can be told to misbehave: NIP-01, 11, 42 and 45, events in
 * memory only. Events, faults and counters survive stop() and start().
 */
export class RelayFixture {
  /** What the relay currently does wrong. Each field may be assigned at any time. */
  readonly faults: Faults
  readonly received: Received = { events: 0, reqs: 0, ignored: 0 }
  readonly #host: string
  readonly #store: EventStore
  readonly #sessions = new Set<Session>()
  /** Sockets that dialled while the relay was silent and get no answer. */
  readonly #unanswered = new Set<Duplex>()
  readonly #observers = new Set<(event: NostrEvent) => void>()
  readonly #refusalObservers = new Set<(event: NostrEvent) => void>()
  readonly #repetitionObservers = new Set<(event: NostrEvent) => void>()
  readonly #context: RelayContext
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    autoPong: false,
    maxPayload: MAX_MESSAGE_BYTES,
    WebSocket: RelaySocket,
  })
  #port: number
  #server: Server | undefined
  #totalConnections = 0

  /** Starts a relay and waits until it listens. Rejects when it can't (EADDRINUSE). */
  static async start(options: RelayOptions = {}): Promise<RelayFixture> {
    const relay = new RelayFixture(options)
    await relay.start()
    return relay
  }

  private constructor(options: RelayOptions) {
    this.#host = options.host ?? '127.0.0.1'
    this.#port = options.port ?? 0
    this.#store = new EventStore({ storesEphemeral: options.storesEphemeral ?? false })
    this.faults = watchFaults((name, value) => this.#faultChanged(name, value))
    const now = options.now ?? Date.now
    this.#context = {
      faults: this.faults,
      store: this.#store,
      received: this.received,
      verify: options.verify ?? true,
      arrivals: new KeyArrivals(now),
      now,
      random: options.random ?? Math.random,
      accept: (event) => this.#accept(event),
      refused: (event) => {
        for (const observer of this.#refusalObservers) observer(event)
      },
      repeated: (event) => {
        for (const observer of this.#repetitionObservers) observer(event)
      },
    }
  }

  /** Listens again after stop(), on the same port. Does nothing while it listens. */
  async start(): Promise<void> {
    if (this.#server) return
    const server = createServer((request, response) => {
      // A silent relay has no HTTP either, but its faults must stay reachable.
      if (this.faults.silent && wantsRelay(request)) this.#leaveUnanswered(request.socket)
      else serveHttp(this, request, response)
    })
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    server.listen(this.#port, this.#host)
    await once(server, 'listening')
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
  }

  /** Drops every socket and closes the port. Resolves when nothing is left open. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    this.dropAll()
    server.closeAllConnections()
    await closed
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    const host = this.#host.includes(':') ? `[${this.#host}]` : this.#host
    return `ws://${host}:${this.#port}`
  }

  /** How many sockets are open. */
  get connections(): number {
    return this.#sessions.size
  }

  /** How many dials were accepted so far. */
  get totalConnections(): number {
    return this.#totalConnections
  }

  /** How many dials hang without an answer because the relay is silent. */
  get unanswered(): number {
    return this.#unanswered.size
  }

  /** How many subscriptions are open over all sockets. */
  get subscriptions(): number {
    let total = 0
    for (const session of this.#sessions) total += session.subscriptions
    return total
  }

  /** Whether any subscription asks for events to this key (x-only, hex). */
  hasListener(pubkey: string): boolean {
    return [...this.#sessions].some((session) => session.listensFor(pubkey))
  }

  /** How many events are stored. */
  get stored(): number {
    return this.#store.size
  }

  /** Calls back with each event accepted from a client. Returns a function that ends this. */
  onEvent(observer: (event: NostrEvent) => void): () => void {
    this.#observers.add(observer)
    return () => this.#observers.delete(observer)
  }

  /** Calls back with each event that the relay refuses. Returns a function that ends this. */
  onRefused(observer: (event: NostrEvent) => void): () => void {
    this.#refusalObservers.add(observer)
    return () => this.#refusalObservers.delete(observer)
  }

  /** Calls back with each event that is stored already when it comes. Returns a function that ends this. */
  onRepeated(observer: (event: NostrEvent) => void): () => void {
    this.#repetitionObservers.add(observer)
    return () => this.#repetitionObservers.delete(observer)
  }

  /**
   * Delivers an event to the subscriptions it matches, unverified and unstored, as a lying relay
   * could. Returns how many subscriptions got it.
   */
  inject(event: NostrEvent): number {
    const json = JSON.stringify(event)
    let receivers = 0
    for (const session of this.#sessions) receivers += session.deliver(event, json)
    return receivers
  }

  /** Sends a text frame unchanged to every socket. */
  injectRaw(text: string): void {
    for (const session of this.#sessions) session.connection.send(text)
  }

  /** Switches faults; those not named stay. If it throws TypeError, nothing has changed. */
  setFaults(faults: Partial<Faults>): void {
    Object.assign(this.faults, parseFaults(faults))
  }

  clearFaults(): void {
    this.setFaults(noFaults())
  }

  /** Cuts every connection at once, without a closing handshake. */
  dropAll(): void {
    for (const session of this.#sessions) session.connection.end()
    this.#sessions.clear()
    this.#cutUnanswered()
  }

  /** Sends CLOSED for every subscription and forgets them; the sockets stay. */
  closeSubscriptions(reason = 'error: subscription closed by the relay'): void {
    for (const session of this.#sessions) session.closeSubscriptions(reason)
  }

  /** Sends every socket frames that make no sense: not JSON, wrong shapes, binary. */
  garbage(): void {
    for (const session of this.#sessions) session.sendGarbage()
  }

  /** Sends every socket one EVENT frame of this many bytes that matches its first subscription. */
  oversized(bytes: number): void {
    for (const session of this.#sessions) session.sendOversized(bytes)
  }

  #accept(event: NostrEvent): void {
    this.#store.add(event)
    this.inject(event)
    for (const observer of this.#observers) observer(event)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.faults.refuse) {
      socket.destroy()
    } else if (this.faults.silent) {
      this.#leaveUnanswered(socket)
    } else {
      this.#webSockets.handleUpgrade(request, socket, head, (client) => {
        const session = new Session(client, this.#context, request.headers.host ?? '')
        this.#sessions.add(session)
        this.#totalConnections += 1
        client.on('close', () => this.#sessions.delete(session))
      })
    }
  }

  #leaveUnanswered(socket: Duplex): void {
    this.#unanswered.add(socket)
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => this.#unanswered.delete(socket))
  }

  #cutUnanswered(): void {
    for (const socket of this.#unanswered) socket.destroy()
  }

  #faultChanged(name: string, value: unknown): void {
    if (name === 'requireAuth' && value === true) {
      for (const session of this.#sessions) session.demandAuth()
    }
    if (name === 'silent' && value === false) {
      this.#cutUnanswered()
      for (const session of this.#sessions) session.connection.settle()
    }
  }
}

function wantsRelay(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.url === '/'
}

interface Pingable {
  ping(): void
}

export interface KeepaliveOptions {
  /** Milliseconds between two pings, and to wait for an answer. */
  pingInterval: number
  pongTimeout: number
  /** Unix time in milliseconds. */
  now(): number
  onPing(): void
  /** The first round trip on a connection was measured. */
  onMeasured(): void
  /** A ping was not answered: the socket is half-open, whatever its state. */
  onSilent(reason: string): void
}

/** WebSocket pings on one open connection: they find half-open sockets and measure the round trip. */
export class Keepalive {
  readonly #options: KeepaliveOptions
  #latencyMs: number | null = null
  #sentAt = 0
  #pingTimer: NodeJS.Timeout | undefined
  #pongTimer: NodeJS.Timeout | undefined

  constructor(options: KeepaliveOptions) {
    this.#options = options
  }

  /** Round trip of the last answered ping; null while there is none. */
  get latencyMs(): number | null {
    return this.#latencyMs
  }

  /** Pings at once, then on an interval. */
  start(wire: Pingable): void {
    this.#pingTimer = setInterval(() => this.#ping(wire), this.#options.pingInterval)
    this.#ping(wire)
  }

  stop(): void {
    clearInterval(this.#pingTimer)
    clearTimeout(this.#pongTimer)
    this.#pongTimer = undefined
    this.#latencyMs = null
  }

  onPong(): void {
    if (this.#pongTimer === undefined) return
    clearTimeout(this.#pongTimer)
    this.#pongTimer = undefined
    const first = this.#latencyMs === null
    this.#latencyMs = Math.max(0, this.#options.now() - this.#sentAt)
    if (first) this.#options.onMeasured()
  }

  #ping(wire: Pingable): void {
    const { pongTimeout, now, onPing, onSilent } = this.#options
    onPing()
    if (this.#pongTimer !== undefined) return
    this.#sentAt = now()
    this.#pongTimer = setTimeout(
      () => onSilent(`silent: no answer to a ping within ${pongTimeout} ms`),
      pongTimeout,
    )
    wire.ping()
  }
}

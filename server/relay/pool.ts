import { steadyNow } from '#lib/clock.ts'
import type { Connections, RelayClient } from './client.ts'
import { RelayConnection } from './connection.ts'
import { FLUSH_TIMEOUT } from './limits.ts'
import { RelaySession, type RelaySessionOptions } from './session.ts'
import { RELAY_TIMINGS, type RelayTimings } from './timings.ts'

export interface RelayPoolOptions {
  timings?: Partial<RelayTimings>
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now?: () => number
  /** For stamps: what the machine's clock says, Unix milliseconds; `now`, where that is given alone. */
  wall?: () => number
  random?: () => number
  /** Told what the clocks of relays say that the owner has set: Unix milliseconds. */
  onTime?: (host: string, theirs: number) => void
}

/**
 * The relay connections of a process, one a URL: opened when the first line wants a relay, and closed
 * when the last one has left it. A line with trouble that others don't have gets a connection of its
 * own.
 */
export class RelayPool implements Connections {
  readonly #timings: RelayTimings
  readonly #now: () => number
  readonly #wall: () => number
  readonly #random: () => number
  readonly #onTime: (host: string, theirs: number) => void
  readonly #connections = new Set<RelayConnection>()
  #ids = 0

  constructor(options: RelayPoolOptions = {}) {
    const { timings, now = steadyNow, wall = options.now ?? Date.now } = options
    const { random = Math.random, onTime = () => {} } = options
    this.#timings = { ...RELAY_TIMINGS, ...timings }
    this.#now = now
    this.#wall = wall
    this.#random = random
    this.#onTime = onTime
  }

  /** A line that does nothing yet; whoever takes one must stop it. */
  line(options: RelaySessionOptions): RelaySession {
    const [timings, now, wall, random] = [this.#timings, this.#now, this.#wall, this.#random]
    return new RelaySession({ ...options, connections: this, timings, now, wall, random })
  }

  /**
   * Resolves when every relay has read what was written to it by now. A connection over which that takes
   * longer than a second is cut, and dialled anew: what it has not sent by then never leaves.
   */
  async flush(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.flush(FLUSH_TIMEOUT)))
  }

  /** The machine's clock was set: has every subscription begin anew. @param by milliseconds forward */
  clockSet(by: number): void {
    for (const connection of this.#connections) connection.clockSet(by)
  }

  forClient(client: RelayClient): RelayConnection {
    for (const connection of this.#connections) if (connection.isFor(client)) return connection
    return this.#open(client.url, false)
  }

  apart(client: RelayClient): RelayConnection {
    return this.#open(client.url, true)
  }

  newId(): string {
    this.#ids += 1
    return `floe-${this.#ids}`
  }

  #open(url: string, isApart: boolean): RelayConnection {
    const connection: RelayConnection = new RelayConnection({
      url,
      isApart,
      timings: this.#timings,
      now: this.#now,
      wall: this.#wall,
      random: this.#random,
      onTime: this.#onTime,
      onEnd: () => void this.#connections.delete(connection),
    })
    this.#connections.add(connection)
    return connection
  }
}

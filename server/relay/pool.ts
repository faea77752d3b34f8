import { steadyNow } from '#lib/clock.ts'
import { RelayConnection } from './connection.ts'
import type { ConnectionUser } from './connection-users.ts'
import { FLUSH_TIMEOUT, RELAY_TIMINGS, type RelayClock, type RelayTimings } from './limits.ts'
import { RelaySession, type RelaySessionOptions } from './session.ts'
import type { Connections } from './session-relay.ts'

export interface RelayPoolOptions {
  timings?: Partial<RelayTimings>
  /** For intervals: Unix milliseconds of a clock that nobody sets. */
  now?: () => number
  /** For stamps: the machine's clock, Unix milliseconds; by default `now`, if that is given. */
  wall?: () => number
  random?: () => number
  /** Gets the clocks of relays that the owner has set: Unix milliseconds. */
  onTime?: (host: string, theirs: number) => void
}

/**
 * The relay connections of the process, one per URL: opened when the first session uses a relay, and closed
 * when the last has left it. A session with trouble that others don't have gets a connection of its own.
 */
export class RelayPool implements Connections {
  readonly #clock: RelayClock
  readonly #onTime: (host: string, theirs: number) => void
  readonly #connections = new Set<RelayConnection>()
  #ids = 0

  constructor(options: RelayPoolOptions = {}) {
    const { timings, now = steadyNow, wall = options.now ?? Date.now } = options
    const { random = Math.random, onTime = () => {} } = options
    this.#clock = { timings: { ...RELAY_TIMINGS, ...timings }, now, wall, random }
    this.#onTime = onTime
  }

  /** A session that is not started; the caller must stop it. */
  session(options: RelaySessionOptions): RelaySession {
    return new RelaySession({ ...options, ...this.#clock, connections: this })
  }

  /**
   * Resolves when every relay has read what was written to it by now. A connection that takes longer than
   * a second is cut and dialled again: what it has not sent by then never leaves.
   */
  async flush(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.flush(FLUSH_TIMEOUT)))
  }

  /** The machine's clock was set: renews every subscription. @param by milliseconds forward */
  clockSet(by: number): void {
    for (const { users } of this.#connections) users.each((user) => user.clockSet(by))
  }

  sharedFor(user: ConnectionUser): RelayConnection {
    for (const connection of this.#connections) if (connection.isFor(user)) return connection
    return this.#open(user.url, false)
  }

  separateFor(user: ConnectionUser): RelayConnection {
    return this.#open(user.url, true)
  }

  newId(): string {
    this.#ids += 1
    return `floe-${this.#ids}`
  }

  #open(url: string, isApart: boolean): RelayConnection {
    const connection: RelayConnection = new RelayConnection({
      ...this.#clock,
      ...{ url, isApart },
      onTime: this.#onTime,
      onEnd: () => void this.#connections.delete(connection),
    })
    this.#connections.add(connection)
    return connection
  }
}

import { HASHES_AT_FIRST } from '../limits.ts'

/** A request that a peer has not answered. */
interface Request {
  id: string
  hashes: number
  at: number
}

interface Load {
  asked: Request[]
  /** How many hashes the peer may be asked for at once. */
  limit: number
  /** Milliseconds per hash at most; null while unknown. */
  msPerHash: number | null
  /** Since when the peer has been busy, and how many hashes it has done since. */
  busySince: number
  done: number
}

export interface PeerLoadsOptions {
  /** How long peers have for an answer. */
  timeout: number
  now: () => number
  /** A peer may have capacity again. */
  onRoom(): void
}

/**
 * Limits how many hashes each peer of 1.x is asked for at once: to what it can do in half its time-out, by
 * its measured speed, and to a few while that is unknown. Such a device works on one request after the other
 * and misses every time-out when it is asked for too much. Each answer updates the limit; a missing answer
 * lowers it. Times are milliseconds.
 */
export class PeerLoads {
  readonly #options: PeerLoadsOptions
  readonly #loads = new Map<string, Load>()

  constructor(options: PeerLoadsOptions) {
    this.#options = options
  }

  /** A request is sent, perhaps again. */
  asked(peer: string, id: string, hashes: number): void {
    const load = this.#of(peer)
    const at = this.#options.now()
    if (load.asked.length === 0) Object.assign(load, { busySince: at, done: 0 })
    load.asked.push({ id, hashes, at })
  }

  /** An answer has arrived, perhaps too late. */
  answered(peer: string, id: string): void {
    const load = this.#of(peer)
    const one = take(load, id)
    if (one === undefined) return
    const now = this.#options.now()
    const busy = now - load.busySince
    load.done += one.hashes
    // Two upper bounds: the time of this request, and the average since the peer has been busy.
    load.msPerHash = Math.min((now - one.at) / one.hashes, busy / load.done)
    load.limit = Math.max(1, Math.floor(this.#most / load.msPerHash))
    // Old measurements count for less.
    if (busy > this.#most) Object.assign(load, { busySince: now - busy / 2, done: load.done / 2 })
    this.#options.onRoom()
  }

  /** A request was not sent after all. */
  withdrawn(peer: string, id: string): void {
    if (take(this.#of(peer), id) !== undefined) this.#options.onRoom()
  }

  /** How many more hashes a peer may be asked for now. */
  room(peer: string): number {
    const load = this.#of(peer)
    return Math.max(0, load.limit - hashesIn(load))
  }

  /** How long a peer needs for its open requests; 0 if unknown. */
  backlog(peer: string): number {
    const load = this.#of(peer)
    return hashesIn(load) * (load.msPerHash ?? 0)
  }

  get #most(): number {
    return this.#options.timeout / 2
  }

  #of(peer: string): Load {
    const load = this.#loads.get(peer) ?? {
      ...{ asked: [], limit: HASHES_AT_FIRST, msPerHash: null },
      ...{ busySince: 0, done: 0 },
    }
    this.#loads.set(peer, load)
    this.#dropExpired(load)
    return load
  }

  /** Drops requests that were not answered in time, and lowers the limit. */
  #dropExpired(load: Load): void {
    const oldest = this.#options.now() - this.#options.timeout
    const left = load.asked.filter(({ at }) => at > oldest)
    if (left.length === load.asked.length) return
    const fewer = Math.max(1, Math.floor(load.limit / 2))
    Object.assign(load, { asked: left, limit: Math.min(HASHES_AT_FIRST, fewer), msPerHash: null })
  }
}

const hashesIn = ({ asked }: Load): number => asked.reduce((sum, { hashes }) => sum + hashes, 0)

/** Removes the request that left first under an id. */
function take({ asked }: Load, id: string): Request | undefined {
  const at = asked.findIndex((one) => one.id === id)
  return at < 0 ? undefined : asked.splice(at, 1)[0]
}

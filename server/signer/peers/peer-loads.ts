import { HASHES_AT_FIRST } from '../limits.ts'

/** A request that a peer has not answered. */
interface Asked {
  id: string
  hashes: number
  at: number
}

interface Load {
  asked: Asked[]
  /** The most hashes that it may have to do at once. */
  limit: number
  /** What a hash takes at most; null as long as that is not known. */
  pace: number | null
  /** Since when it has had something to do, and how many hashes it has done since. */
  busySince: number
  done: number
}

export interface PeerLoadsOptions {
  /** How long peers have for an answer. */
  timeout: number
  now: () => number
  /** A peer may have got room. */
  onRoom(): void
}

/**
 * What each peer has to do for us, and how much of it at once: no more than it can do in half the time
 * that it has for an answer, by what it has done so far, and a few hashes as long as nothing is known of
 * it. Devices of 1.x do one thing after the other and answer none in time when they are asked for too
 * much. Each answer measures anew, so that a fast device has its room with the first one; an answer that
 * does not come takes it away again. Times are milliseconds.
 */
export class PeerLoads {
  readonly #options: PeerLoadsOptions
  readonly #loads = new Map<string, Load>()

  constructor(options: PeerLoadsOptions) {
    this.#options = options
  }

  /** A request leaves, perhaps not for the first time. */
  asked(peer: string, id: string, hashes: number): void {
    const load = this.#of(peer)
    const at = this.#options.now()
    if (load.asked.length === 0) Object.assign(load, { busySince: at, done: 0 })
    load.asked.push({ id, hashes, at })
  }

  /** An answer has come, perhaps one that nobody waits for any more. */
  answered(peer: string, id: string): void {
    const load = this.#of(peer)
    const one = take(load, id)
    if (one === undefined) return
    const now = this.#options.now()
    const busy = now - load.busySince
    load.done += one.hashes
    // It can't have taken longer than either; the second one counts what it has done for others as well.
    load.pace = Math.min((now - one.at) / one.hashes, busy / load.done)
    load.limit = Math.max(1, Math.floor(this.#most / load.pace))
    // What was long ago says less.
    if (busy > this.#most) Object.assign(load, { busySince: now - busy / 2, done: load.done / 2 })
    this.#options.onRoom()
  }

  /** A request has not left after all. */
  withdrawn(peer: string, id: string): void {
    if (take(this.#of(peer), id) !== undefined) this.#options.onRoom()
  }

  /** How many more hashes a peer may be asked for now. */
  room(peer: string): number {
    const load = this.#of(peer)
    return Math.max(0, load.limit - hashesIn(load))
  }

  /** How long a peer needs for what it has to do; 0 if that is not known. */
  backlog(peer: string): number {
    const load = this.#of(peer)
    return hashesIn(load) * (load.pace ?? 0)
  }

  get #most(): number {
    return this.#options.timeout / 2
  }

  #of(peer: string): Load {
    const load = this.#loads.get(peer) ?? {
      ...{ asked: [], limit: HASHES_AT_FIRST, pace: null },
      ...{ busySince: 0, done: 0 },
    }
    this.#loads.set(peer, load)
    this.#giveUp(load)
    return load
  }

  /** What it has not answered in time it may never answer: it is asked for fewer than that from now on. */
  #giveUp(load: Load): void {
    const oldest = this.#options.now() - this.#options.timeout
    const left = load.asked.filter(({ at }) => at > oldest)
    if (left.length === load.asked.length) return
    const fewer = Math.max(1, Math.floor(load.limit / 2))
    Object.assign(load, { asked: left, limit: Math.min(HASHES_AT_FIRST, fewer), pace: null })
  }
}

const hashesIn = ({ asked }: Load): number => asked.reduce((sum, { hashes }) => sum + hashes, 0)

/** Removes the request that left first under an id. */
function take({ asked }: Load, id: string): Asked | undefined {
  const at = asked.findIndex((one) => one.id === id)
  return at < 0 ? undefined : asked.splice(at, 1)[0]
}

/** CPU time of this thread, in milliseconds: other load on the machine does not count. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** CPU time in milliseconds. */
export interface ReadingRate {
  /** How much may be taken at once. */
  capacity: number
  /** How much is added for each millisecond. */
  perMs: number
}

/**
 * What one relay may take of the event loop: half a core all the time, and a second at once.
 * 200 signatures a second with 33 kB messages, each way, take some 200 ms of each second here, where
 * such a frame is read in 0.15 ms; 430 ms on a machine that is five times slower.
 */
const OF_RELAY: ReadingRate = { capacity: 1_000, perMs: 0.5 }

/**
 * The cost of receiving, which is over before anything here can be measured. Milliseconds. A byte costs more
 * than its time: it is garbage as well, of which 100 MB and more may pile up before V8 collects it.
 */
const PER_FRAME = 0.05
const PER_BYTE = 10 / 1_048_576
/** For unreadable frames and forged events, which no relay has reason to send. */
const PER_UNREAD_BYTE = 150 / 1_048_576

/** The cost of a forged event: its size, and the CPU time of finding out in milliseconds. */
export interface Forged {
  bytes: number
  ms: number
}

/** A token bucket of CPU time, in milliseconds, for the frames of one sender. */
export class ReadingBudget {
  readonly #now: () => number
  readonly #rate: ReadingRate
  #left: number
  #at: number

  /** @param now milliseconds that only grow */
  constructor(now: () => number = () => performance.now(), rate: ReadingRate = OF_RELAY) {
    this.#now = now
    this.#rate = rate
    this.#left = rate.capacity
    this.#at = now()
  }

  /** Charges for receiving a frame of so many bytes. */
  receive(bytes: number, isRead: boolean): void {
    this.spend(PER_FRAME + bytes * (isRead ? PER_BYTE : PER_UNREAD_BYTE))
  }

  spend(ms: number): void {
    const now = this.#now()
    const { capacity, perMs } = this.#rate
    this.#left = Math.min(capacity, this.#left + (now - this.#at) * perMs) - ms
    this.#at = now
  }

  get isSpent(): boolean {
    return this.#left < 0
  }
}

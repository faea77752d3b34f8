import type { KeysetLog } from '#events/event-log.ts'
import type { PeerEntry } from './peers.ts'

/** How long a peer that answered wrongly is asked only if there is no other. Milliseconds. */
const DISTRUST = 60_000

/** The peers that lied lately. Each lie is named in the event log. */
export class Distrusted {
  readonly #until = new Map<string, number>()
  readonly #log: KeysetLog
  readonly #now: () => number

  constructor(log: KeysetLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /** Their x-only keys. */
  get peers(): ReadonlySet<string> {
    const now = this.#now()
    for (const [peer, until] of this.#until) if (until <= now) this.#until.delete(peer)
    return new Set(this.#until.keys())
  }

  add(peer: PeerEntry, reason: string): void {
    this.#until.set(peer.xonly, this.#now() + DISTRUST)
    this.#log.add('error', `Peer ${peer.pubkey.slice(0, 8)} answered wrongly: ${reason}`, {
      peer: peer.pubkey,
      reason,
    })
  }
}

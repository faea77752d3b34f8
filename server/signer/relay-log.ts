import type { KeysetLog } from '#events/event-log.ts'
import type { RelayStatus } from '#relay/status.ts'

interface Known {
  heard: boolean
  /** Since when `heard` has its value. Unix milliseconds. */
  since: number
  everHeard: boolean
  problem: string | null
  rejection: string | null
  /** Since when it has asked us to slow down. Unix milliseconds. */
  slowSince: number | null
}

/** Logs every change of the relays' states, once each. */
export class RelayLog {
  readonly #known = new Map<string, Known>()
  readonly #log: KeysetLog
  readonly #now: () => number

  constructor(log: KeysetLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /** The owner has added a relay. */
  added(relay: string): void {
    this.#log.add('info', `${relay} added to the relays`, { relay })
  }

  /** The owner has removed a relay. */
  removed(relay: string): void {
    this.#known.delete(relay)
    this.#log.add('disconnect', `${relay} removed from the relays`, { relay })
  }

  observe(status: RelayStatus): void {
    // We have closed it ourselves.
    if (status.state === 'closed') return
    const now = this.#now()
    const known = this.#known.get(status.url) ?? {
      heard: false,
      since: now,
      everHeard: false,
      problem: null,
      rejection: null,
      slowSince: null,
    }
    this.#known.set(status.url, known)
    if (status.heard !== known.heard) this.#heardChanged(status, known, now)
    else if (
      !status.heard &&
      status.state === 'waiting' &&
      (status.error?.error ?? null) !== known.problem
    ) {
      known.problem = status.error?.error ?? null
      this.#disconnected(status)
    }
    if (status.slowDown !== null && status.slowDown.since !== known.slowSince) {
      const { since, reason } = status.slowDown
      known.slowSince = since
      const message = `${status.url} asks us to slow down, and is sent less: ${reason}`
      this.#log.add('warning', message, { relay: status.url, reason })
    }
    const rejection = status.rejection?.error ?? null
    if (rejection !== known.rejection) {
      known.rejection = rejection
      if (rejection !== null) {
        this.#log.add('warning', `${status.url} refuses our events: ${rejection}`, {
          relay: status.url,
          reason: rejection,
        })
      }
    }
  }

  #heardChanged(status: RelayStatus, known: Known, now: number): void {
    const seconds = ((now - known.since) / 1000).toFixed(1)
    const first = !known.everHeard
    known.heard = status.heard
    known.since = now
    known.problem = status.error?.error ?? null
    if (!status.heard) {
      this.#disconnected(status)
      return
    }
    known.everHeard = true
    const message = first ? `${status.url} heard` : `${status.url} heard again after ${seconds} s`
    this.#log.add('ready', message, { relay: status.url })
  }

  #disconnected(status: RelayStatus): void {
    const wait =
      status.nextAttemptAt === null ? null : Math.max(0, status.nextAttemptAt - this.#now())
    const next = wait === null ? '' : `, trying again in ${Math.ceil(wait / 1000)} s`
    this.#log.add('disconnect', `${status.url}: ${status.error?.error ?? 'closed'}${next}`, {
      relay: status.url,
      reason: status.error?.error ?? null,
    })
  }
}

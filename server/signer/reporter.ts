import { ownerEvent, protocolTexts } from '#contract/messages.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { type RefusedBy, reasonName, refusalText } from '#policy/reasons.ts'

/** How long a reported reason stays quiet for one peer. Milliseconds. */
const QUIET = 60_000

const MAX_TRACKED = 1_000

interface Tracked {
  since: number
  suppressed: number
}

/**
 * Puts refused messages into the event log without letting a flood fill it: each reason once a
 * minute for each sender, with the number of those in between.
 */
export class Reporter {
  readonly #log: Pick<KeysetLog, 'add'>
  readonly #now: () => number
  readonly #tracked = new Map<string, Tracked>()

  constructor(log: Pick<KeysetLog, 'add'>, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /**
   * A message that was not accepted. `sender` is an x-only key, verified or claimed, or a relay's
   * URL.
   */
  bounced(reason: string, sender: string, data: Record<string, unknown> = {}): void {
    this.#report('Message bounced', reason, sender, data)
  }

  /** A request that was accepted and then refused or failed. */
  rejected(tag: string, reason: string, sender: string, data: Record<string, unknown> = {}): void {
    this.#report(`Request ${tag} rejected`, reason, sender, data)
  }

  /** A request that the judge has refused. */
  refused(tag: string, reason: RefusedBy, sender: string): void {
    const by = reasonName(reason)
    if (reason.by === 'switch') this.bounced(protocolTexts.unauthorized, sender, { tag, by })
    else this.rejected(tag, refusalText(reason), sender, { by })
  }

  /** A request that waits for the owner. */
  held(tag: string, reason: RefusedBy, sender: string): void {
    const by = reasonName(reason)
    this.#report(`Request ${tag} held`, ownerEvent.waitsForAnswer, sender, { by })
  }

  #report(what: string, reason: string, sender: string, data: Record<string, unknown>): void {
    const key = `${what}|${reason}|${sender}`
    const now = this.#now()
    const tracked = this.#tracked.get(key)
    if (tracked && now - tracked.since < QUIET) {
      tracked.suppressed += 1
      return
    }
    this.#tracked.delete(key)
    this.#tracked.set(key, { since: now, suppressed: 0 })
    if (this.#tracked.size > MAX_TRACKED) {
      const oldest = this.#tracked.keys().next()
      if (!oldest.done) this.#tracked.delete(oldest.value)
    }
    const more = tracked?.suppressed ?? 0
    const suffix = more === 0 ? '' : ` (${more} more in the last minutes)`
    this.#log.add('bifrost', `${what}: ${reason}, from ${nameOf(sender)}${suffix}`, {
      reason,
      peer: sender,
      ...data,
      ...(more === 0 ? {} : { suppressed: more }),
    })
  }
}

const nameOf = (sender: string): string => (sender.includes('://') ? sender : sender.slice(0, 8))

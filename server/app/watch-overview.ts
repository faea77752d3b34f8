import { canGoOn, causeOf } from '#contract/need-facts.ts'
import type { NeedCode, Overview } from '#contract/overview.ts'
import type { EventLog } from '#events/event-log.ts'
import { needNotification, needOverNotification } from '#notify/notification.ts'
import type { Notifier } from '#notify/notifier.ts'
import type { KeysetContext } from './keyset.ts'
import { type OverviewContext, readOverview } from './read-overview.ts'

/** How soon after an event the overview is read again, and how often without one. Milliseconds. */
const AFTER_EVENT = 250
const INTERVAL = 10_000

/** Frames that come often, and change nothing that can't wait for the interval. */
const FREQUENT: readonly string[] = [
  ...['overview-internal', 'peer-ping-internal', 'sign', 'ecdh', 'bifrost'],
]

export interface WatchOptions extends OverviewContext {
  events: EventLog
  keyset: KeysetContext
  onError(error: unknown): void
  /** Unix milliseconds. */
  now?: () => number
}

/**
 * Reports on the event stream that the overview has changed, and notifies the owner of what needs them.
 *
 * @returns a function that ends it
 */
export function watchOverview({
  events,
  keyset,
  onError,
  now = Date.now,
  ...process
}: WatchOptions): () => void {
  const needs = createNeedNotifier(keyset.notifier, now())
  let before: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  const look = () => {
    clearTimeout(timer)
    timer = undefined
    try {
      const overview = readOverview(process, keyset)
      isFailing = false
      needs.update(overview, now())
      const shown = changing(overview)
      if (before !== undefined && shown !== before) keyset.events.overviewChanged(overview.status)
      before = shown
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
  }
  const lookSoon = () => {
    timer ??= setTimeout(look, AFTER_EVENT).unref()
  }

  const unlisten = events.listen(({ type }) => {
    if (!FREQUENT.includes(type)) lookSoon()
  })
  const interval = setInterval(look, INTERVAL).unref()
  look()
  return () => {
    unlisten()
    clearInterval(interval)
    clearTimeout(timer)
  }
}

/** The part of an overview whose changes are reported: all but its time. */
const changing = ({ at: _, ...overview }: Overview): string => JSON.stringify(overview)

/**
 * After how many milliseconds the owner is notified of a need. Other needs are not notified here: each
 * question has its own notification, and the owner knows of a stop.
 */
const NOTIFIED_AFTER: Partial<Record<NeedCode, number>> = {
  'no-relay': 5 * 60_000,
  'cannot-sign': 5 * 60_000,
  'not-started': 5 * 60_000,
  'disk-full': 0,
  'clock-wrong': 5 * 60_000,
  'stop-not-kept': 0,
  'join-request': 0,
  'own-share-twice': 0,
  'two-devices': 0,
  'device-gone': 0,
  'relay-gone': 0,
  'v1-exposure': 0,
  'proof-failed': 60 * 60_000,
  'share-elsewhere': 0,
  'backup-failed': 0,
  'backup-old': 0,
}

/** Causes that are read from the disk. Others are known only some time after a start. */
const KNOWN_AT_ONCE: readonly string[] = ['disk-full', 'stop-not-kept', 'backup-old']
/** When the others are known: relays are dialled, devices pinged, back-ups tried. Milliseconds after a start. */
const SETTLED_AFTER = 5 * 60_000

/** True if a cause that is not among the needs is over; false if it may just be unknown now. */
function isOver(cause: string, overview: NotifiedOverview): boolean {
  const [code, about] = cause.split(' ')
  return !canGoOn(code as NeedCode, about, overview)
}

type NotifiedOverview = Pick<Overview, 'needs' | 'status' | 'devices'>

/**
 * Notifies the owner of each need once, and once of its end, across restarts too: the notifier stores what it has
 * sent. Without a channel nothing is sent; a need that lasts until there is one is notified then.
 */
export function createNeedNotifier(notifier: Pick<Notifier, 'open' | 'notify'>, startedAt: number) {
  /** When each cause was first seen. Unix milliseconds. */
  const seenAt = new Map<string, number>()
  return {
    /** @param now Unix milliseconds */
    update(overview: NotifiedOverview, now: number): void {
      const present = new Map(overview.needs.map((need) => [causeOf(need), need]))
      const open = notifier.open.filter(({ kind }) => kind === 'need')
      for (const opening of open) {
        const { cause } = opening
        if (present.has(cause)) continue
        const isKnown = KNOWN_AT_ONCE.includes(cause) || seenAt.has(cause)
        if (!isKnown && now - startedAt < SETTLED_AFTER) continue
        if (isOver(cause, overview)) notifier.notify(needOverNotification(opening))
      }
      for (const [cause, need] of present) {
        const wait = NOTIFIED_AFTER[need.code]
        if (wait === undefined) continue
        const since = seenAt.get(cause) ?? now
        seenAt.set(cause, since)
        if (open.some((opening) => opening.cause === cause) || now - since < wait) continue
        notifier.notify(needNotification(need, cause))
      }
      for (const cause of seenAt.keys()) if (!present.has(cause)) seenAt.delete(cause)
    },
  }
}

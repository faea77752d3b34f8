import type { HistoryAnswer } from '#contract/history.ts'
import {
  HISTORY_ANSWER_DAYS,
  HISTORY_UPTIME_DAYS,
  HISTORY_UPTIME_HOURS,
  HISTORY_USE_DAYS,
} from '#contract/limits.ts'
import type { Caller } from '#contract/rules.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { RelayStatus } from '#relay/status.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { AnswerTime, Proof, UseDay } from '#store/audit-counts.ts'
import type { KeysetAudit } from '#store/keyset-audit.ts'
import type { PresenceTable, PresenceTime } from '#store/presence.ts'
import { Presence, type PresenceOptions } from './presence.ts'

/** Milliseconds. */
const DAY = 86_400_000
const HOUR = 3_600_000

export interface HistoryOptions extends Pick<PresenceOptions, 'onError' | 'wall'> {
  audit: Pick<KeysetAudit, 'history'>
  presence: PresenceTable
  keyset: Pick<Supervisor, 'signer' | 'relays' | 'relayStates' | 'peerManager' | 'group'>
  nameOf(caller: Caller): string | undefined
}

/** A keyset's past: uses, latencies, and who was online. */
export function createHistory(options: HistoryOptions) {
  const { audit, keyset, nameOf, wall = Date.now } = options
  const presence = new Presence({
    ...options,
    kept: options.presence,
    watched: () => watchedBy(keyset),
  })
  presence.start()

  const usesBy = (uses: readonly UseDay[]) => {
    const days = Map.groupBy(uses, ({ day }) => day)
    return (day: number): Omit<HistoryAnswer['days'][number], 'day'> => {
      const ofDay = days.get(day) ?? []
      const by = ofDay
        .flatMap(({ caller, uses: count }) => {
          if (caller === null) return []
          const name = nameOf(caller)
          return { caller, ...(name !== undefined && { name }), count }
        })
        .toSorted((a, b) => b.count - a.count)
      return { count: ofDay.reduce((sum, { uses: count }) => sum + count, 0), by }
    }
  }

  /** When members last took part in a signature that was checked, the latest first. */
  const provenBy = (proofs: readonly Proof[]) => {
    const members = keyset.group?.ok ? keyset.group.value.members : []
    return proofs.flatMap(({ peer, at }) => {
      const pubkey = members.find((member) => xOnly(member.pubkey) === peer)?.pubkey
      return pubkey === undefined ? [] : { at: iso(at), pubkey }
    })
  }

  return {
    /** To be called when a peer or a relay may have come or gone. */
    update: (): void => presence.update(),

    /** Since when a peer (x-only) or a relay (URL) is known to be gone; null: it is not. Unix milliseconds. */
    goneSince: (subject: string): number | null =>
      watchedBy(keyset).get(subject) === false ? presence.since(subject) : null,

    /** When members of the group last took part in a signature that was checked, the latest first. May throw. */
    proofs: (): NonNullable<HistoryAnswer['lastProven']>[] => {
      const today = Math.floor(wall() / DAY)
      return provenBy(audit.history(today, today).proofs)
    },

    /** May throw. */
    view: (): HistoryAnswer => {
      presence.update()
      const now = wall()
      const [today, hour] = [Math.floor(now / DAY), Math.floor(now / HOUR)]
      const { uses, answers, proofs } = audit.history(today - HISTORY_USE_DAYS + 1, today)
      const usesOn = usesBy(uses)
      const timesOn = timesOf(answers)
      const uptimeOf = createUptimes(presence, { today, hour })
      const isThere = watchedBy(keyset)
      const sinceOf = (subject: string) =>
        isThere.has(subject) ? isoOrNull(presence.since(subject)) : null
      const provenAt = new Map(proofs.map(({ peer, at }) => [peer, at]))
      const members = keyset.group === null ? [] : keyset.peerManager.view().peers
      return {
        timestamp: iso(now),
        days: lastDays(today, HISTORY_USE_DAYS, usesOn),
        answers: lastDays(today, HISTORY_ANSWER_DAYS, timesOn),
        devices: members.map(({ pubkey }) => {
          const peer = xOnly(pubkey)
          return {
            pubkey,
            since: sinceOf(peer),
            online: isThere.get(peer) ?? null,
            lastProvenAt: isoOrNull(provenAt.get(peer) ?? null),
            ...uptimeOf(peer),
          }
        }),
        relays: keyset.relays.map((url) => ({
          url,
          since: sinceOf(url),
          heard: isThere.get(url) ?? null,
          ...uptimeOf(url),
        })),
        lastProven: provenBy(proofs)[0] ?? null,
      }
    },

    /** To be called before the signer stops, so that peers do not count as offline. */
    stop: (): void => presence.stop(),
  }
}

/** Who is online now. Peers are watched only while a relay is heard: otherwise nothing is known of them. */
function watchedBy({ signer, relayStates }: HistoryOptions['keyset']): Map<string, boolean> {
  const watched = new Map<string, boolean>()
  if (signer === null) return watched
  for (const relay of relayStates) {
    if (isTried(relay)) watched.set(relay.url, relay.heard)
  }
  if (!signer.isReady) return watched
  for (const { xonly, status } of signer.peers.all) {
    if (status !== 'unknown') watched.set(xonly, status === 'online')
  }
  return watched
}

/** False while a relay is dialled for the first time. */
const isTried = ({ state, heard, error, reconnects }: RelayStatus): boolean =>
  heard || state === 'waiting' || error !== null || reconnects > 0

function lastDays<T>(
  today: number,
  count: number,
  of: (day: number) => T,
): (T & { day: string })[] {
  return Array.from({ length: count }, (_, at) => {
    const day = today - count + 1 + at
    return { day: iso(day * DAY).slice(0, 10), ...of(day) }
  })
}

/** The ISO 8601 date for Unix milliseconds. */
const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

type Times = Omit<HistoryAnswer['answers'][number], 'day'>

/**
 * How long signatures took, by day.
 *
 * @param answers by day and time
 */
function timesOf(answers: readonly AnswerTime[]): (day: number) => Times {
  const days = Map.groupBy(answers, ({ day }) => day)
  return (day) => {
    const ofDay = days.get(day) ?? []
    const count = ofDay.reduce((sum, answer) => sum + answer.answers, 0)
    return { medianMs: reached(ofDay, count * 0.5), p95Ms: reached(ofDay, count * 0.95), count }
  }
}

/** The time within which `many` signatures were made, in milliseconds; null when there are none. */
function reached(answers: readonly AnswerTime[], many: number): number | null {
  let done = 0
  for (const { took, answers: count } of answers) {
    done += count
    if (done >= many) return Math.round(took)
  }
  return null
}

type Uptime = Pick<HistoryAnswer['devices'][number], 'lastDay' | 'lastMonth'>

/**
 * Uptimes of peers and relays: for each of the last hours and days, the online fraction of the watched time.
 * May throw. `today` and `hour` count from 1970.
 */
export function createUptimes(
  presence: Pick<Presence, 'hours' | 'days'>,
  { today, hour }: { today: number; hour: number },
): (subject: string) => Uptime {
  const firstHour = hour - HISTORY_UPTIME_HOURS + 1
  const firstDay = today - HISTORY_UPTIME_DAYS + 1
  const hours = fractionsOf(presence.hours(firstHour, hour), (one) => one.hour - firstHour)
  const days = fractionsOf(presence.days(firstDay, today), (one) => one.day - firstDay)
  return (subject) => ({
    lastDay: hours(subject, HISTORY_UPTIME_HOURS),
    lastMonth: days(subject, HISTORY_UPTIME_DAYS),
  })
}

/** @param indexOf the index of the hour or day, from 0 */
function fractionsOf<T extends PresenceTime>(
  times: readonly T[],
  indexOf: (time: T) => number,
): (subject: string, count: number) => (number | null)[] {
  const sums = new Map<string, { watched: number; there: number }[]>()
  for (const time of times) {
    const { subject, watched, there } = time
    const ofSubject = sums.get(subject) ?? []
    sums.set(subject, ofSubject)
    const at = indexOf(time)
    const before = ofSubject[at] ?? { watched: 0, there: 0 }
    ofSubject[at] = { watched: before.watched + watched, there: before.there + there }
  }
  return (subject, count) =>
    Array.from({ length: count }, (_, at) => {
      const sum = sums.get(subject)?.[at]
      return sum === undefined || sum.watched === 0 ? null : sum.there / sum.watched
    })
}

import type { HistoryAnswer } from '#contract/history.ts'
import { HISTORY_UPTIME_DAYS, HISTORY_UPTIME_HOURS } from '#contract/limits.ts'
import type { Stretch } from './ports.ts'
import type { Presence } from './presence.ts'

type Uptime = Pick<HistoryAnswer['devices'][number], 'lastDay' | 'lastMonth'>

/**
 * The shares of the last hours and days in which each was there, of those in which it was watched. May
 * throw.
 *
 * @param now whole days and hours since 1970
 */
export function createUptimes(
  presence: Pick<Presence, 'hours' | 'days'>,
  { today, hour }: { today: number; hour: number },
): (subject: string) => Uptime {
  const firstHour = hour - HISTORY_UPTIME_HOURS + 1
  const firstDay = today - HISTORY_UPTIME_DAYS + 1
  const hours = sharesOf(presence.hours(firstHour, hour), (one) => one.hour - firstHour)
  const days = sharesOf(presence.days(firstDay, today), (one) => one.day - firstDay)
  return (subject) => ({
    lastDay: hours(subject, HISTORY_UPTIME_HOURS),
    lastMonth: days(subject, HISTORY_UPTIME_DAYS),
  })
}

/** @param placeOf which of the stretches it is, from 0 */
function sharesOf<T extends Stretch>(
  stretches: readonly T[],
  placeOf: (stretch: T) => number,
): (subject: string, count: number) => (number | null)[] {
  const sums = new Map<string, { watched: number; there: number }[]>()
  for (const stretch of stretches) {
    const { subject, watched, there } = stretch
    const ofSubject = sums.get(subject) ?? []
    sums.set(subject, ofSubject)
    const at = placeOf(stretch)
    const before = ofSubject[at] ?? { watched: 0, there: 0 }
    ofSubject[at] = { watched: before.watched + watched, there: before.there + there }
  }
  return (subject, count) =>
    Array.from({ length: count }, (_, at) => {
      const sum = sums.get(subject)?.[at]
      return sum === undefined || sum.watched === 0 ? null : sum.there / sum.watched
    })
}

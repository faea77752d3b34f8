import { locale } from '../texts/language.ts'
import { common } from '../texts/texts.ts'
import { toTenths } from './format.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const daysOf = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })

/** A duration in milliseconds, in the largest unit that it fills: `8 s`, `3 min`, `2 h`, `6 days`. */
export function duration(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`
  return daysOf.format(Math.floor(ms / DAY))
}

/** What is left of a short wait, in milliseconds: `9:32`; from an hour on as `duration`. */
export function countdown(ms: number): string {
  if (ms >= HOUR) return duration(ms)
  const seconds = Math.max(0, Math.ceil(ms / SECOND))
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** A latency: `24 ms`. */
export function milliseconds(ms: number): string {
  return ms < 1 ? '<1 ms' : `${Math.round(ms)} ms`
}

const before = new Intl.RelativeTimeFormat(locale)

/** How long an ISO date is before `now` (Unix milliseconds), in words. */
export function ago(date: string, now: number): string {
  const ms = now - Date.parse(date)
  if (ms < SECOND) return common.justNow
  // Days are a word, and change with the words around them.
  return ms < 2 * DAY ? common.ago(duration(ms)) : before.format(-Math.floor(ms / DAY), 'day')
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The local time of day, `14:22:07`. */
export function clockTime(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
}

/** The local time of day without its seconds, `14:22`. */
export function hourAndMinute(date: Date): string {
  return [date.getHours(), date.getMinutes()].map(two).join(':')
}

/** How long something took that people wait for: `0.4 s`; less than a tenth of a second as `milliseconds`. */
export function describeDuration(ms: number): string {
  return ms < 100 ? milliseconds(ms) : `${toTenths(ms / SECOND)} s`
}

const days = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

/** The local day, `Thu, Nov 20`. */
export function dayName(date: Date): string {
  return days.format(date)
}

const moments = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})

const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long' })
const monthDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

/**
 * Since when something is so, as people say it: `14:22`, `Tuesday`, or `Nov 3` a week ago and more.
 *
 * @param date ISO
 * @param now Unix milliseconds
 */
export function since(date: string, now: number): string {
  const then = new Date(date)
  const ms = now - then.getTime()
  if (ms < 20 * HOUR) return hourAndMinute(then)
  return (ms < 6 * DAY ? weekdays : monthDays).format(then)
}

/** An ISO date as local day and time, `Nov 20, 2025, 14:22`. */
export function dayAndTime(date: string): string {
  return moments.format(new Date(date))
}

const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day of the server's, `2025-11-20`, as `Nov 20`. */
export const dayOf = (day: string): string => dates.format(new Date(`${day}T00:00:00Z`))

/** Clocks are corrected by as much without anybody noticing. Milliseconds. */
const UNNOTICED = 1_000

/**
 * Whether the clock was set back between two entries.
 *
 * @param earlier ISO date of the entry that was written first
 * @param later ISO date of the other
 */
export const wasSetBack = (earlier: string, later: string): boolean =>
  Date.parse(earlier) - Date.parse(later) > UNNOTICED

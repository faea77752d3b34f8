import type { HistoryAnswer } from '#contract/history.ts'
import { wholeNumber } from '../../lib/format.ts'
import { dayOf } from '../../lib/time.ts'
import { history as texts } from '../../texts/texts.ts'
import type { Bar } from '../../ui/stacked-bars.ts'
import { describeActor } from './describe-entry.ts'

type Day = HistoryAnswer['days'][number]
type By = Day['by'][number]

/** How many callers have a colour of their own. */
export const DISTINCT_MAX = 5

interface Series {
  key: string
  name: string
  count: number
}

interface UsesPlotData {
  /** The callers that used the key most, in descending order; then all others as one, if there are any. */
  series: Series[]
  bars: Bar[]
  count: number
  /** Days with at least one use. */
  days: number
}

/** Uses by day and by caller. */
export function usesPlot(all: readonly Day[]): UsesPlotData {
  const callers = new Map<string, Series>()
  for (const { by } of all) {
    for (const one of by) {
      const key = keyOf(one)
      const count = (callers.get(key)?.count ?? 0) + one.count
      callers.set(key, { key, name: nameOf(one), count })
    }
  }
  const count = all.reduce((sum, day) => sum + day.count, 0)
  const top = [...callers.values()].toSorted((a, b) => b.count - a.count).slice(0, DISTINCT_MAX)
  const rest = count - top.reduce((sum, one) => sum + one.count, 0)
  const series = rest > 0 ? [...top, { key: '', name: texts.others, count: rest }] : top
  return {
    series,
    count,
    days: all.filter((day) => day.count > 0).length,
    bars: all.map((day) => {
      const parts = partsOf(day, series)
      return { key: day.day, title: titleOf(day, series, parts), parts }
    }),
  }
}

/** A day's uses by series; the rest belongs to the others. */
function partsOf(day: Day, series: readonly Series[]): number[] {
  const counts = new Map<string, number>()
  for (const one of day.by) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + one.count)
  const named = series.filter(({ key }) => key !== '').map(({ key }) => counts.get(key) ?? 0)
  const rest = day.count - named.reduce((sum, count) => sum + count, 0)
  return series.length > named.length ? [...named, rest] : named
}

function titleOf({ day, count }: Day, series: readonly Series[], parts: readonly number[]): string {
  const whose = series.flatMap(({ name }, at) =>
    (parts[at] ?? 0) > 0 ? `${name} ${wholeNumber(parts[at] ?? 0)}` : [],
  )
  return [`${dayOf(day)}: ${wholeNumber(count)}`, ...whose].join(', ')
}

/** There is one owner, whichever login they used. */
const keyOf = ({ caller: { door, id = '' } }: By): string =>
  door === 'owner' ? door : `${door} ${id}`

function nameOf({ caller: { door, id = '' }, name }: By): string {
  if (name !== undefined && name !== '') return name
  if (door === 'owner') return texts.uses.you
  return door === 'program' ? texts.uses.goneProgram : describeActor(id)
}

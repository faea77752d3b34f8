import { useMemo } from 'react'
import type { HistoryAnswer } from '#contract/history.ts'
import { HISTORY_USE_DAYS } from '#contract/limits.ts'
import { wholeNumber } from '../../lib/format.ts'
import { dayOf } from '../../lib/time.ts'
import { history as texts } from '../../texts/texts.ts'
import { highest } from '../../ui/stacked-bars.ts'
import { Plot, PlotTable } from './Plot.tsx'
import { DISTINCT_MAX, usesPlot } from './uses-plot.ts'

const FILLS = ['fill-plot-1', 'fill-plot-2', 'fill-plot-3', 'fill-plot-4', 'fill-plot-5'] as const

/** How often the key was used on each day, by who asked for it. */
export function UsesPlot({ days }: { days: HistoryAnswer['days'] | undefined }) {
  const data = useMemo(() => days && usesPlot(days), [days])
  return (
    <Plot
      title={texts.uses.title}
      days={HISTORY_USE_DAYS}
      empty={data?.count === 0 ? texts.uses.none : undefined}
      legendClass="min-h-18 grid-cols-2 sm:min-h-12 sm:grid-cols-3"
      plot={
        data && {
          bars: data.bars,
          fills: data.series.map(({ key }, at) =>
            key === '' ? 'fill-plot-others' : (FILLS[at % DISTINCT_MAX] ?? ''),
          ),
          words: texts.uses.words(data.count, data.days),
          top: texts.uses.most(wholeNumber(highest(data.bars))),
          legend: data.series.map(({ name, count }) => ({ name, value: wholeNumber(count) })),
          table: (
            <PlotTable
              heads={[texts.all, ...data.series.map(({ name }) => name)]}
              rows={data.bars
                .map(({ key, parts }) => ({
                  day: dayOf(key),
                  cells: [parts.reduce((sum, part) => sum + part, 0), ...parts],
                }))
                .filter(({ cells: [all] }) => all !== 0)}
            />
          ),
        }
      }
    />
  )
}

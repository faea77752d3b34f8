import type { HistoryAnswer } from '#contract/history.ts'
import { HISTORY_ANSWER_DAYS } from '#contract/limits.ts'
import { wholeNumber } from '../../lib/format.ts'
import { dayOf, describeDuration } from '../../lib/time.ts'
import { history as texts } from '../../texts/texts.ts'
import { highest } from '../../ui/stacked-bars.ts'
import { Plot, PlotTable } from './Plot.tsx'

type Day = HistoryAnswer['answers'][number]

/** How long signatures took on each day. */
export function TimesPlot({ answers }: { answers: readonly Day[] | undefined }) {
  const any = answers?.filter(isAny)
  return (
    <Plot
      title={texts.times.title}
      days={HISTORY_ANSWER_DAYS}
      empty={any?.length === 0 ? texts.times.none : undefined}
      legendClass="min-h-12"
      plot={answers && any && plotOf(answers, any)}
    />
  )
}

type AnyDay = Day & { medianMs: number; p95Ms: number }

const isAny = (day: Day): day is AnyDay => day.medianMs !== null && day.p95Ms !== null

function plotOf(answers: readonly Day[], any: readonly AnyDay[]) {
  const bars = answers.map((day) => ({
    key: day.day,
    title: isAny(day) ? `${dayOf(day.day)}: ${titleOf(day)}` : dayOf(day.day),
    parts: isAny(day) ? [day.medianMs, Math.max(0, day.p95Ms - day.medianMs)] : [0, 0],
  }))
  const most = (of: (day: AnyDay) => number) => describeDuration(Math.max(0, ...any.map(of)))
  return {
    bars,
    fills: ['fill-plot-1', 'fill-ice-line'],
    words: texts.times.words(
      most(({ medianMs }) => medianMs),
      most(({ p95Ms }) => p95Ms),
    ),
    top: texts.times.most(describeDuration(highest(bars))),
    legend: [{ name: texts.times.median }, { name: texts.times.p95 }],
    table: (
      <PlotTable
        heads={[texts.times.median, texts.times.p95, texts.times.count]}
        rows={any.map((day) => ({
          day: dayOf(day.day),
          cells: [describeDuration(day.medianMs), describeDuration(day.p95Ms), day.count],
        }))}
      />
    ),
  }
}

const titleOf = ({ medianMs, p95Ms, count }: AnyDay): string =>
  [
    `${texts.times.median}: ${describeDuration(medianMs)}`,
    `${texts.times.p95}: ${describeDuration(p95Ms)}`,
    `${texts.times.count}: ${wholeNumber(count)}`,
  ].join(', ')

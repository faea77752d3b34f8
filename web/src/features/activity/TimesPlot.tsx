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
  const answered = answers?.filter(hasAnswers)
  return (
    <Plot
      title={texts.times.title}
      days={HISTORY_ANSWER_DAYS}
      empty={answered?.length === 0 ? texts.times.none : undefined}
      legendClass="min-h-12"
      plot={answers && answered && plotOf(answers, answered)}
    />
  )
}

type AnsweredDay = Day & { medianMs: number; p95Ms: number }

const hasAnswers = (day: Day): day is AnsweredDay => day.medianMs !== null && day.p95Ms !== null

function plotOf(answers: readonly Day[], answered: readonly AnsweredDay[]) {
  const bars = answers.map((day) => ({
    key: day.day,
    title: hasAnswers(day) ? `${dayOf(day.day)}: ${titleOf(day)}` : dayOf(day.day),
    parts: hasAnswers(day) ? [day.medianMs, Math.max(0, day.p95Ms - day.medianMs)] : [0, 0],
  }))
  const most = (of: (day: AnsweredDay) => number) =>
    describeDuration(Math.max(0, ...answered.map(of)))
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
        rows={answered.map((day) => ({
          day: dayOf(day.day),
          cells: [describeDuration(day.medianMs), describeDuration(day.p95Ms), day.count],
        }))}
      />
    ),
  }
}

const titleOf = ({ medianMs, p95Ms, count }: AnsweredDay): string =>
  [
    `${texts.times.median}: ${describeDuration(medianMs)}`,
    `${texts.times.p95}: ${describeDuration(p95Ms)}`,
    `${texts.times.count}: ${wholeNumber(count)}`,
  ].join(', ')

import type { ReactNode } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { history as texts } from '../../texts/texts.ts'
import { Card, CardBody } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StackedBars, type StackedBarsProps } from '../../ui/StackedBars.tsx'

export interface PlotProps {
  title: string
  /** Undefined while it loads. */
  plot:
    | (StackedBarsProps & {
        /** How high the highest bar is, in words. */
        top: string
        legend: readonly { name: string; value?: string }[]
        table: ReactNode
      })
    | undefined
  /** How many days it goes back. */
  days: number
  /** Shown in place of an empty plot. */
  empty?: string | undefined
  /** The legend's height and columns, whatever is in it, so that nothing below moves as it loads. */
  legendClass: string
}

/** A plot needs this many days with a bar: fewer say less than a sentence. */
const PLOTTED_MIN = 3

/** A plot of days in a card, with its legend, and as a table on request; of one size, loaded or not. */
export function Plot({ title, plot, days, empty, legendClass }: PlotProps) {
  const plotted = plot?.bars.filter(({ parts }) => parts.some((part) => part > 0)).length
  const words = empty ?? (plotted !== undefined && plotted < PLOTTED_MIN ? plot?.words : undefined)
  return (
    <Card title={title}>
      <CardBody>
        {words === undefined ? (
          <>
            <p aria-hidden className="mb-1 h-5 text-right text-sm text-ink-3">
              {plot?.top}
            </p>
            {plot === undefined ? (
              <Skeleton className="h-28" />
            ) : (
              <StackedBars bars={plot.bars} fills={plot.fills} words={plot.words} />
            )}
            <p aria-hidden className="mt-1 mb-2.5 flex justify-between text-sm text-ink-3">
              <span>{texts.daysAgo(days)}</span>
              <span>{texts.today}</span>
            </p>
            <Legend plot={plot} className={legendClass} />
            <details className="mt-1 text-sm text-ink-3">
              <summary className="inline-flex min-h-6 max-sm:min-h-10 items-center">
                {texts.asTable}
              </summary>
              <section
                aria-label={texts.tableOf(title)}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
                tabIndex={0}
                className="mt-1 max-h-60 overflow-auto"
              >
                {plot?.table}
              </section>
            </details>
          </>
        ) : (
          <p className="text-ink-2">{words}</p>
        )}
      </CardBody>
    </Card>
  )
}

function Legend({ plot, className }: Pick<PlotProps, 'plot'> & { className: string }) {
  return (
    <ul className={cx('grid content-start gap-x-4 text-sm text-ink-2', className)}>
      {plot?.legend.map(({ name, value }, at) => (
        <li key={name} className="flex h-6 min-w-0 items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" className={plot.fills[at]} />
          </svg>
          <span title={name} className="min-w-0 truncate">
            {name}
          </span>
          {value !== undefined && <span className="shrink-0 text-ink-3">{value}</span>}
        </li>
      ))}
    </ul>
  )
}

export interface PlotTableProps {
  /** The headings of all columns but the day's. */
  heads: readonly string[]
  rows: readonly { day: string; cells: readonly (string | number)[] }[]
}

/** The days of a plot as rows, the newest first. */
export function PlotTable({ heads, rows }: PlotTableProps) {
  return (
    <table className="w-full text-left wrap-normal text-ink-2 tabular-nums">
      <thead>
        <tr>
          {[texts.day, ...heads].map((head) => (
            <th key={head} scope="col" className="py-1 pr-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ day, cells }) => (
          <tr key={day} className="border-t border-line">
            <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
              {day}
            </th>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
              <td key={at} className="py-1 pr-3">
                {typeof cell === 'number' ? wholeNumber(cell) : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

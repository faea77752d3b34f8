import type { AppDay } from '#contract/apps.ts'
import { DAYS_SHOWN, describeDays, heightOf, lastDays, usedDays } from './days-plot.ts'

const STEP = 4
const BAR = 3
const HEIGHT = 24
/** A bar or two say nothing as a plot. Days. */
const PLOTTED_MIN = 3

export interface DaysPlotProps {
  days: readonly AppDay[]
  /** The server's time, Unix milliseconds. */
  now: number
  /** Its size and place. */
  className: string
}

/** The last 30 days at a glance, and in words for those who can't see the bars; empty where there is little to see. */
export function DaysPlot({ days, now, className }: DaysPlotProps) {
  const shown = lastDays(days, now)
  const most = Math.max(...shown.map(({ uses }) => uses))
  if (usedDays(shown) < PLOTTED_MIN) return <span className={className} />
  const words = describeDays(days, now)
  return (
    <span className={className} title={words}>
      <span className="sr-only">{words}</span>
      <svg
        viewBox={`0 0 ${DAYS_SHOWN * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-full w-full"
      >
        {shown.map(({ day, uses }, at) => {
          // A day without uses has a foot too, so that distances in time are seen.
          const height = Math.max(1, heightOf(uses, most) * HEIGHT)
          return (
            <rect
              key={day}
              x={at * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className={uses > 0 ? 'fill-ice' : 'fill-line-strong'}
            />
          )
        })}
      </svg>
    </span>
  )
}

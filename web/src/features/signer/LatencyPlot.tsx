import { LATENCIES_KEPT } from '#contract/limits.ts'
import { describeLatencies, type Latencies, plotOf } from './latency-plot.ts'

const WIDTH = 80
const HEIGHT = 26
const PLOTTED_MIN = 3

/** The last pings at a glance, and in words for those who can't see the line. */
export function LatencyPlot({ latencies }: { latencies: Latencies }) {
  // A point or two say nothing as a plot.
  const isPlotted = latencies.length >= PLOTTED_MIN
  const { path, lost } = plotOf(isPlotted ? latencies : [], {
    width: WIDTH,
    height: HEIGHT,
    slots: LATENCIES_KEPT,
  })
  const words = describeLatencies(latencies)
  return (
    <span className="flex w-full" title={words}>
      <span className="sr-only">{words}</span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="h-[26px] w-full"
      >
        {!isPlotted && (
          <path
            d={`M2 ${HEIGHT / 2}H${WIDTH - 2}`}
            strokeDasharray="1 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        )}
        <path d={path} vectorEffect="non-scaling-stroke" className="stroke-ice" />
        {lost.map((x) => (
          <path
            key={x}
            d={`M${x} ${HEIGHT - 6}v5`}
            vectorEffect="non-scaling-stroke"
            className="stroke-bad"
          />
        ))}
      </svg>
    </span>
  )
}

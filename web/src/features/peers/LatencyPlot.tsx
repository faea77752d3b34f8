import { LATENCIES_KEPT } from '../../../../server/contract/limits.ts'
import { describeLatencies, type Latencies, plotOf } from './latency-plot.ts'

const WIDTH = 80
const HEIGHT = 26

/** The last pings at a glance, and in words for those who can't see the line. */
export function LatencyPlot({ latencies }: { latencies: Latencies }) {
  const { path, lost } = plotOf(latencies, { width: WIDTH, height: HEIGHT, slots: LATENCIES_KEPT })
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

import { LATENCIES_KEPT } from '../../../../server/contract/limits.ts'
import { describeLatencies, type Latencies, plotOf } from './latency-plot.ts'

const WIDTH = 96
const HEIGHT = 26

/** The last pings at a glance; the words for it are there for whoever can't see the line. */
export function LatencyPlot({ latencies }: { latencies: Latencies }) {
  const { path, lost } = plotOf(latencies, { width: WIDTH, height: HEIGHT, slots: LATENCIES_KEPT })
  return (
    <span className="inline-flex" title={describeLatencies(latencies)}>
      <span className="sr-only">{describeLatencies(latencies)}</span>
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} className="stroke-ice" strokeWidth="1.6" />
        {lost.map((x) => (
          <path key={x} d={`M${x} ${HEIGHT - 6}v5`} className="stroke-bad" strokeWidth="1.6" />
        ))}
      </svg>
    </span>
  )
}

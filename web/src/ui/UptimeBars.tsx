import { describeUptime, isShown, type Shares } from './uptime.ts'

const STEP = 6
const BAR = 4
const HEIGHT = 24
/** The least height of a bar that is not empty, so that it is seen. */
const LEAST = 3

export interface UptimeBarsProps {
  /** Stretches of time, the oldest first: the share of each in which a device or relay was there; null: not watched. */
  values: Shares
  /** What they are: 'The last 24 hours'. */
  label: string
}

/**
 * Uptime at a glance, and in words for those who can't see the bars. A full bar means there all the time, an empty
 * one never, and a dot that nobody watched. There are no bars if too little was watched.
 */
export function UptimeBars({ values, label }: UptimeBarsProps) {
  const words = describeUptime(label, values)
  return (
    <span className="block h-5.5 w-full" title={words}>
      <span className="sr-only">{words}</span>
      {isShown(values) && (
        <svg
          viewBox={`0 0 ${Math.max(1, values.length * STEP - (STEP - BAR))} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="block h-full w-full"
        >
          {values.map((value, at) => (
            <Bar
              // biome-ignore lint/suspicious/noArrayIndexKey: a stretch of time is its place
              key={at}
              value={value}
              x={at * STEP}
            />
          ))}
        </svg>
      )}
    </span>
  )
}

function Bar({ value, x }: { value: number | null; x: number }) {
  if (value === null) {
    return <rect x={x} y={HEIGHT - 2} width={BAR} height={2} className="fill-line-strong" />
  }
  const there = value === 0 ? 0 : Math.max(LEAST, value * HEIGHT)
  return (
    <>
      <rect x={x} y={0} width={BAR} height={HEIGHT} rx={1} className="fill-line-strong" />
      {there > 0 && (
        <rect x={x} y={HEIGHT - there} width={BAR} height={there} rx={1} className="fill-ok" />
      )}
    </>
  )
}

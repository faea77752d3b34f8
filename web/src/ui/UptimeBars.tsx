import { cx } from './cx.ts'
import { describeUptime, isShown, type Shares } from './uptime.ts'

const STEP = 6
const BAR = 4
const HEIGHT = 24
/** Of what was watched, so that little is still seen. */
const LEAST = 3

export interface UptimeBarsProps {
  /** Stretches of time, the oldest first: the share of each in which it was there; null: nobody watched. */
  values: Shares
  /** What they are: 'The last 24 hours'. */
  label: string
  /** Their size and place; by default they are as wide as their place. */
  className?: string
}

/**
 * Uptime at a glance, and in words for those who can't see the bars. A bar that is full was there all the
 * time, an empty one was not; a dot stands where nobody watched. There are none where little was watched.
 */
export function UptimeBars({ values, label, className }: UptimeBarsProps) {
  const words = describeUptime(label, values)
  return (
    <span className={cx('block h-5.5', className ?? 'w-full')} title={words}>
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

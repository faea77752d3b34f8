import { type Bar, HEIGHT, pathsOf, STEP, WIDTH } from './stacked-bars.ts'

export interface StackedBarsProps {
  bars: readonly Bar[]
  /** How each series is filled, from the bottom up. */
  fills: readonly string[]
  /** The whole plot in a sentence. */
  words: string
}

/** Stacked bars, and a sentence for those who can't see them. */
export function StackedBars({ bars, fills, words }: StackedBarsProps) {
  return (
    <div className="h-28 w-full">
      <p className="sr-only">{words}</p>
      <svg
        viewBox={`0 0 ${Math.max(1, bars.length * STEP - (STEP - WIDTH))} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-full w-full"
      >
        {/* A foot under each bar, also an empty one, so that distances in time are seen. */}
        <path
          d={bars.map((_, at) => `M${at * STEP} ${HEIGHT}h${WIDTH}v1h-${WIDTH}z`).join('')}
          className="fill-line-strong"
        />
        {pathsOf(bars, fills.length).map((path, at) => (
          <path key={fills[at]} d={path} className={fills[at]} />
        ))}
        {bars.map(({ key, title }, at) => (
          <rect key={key} x={at * STEP} width={STEP} height={HEIGHT} fill="transparent">
            <title>{title}</title>
          </rect>
        ))}
      </svg>
    </div>
  )
}

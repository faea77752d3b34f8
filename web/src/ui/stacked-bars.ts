/** A bar: its parts from the bottom up, and its tooltip (`title`). */
export interface Bar {
  key: string
  title: string
  /** One for each series, from 0 up. */
  parts: readonly number[]
}

/** In the units of the picture. */
export const STEP = 4
export const WIDTH = 3
export const HEIGHT = 100
/** The least height of a bar that is not empty, so that it is seen beside the highest. */
const LEAST = 2

/** The height of the highest bar, in the unit of `parts`. */
export const highest = (bars: readonly Bar[]): number =>
  Math.max(0, ...bars.map(({ parts }) => sum(parts)))

/** The SVG path data of each series: one path for all of its bars, so that 90 bars need few elements. */
export function pathsOf(bars: readonly Bar[], series: number): string[] {
  const most = highest(bars)
  const paths = Array<string>(series).fill('')
  for (const [at, { parts }] of bars.entries()) {
    const all = sum(parts)
    if (all === 0 || most === 0) continue
    const height = Math.max(LEAST, (all / most) * HEIGHT)
    let bottom = HEIGHT
    for (const [one, part] of parts.entries()) {
      if (part === 0) continue
      const top = bottom - (part / all) * height
      paths[one] += `M${at * STEP} ${round(bottom)}V${round(top)}h${WIDTH}V${round(bottom)}z`
      bottom = top
    }
  }
  return paths
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const round = (value: number): number => Math.round(value * 100) / 100

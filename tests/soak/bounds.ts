/** One figure of a soak run and the bound it is held against. */
export interface Figure {
  name: string
  value: string
  /** In words; empty: told for information. */
  bound: string
  ok: boolean
}

/** A figure that is told and not judged. */
export const told = (name: string, value: string): Figure => ({ name, value, bound: '', ok: true })

export const judged = (name: string, value: string, bound: string, ok: boolean): Figure => ({
  name,
  value,
  bound,
  ok,
})

/** The slope of the least-squares line through the points, in units of y for one of x. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const meanX = mean(([x]) => x)
  const meanY = mean(([, y]) => y)
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return covariance / variance
}

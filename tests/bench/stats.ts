/** The value below which a share `q` (0 to 1) of the samples lies, by nearest rank. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))
  return sorted[rank] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

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

/** Rows as a Markdown table; the first row is its header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(head), rule, ...body.map(line)].join('\n')
}

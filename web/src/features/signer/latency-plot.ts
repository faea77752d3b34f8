import { milliseconds } from '../../lib/time.ts'
import { peers as texts } from '../../texts/texts.ts'

/** Milliseconds, oldest first; null: lost. */
export type Latencies = readonly (number | null)[]

interface Plot {
  /** The answered pings in a row, as SVG path data: a lost one interrupts the line. */
  path: string
  /** Where along the bottom a ping was lost. */
  lost: number[]
}

/**
 * The last pings as a line, newest at the right, with room for `slots` of them. The scale begins
 * at zero, so that a steady peer looks steady; one outlier more than six times the median is cut off.
 */
export function plotOf(
  latencies: Latencies,
  { width, height, slots }: { width: number; height: number; slots: number },
): Plot {
  const answered = latencies.filter((ms) => ms !== null)
  const top = Math.min(Math.max(...answered), 6 * medianOf(answered)) || 1
  const margin = 2
  const step = (width - 2 * margin) / (slots - 1)
  const first = slots - latencies.length
  const xOf = (at: number) => round(margin + (first + at) * step)
  const yOf = (ms: number) => round(margin + (1 - Math.min(ms / top, 1)) * (height - 2 * margin))
  let path = ''
  let drawing = false
  const lost: number[] = []
  for (const [at, ms] of latencies.entries()) {
    if (ms === null) {
      lost.push(xOf(at))
      drawing = false
      continue
    }
    // A lone point is a line of zero length, which the round cap turns into a dot.
    path += drawing ? `L${xOf(at)} ${yOf(ms)}` : `M${xOf(at)} ${yOf(ms)}h0`
    drawing = true
  }
  return { path, lost }
}

/** What the plot says, in words. */
export function describeLatencies(latencies: Latencies): string {
  const answered = latencies.filter((ms) => ms !== null)
  if (latencies.length === 0) return texts.noPing
  if (answered.length === 0) return texts.plotAllLost(latencies.length)
  const [fastest, slowest] = [Math.min(...answered), Math.max(...answered)].map(milliseconds)
  const lost = latencies.length - answered.length
  return texts.plot(fastest ?? '', slowest ?? '', lost, latencies.length)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const round = (value: number): number => Math.round(value * 10) / 10

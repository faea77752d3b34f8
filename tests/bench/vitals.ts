import { monitorEventLoopDelay } from 'node:perf_hooks'

/** CPU that a process has used since its start, in milliseconds; this process's by default. */
export function cpuTime({ user, system } = process.cpuUsage()): number {
  return (user + system) / 1_000
}

/** How late the event loop was, in milliseconds. */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/**
 * The calls by which a process reports what it uses. The event loop is watched only between `watchLoop` and
 * `loopDelay`: a look every millisecond costs CPU itself.
 */
export function vitals() {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  return {
    /** Milliseconds. */
    cpu: () => cpuTime(),
    /** Bytes. */
    rss: () => process.memoryUsage.rss(),
    watchLoop: () => {
      histogram = monitorEventLoopDelay({ resolution: 1 })
      histogram.enable()
    },
    loopDelay: (): LoopDelay => {
      if (histogram === undefined) throw new Error('the event loop is not watched')
      histogram.disable()
      const { max } = histogram
      const [p50, p99] = [histogram.percentile(50), histogram.percentile(99)]
      return { p50: p50 / 1e6, p99: p99 / 1e6, max: max / 1e6 }
    },
  }
}

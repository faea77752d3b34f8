import { setTimeout as sleep } from 'node:timers/promises'
import type { BuiltServer } from '../bench/built-server.ts'
import { slopeOf } from '../bench/stats.ts'
import { type Figure, judged, told } from '../support/figures.ts'
import type { Inspector } from './inspector.ts'

/** Resident memory, in MB, before garbage was collected and after. */
export interface MemorySample {
  /** Minutes. */
  at: number
  before: number
  kept: number
}

const MINUTE = 60_000
const MB = 1024 * 1024
const SAMPLE_EVERY = 15_000
/** In ten minutes. */
const GROWTH_MB = 1

/** Watches a server's memory for this many minutes. */
export async function sampleMemory(
  server: BuiltServer,
  inspector: Inspector,
  minutes: number,
): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  const startedAt = performance.now()
  for (let now = startedAt; now < startedAt + minutes * MINUTE; now = performance.now()) {
    const before = server.rss() / MB
    await inspector.collect()
    samples.push({ at: (now - startedAt) / MINUTE, before, kept: server.rss() / MB })
    await sleep(SAMPLE_EVERY)
  }
  return samples
}

export function memoryFigures(samples: readonly MemorySample[]): Figure[] {
  const growth = slopeOf(samples.map(({ at, kept }) => [at, kept])) * 10
  return [
    told('RSS at most (MB)', Math.max(...samples.map(({ before }) => before)).toFixed(1)),
    told('RSS kept at first (MB)', (samples[0]?.kept ?? Number.NaN).toFixed(1)),
    told('RSS kept at last (MB)', (samples.at(-1)?.kept ?? Number.NaN).toFixed(1)),
    judged(
      'RSS kept, growth in ten minutes (MB)',
      growth.toFixed(2),
      `less than ${GROWTH_MB}`,
      growth < GROWTH_MB,
    ),
  ]
}

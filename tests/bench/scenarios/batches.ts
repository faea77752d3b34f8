// Sessions of several hashes: what each signature costs.
import { type Figure, judged } from '../../support/figures.ts'
import { ALL_MEETINGS, MEETING_NAMES, type Meeting, withBed } from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, type Report } from '../part.ts'

const SIZES = [1, 10, 100]
const DURATION = 1_500

interface OfSize {
  hashes: number
  summaries: Partial<Record<Meeting, Summary>>
}

export async function measureBatches({ wide }: Extent): Promise<Report> {
  const meetings = wide ? ALL_MEETINGS : (['genuine', 'floe'] as const)
  const sizes = await withBed(meetings, {}, async ({ relay, teams }) => {
    const measured: OfSize[] = []
    for (const hashes of SIZES) {
      const summaries = await alternate(wide ? 5 : 2, teams, relay, () => {
        return { action: { do: 'sign', hashes }, atATime: 1, duration: DURATION, mayFail: true }
      })
      measured.push({ hashes, summaries })
    }
    return measured
  })
  const head = ['hashes a session', '', 'session, p50 (ms)', 'CPU/sig asker (ms)', 'answerer (ms)']
  return {
    title: 'hashes in one session, 2-of-3, relay on loopback',
    rows: [[...head, 'signatures/s', 'failed'], ...sizes.flatMap(rowsOf)],
    figures: [...figuresOf(sizes, 'asker'), ...figuresOf(sizes, 'answerer')],
    data: { sizes },
  }
}

const rowsOf = ({ hashes, summaries }: OfSize): string[][] =>
  Object.entries(summaries).map(([meeting, { p50, cpu, perSecond, failed, succeeded }]) => [
    String(hashes),
    MEETING_NAMES[meeting as Meeting],
    ms(p50),
    ms(cpu.asker / hashes),
    ms(cpu.answerer / hashes),
    (perSecond * hashes).toFixed(1),
    failed === 0 ? '' : `${failed} of ${failed + succeeded}`,
  ])

/** Compares each size with the next smaller one. */
function figuresOf(sizes: readonly OfSize[], as: 'asker' | 'answerer'): Figure[] {
  const costs = sizes.map(
    ({ hashes, summaries }) => (summaries.floe?.cpu[as] ?? Number.NaN) / hashes,
  )
  return sizes.slice(1).map(({ hashes }, i) => {
    const [before = Number.NaN, cost = Number.NaN] = costs.slice(i, i + 2)
    return judged(
      `CPU a signature as ${as}, ${hashes} hashes a session (ms)`,
      ms(cost),
      `less than ${ms(before)}, with ${sizes[i]?.hashes}`,
      cost < before,
    )
  })
}

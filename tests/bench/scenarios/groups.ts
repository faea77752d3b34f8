// Larger groups: what a signature costs, by how many sign together.
import { type Figure, judged } from '../../support/figures.ts'
import { ALL_MEETINGS, MEETING_NAMES, type Meeting, withBed } from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, type Report } from '../part.ts'

const GROUPS = [
  { threshold: 2, totalMembers: 3 },
  { threshold: 3, totalMembers: 5 },
  { threshold: 5, totalMembers: 9 },
  { threshold: 8, totalMembers: 15 },
]
const DURATION = 1_500
/** What chance may add to a cost. */
const TOLERANCE = 1.1

interface OfGroup {
  threshold: number
  totalMembers: number
  summaries: Partial<Record<Meeting, Summary>>
}

export async function measureGroups({ wide }: Extent): Promise<Report> {
  const groups: OfGroup[] = []
  const meetings = wide ? ALL_MEETINGS : (['genuine', 'floe'] as const)
  for (const group of GROUPS) {
    const summaries = await withBed(meetings, group, ({ relay, teams }) =>
      alternate(wide ? 6 : 3, teams, relay, () => {
        return { action: { do: 'sign', hashes: 1 }, atATime: 1, count: 3, duration: DURATION }
      }),
    )
    groups.push({ ...group, summaries })
  }
  return {
    title: 'groups, one signature at a time, relay on loopback',
    rows: [
      ['', '', 'p50 (ms)', 'p99 (ms)', 'CPU/sig asker (ms)', 'each answerer (ms)', 'all (ms)'],
      ...groups.flatMap(rowsOf),
    ],
    figures: [...figuresOf(groups, 'asker'), ...figuresOf(groups, 'answerer')],
    data: { groups },
  }
}

const rowsOf = ({ threshold, totalMembers, summaries }: OfGroup): string[][] =>
  Object.entries(summaries).map(([meeting, { p50, p99, cpu }]) => [
    `${threshold}-of-${totalMembers}`,
    MEETING_NAMES[meeting as Meeting],
    ...[p50, p99, cpu.asker, cpu.answerer, cpu.asker + cpu.answerers].map(ms),
  ])

/**
 * Compares each group with the next smaller one. An answerer computes something for each signer; an
 * asker writes to, hears from and verifies each peer it asks, of whom there is one fewer.
 */
function figuresOf(groups: readonly OfGroup[], as: 'asker' | 'answerer'): Figure[] {
  const others = as === 'asker' ? 1 : 0
  return groups.slice(1).map(({ threshold, totalMembers, summaries }, i) => {
    const smaller = groups[i]
    const cost = summaries.floe?.cpu[as] ?? Number.NaN
    const before = smaller?.summaries.floe?.cpu[as] ?? Number.NaN
    const growth = (threshold - others) / ((smaller?.threshold ?? Number.NaN) - others)
    const most = before * growth * TOLERANCE
    return judged(
      `CPU a signature as ${as}, ${threshold}-of-${totalMembers} (ms)`,
      ms(cost),
      `linear in ${as === 'asker' ? 'peers asked' : 'signers'}: at most ${ms(most)}`,
      cost <= most,
    )
  })
}

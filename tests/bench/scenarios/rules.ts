// What a signature costs the answerer, with two hundred rules to look through and with none.
import { type Figure, judged } from '../../support/figures.ts'
import { withBed } from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'

const MEETINGS = ['floe', 'ruled', 'next', 'nextRuled'] as const
type Measured = Record<(typeof MEETINGS)[number], Summary>

/** Of one round: at least this many calls, for at least this long. */
const SIGNING = { atATime: 1, count: 15, duration: 2_000 }
const WARM_UP = 6_000
/** CPU of the member that is asked, as a multiple of what it takes without rules. */
const DEARER = 1.05

export function measureRules({ wide }: Extent): Promise<Report> {
  return withBed(MEETINGS, { warmUp: WARM_UP }, async ({ relay, teams }) => {
    const action = { do: 'sign', hashes: 1 } as const
    const measured = await alternate(wide ? 15 : 7, teams, relay, () => ({ action, ...SIGNING }))
    return {
      title: '200 rules beside none, Floe both, 2-of-3, one hash a session',
      rows: rowsOf(measured),
      figures: [
        figureOf('1.x', measured.ruled, measured.floe),
        figureOf('2026', measured.nextRuled, measured.next),
      ],
      data: measured,
    }
  })
}

function rowsOf({ floe, ruled, next, nextRuled }: Measured): string[][] {
  const row = (name: string, pick: (summary: Summary) => number) => [
    name,
    ...[floe, ruled, next, nextRuled].map((summary) => ms(pick(summary))),
  ]
  return [
    ['', '1.x', '1.x, 200 rules', '2026', '2026, 200 rules'],
    row('sign, p50 (ms)', ({ p50 }) => p50),
    row('CPU a signature as answerer (ms)', ({ cpu }) => cpu.answerer),
  ]
}

function figureOf(generation: string, ruled: Summary, free: Summary): Figure {
  const ratio = ruled.cpu.answerer / free.cpu.answerer
  const name = `CPU a signature as answerer in ${generation}, 200 rules / none`
  return judged(name, times(ratio), `at most ${DEARER}`, ratio <= DEARER)
}

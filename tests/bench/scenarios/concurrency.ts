// Many signatures at once, each a session of its own ("off") or gathered by the node's own queue
// ("on"): how many a second, and which process used the CPU.
import { type Figure, judged } from '../../support/figures.ts'
import {
  ALL_MEETINGS,
  type Bed,
  MEETING_NAMES,
  type Meeting,
  type V1Meeting,
  withBed,
} from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, percent, type Report, times } from '../part.ts'
import type { Action } from '../subjects/work.ts'

export type Batching = 'off' | 'on'

export const BATCHING: Record<Batching, Action> = {
  off: { do: 'sign', hashes: 1 },
  on: { do: 'queue' },
}

interface Cell {
  atATime: number
  batching: Batching
  summaries: Partial<Record<Meeting, Summary>>
}

const LEVELS = [1, 4, 16, 64, 256]
/** At this level the two nodes are also measured with each other, and the figures have bounds. */
const JUDGED = 64
/** How much more than the genuine node Floe must sign in the same time, as a multiple. */
const FASTER = 20
const DURATION = 1_200

export function measureConcurrency({ wide }: Extent): Promise<Report> {
  return withBed(ALL_MEETINGS, {}, async (bed) => {
    const cells: Cell[] = []
    for (const atATime of LEVELS) {
      for (const batching of ['off', 'on'] as const) {
        const summaries = await measureCell(bed, { atATime, batching, wide })
        cells.push({ atATime, batching, summaries })
      }
    }
    return {
      title: 'signatures at once, 2-of-3, relay on loopback',
      rows: rowsOf(cells),
      figures: cells.filter(({ atATime }) => atATime === JUDGED).flatMap(figuresOf),
      data: { cells },
    }
  })
}

function measureCell(
  { relay, teams }: Bed<V1Meeting>,
  { atATime, batching, wide }: Extent & Pick<Cell, 'atATime' | 'batching'>,
): Promise<Partial<Record<Meeting, Summary>>> {
  const work = () => {
    return { action: BATCHING[batching], atATime, duration: DURATION, mayFail: true }
  }
  const { genuine, floe } = teams
  const isJudged = atATime === JUDGED
  const rounds = wide ? 5 : isJudged ? 3 : 1
  return wide || isJudged
    ? alternate(rounds, teams, relay, work)
    : alternate(rounds, { genuine, floe }, relay, work)
}

function rowsOf(cells: readonly Cell[]): string[][] {
  const row = ({ atATime, batching }: Cell, meeting: string, summary: Summary) => [
    String(atATime),
    batching,
    MEETING_NAMES[meeting as Meeting],
    summary.perSecond.toFixed(1),
    ms(summary.p50),
    ms(summary.p99),
    ms(summary.cpu.asker),
    ms(summary.cpu.answerer),
    ...sharesOf(summary).map(percent),
    summary.failed === 0 ? '' : `${summary.failed} of ${summary.failed + summary.succeeded}`,
  ]
  const head = ['at once', 'batching', '', 'signatures/s', 'p50 (ms)', 'p99 (ms)']
  const cpu = ['CPU/sig asker (ms)', 'answerer (ms)']
  const cores = ['cores: asker', 'answerer', 'relay', 'load', 'others']
  return [
    [...head, ...cpu, ...cores, 'failed'],
    ...cells.flatMap((cell) =>
      Object.entries(cell.summaries).map(([meeting, summary]) => row(cell, meeting, summary)),
    ),
  ]
}

const sharesOf = ({ share }: Summary): number[] => {
  const { asker, answerers, relay, load, others } = share
  return [asker, answerers, relay, load, others]
}

function figuresOf({ atATime, batching, summaries: { genuine, floe } }: Cell): Figure[] {
  if (genuine === undefined || floe === undefined) return []
  const ratio = floe.perSecond / genuine.perSecond
  const [asker, answerer, relay, load, others] = sharesOf(floe).map(percent)
  const shares = `cores: nodes ${asker} and ${answerer}, relay ${relay}, load ${load}, others ${others}`
  return [
    judged(
      `signatures/s, ${atATime} at once, batching ${batching}, Floe / genuine`,
      `${times(ratio)}; ${shares}`,
      `at least ${FASTER}`,
      ratio >= FASTER && floe.failed === 0,
    ),
  ]
}

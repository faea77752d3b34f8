// Slow relays: how much longer than the way there and back a signature takes.
import { type Figure, judged } from '../../support/figures.ts'
import { ALL_MEETINGS, MEETING_NAMES, type Meeting, withBed } from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, type Report } from '../part.ts'
import { measureRoundTrips } from '../round-trip.ts'
import { median } from '../stats.ts'
import { BATCHING, type Batching } from './concurrency.ts'

/** What the relay adds to each of its messages, in milliseconds. */
const DELAYS = [0, 50, 200]
/** Fewer of the calls that take long. */
const COUNTS: Record<number, number> = { 0: 25, 50: 8, 200: 5 }
/** What computing may add to the round trip, in milliseconds. */
const COMPUTING = 5

interface OfDelay {
  delay: number
  /** Median, in milliseconds. */
  roundTrip: number
  summaries: Record<Batching, Partial<Record<Meeting, Summary>>>
}

export async function measureDelay({ wide }: Extent): Promise<Report> {
  const meetings = wide ? ALL_MEETINGS : (['genuine', 'floe'] as const)
  const rounds = wide ? 6 : 2
  const delays = await withBed(meetings, {}, async ({ relay, teams }) => {
    const measured: OfDelay[] = []
    for (const delay of DELAYS) {
      const count = COUNTS[delay] ?? 1
      await relay.call('setFaults', { delayMs: delay })
      const roundTrips = await measureRoundTrips(relay.url, count * rounds)
      const sign = (batching: Batching) =>
        alternate(rounds, teams, relay, () => {
          return { action: BATCHING[batching], atATime: 1, count }
        })
      const summaries = { off: await sign('off'), on: await sign('on') }
      measured.push({ delay, roundTrip: median(roundTrips), summaries })
    }
    return measured
  })
  return {
    title: 'relays with a delay, 2-of-3, one signature at a time',
    rows: [
      ['delay (ms)', '', 'way and back, p50 (ms)', 'sign, p50 (ms)', 'through the queue, p50 (ms)'],
      ...delays.flatMap(rowsOf),
    ],
    figures: delays.flatMap(figuresOf),
    data: { delays },
  }
}

const rowsOf = ({ delay, roundTrip, summaries: { off, on } }: OfDelay): string[][] =>
  (Object.keys(off) as Meeting[]).map((meeting) => [
    String(delay),
    MEETING_NAMES[meeting],
    ...[roundTrip, off[meeting]?.p50 ?? Number.NaN, on[meeting]?.p50 ?? Number.NaN].map(ms),
  ])

/** A lone request does not wait for others: the queue, which gathers for 100 ms, must add nothing. */
function figuresOf({ delay, roundTrip, summaries }: OfDelay): Figure[] {
  const most = roundTrip + COMPUTING
  const sign = (how: string, p50 = Number.NaN) =>
    judged(`sign, delay ${delay}, ${how}, p50 (ms)`, ms(p50), `at most ${ms(most)}`, p50 <= most)
  return [
    sign('past the queue', summaries.off.floe?.p50),
    sign('alone in the queue', summaries.on.floe?.p50),
  ]
}

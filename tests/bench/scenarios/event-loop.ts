// How late the event loop is while 64 signatures are under way: everything else a process does (its
// sockets, its timers, its HTTP calls) waits that long.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, judged } from '../../support/figures.ts'
import { withBed } from '../bed.ts'
import { type Extent, ms, type Report } from '../part.ts'
import type { SubjectProcess } from '../subjects/process.ts'
import type { Team } from '../team.ts'
import type { LoopDelay } from '../vitals.ts'
import { BATCHING, type Batching } from './concurrency.ts'

const AT_ONCE = 64
const DURATION = 5_000
/** Milliseconds, at the 99th percentile. */
const LATE = 10

interface Watched {
  doing: string
  asker: LoopDelay
  answerer: LoopDelay
}

export async function measureEventLoop({ wide }: Extent): Promise<Report> {
  const duration = wide ? DURATION * 4 : DURATION
  const watched = await withBed(['floe'], {}, async ({ teams: { floe } }) => {
    const sign = (batching: Batching) => async () => {
      const work = { action: BATCHING[batching], atATime: AT_ONCE, duration }
      const { failed, failure } = await floe.asker.call('work', work)
      if (failed > 0) throw new Error(`${failed} measured calls failed: ${failure}`)
    }
    await sign('on')()
    return [
      await watch(floe, 'nothing', () => sleep(duration / 2)),
      await watch(floe, `${AT_ONCE} at once, batching off`, sign('off')),
      await watch(floe, `${AT_ONCE} at once, batching on`, sign('on')),
    ]
  })
  return {
    title: 'delay of the event loop, Floe both, 2-of-3, looked at every millisecond',
    rows: [
      ['', 'asker, p50 (ms)', 'p99 (ms)', 'max (ms)', 'answerer, p50 (ms)', 'p99 (ms)', 'max (ms)'],
      ...watched.map(({ doing, asker, answerer }) => [
        doing,
        ...[asker, answerer].flatMap(({ p50, p99, max }) => [p50, p99, max]).map(ms),
      ]),
    ],
    figures: watched.slice(1).flatMap(figuresOf),
    data: { watched },
  }
}

async function watch(team: Team, doing: string, act: () => Promise<unknown>): Promise<Watched> {
  const {
    asker,
    answerers: [answerer = asker],
  } = team
  const on = (subject: SubjectProcess) => subject.call('watchLoop')
  await Promise.all([on(asker), on(answerer)])
  await act()
  return { doing, asker: await asker.call('loopDelay'), answerer: await answerer.call('loopDelay') }
}

const figuresOf = ({ doing, ...subjects }: Watched): Figure[] =>
  (['asker', 'answerer'] as const).map((as) => {
    const { p99 } = subjects[as]
    return judged(
      `event loop of the ${as}, ${doing}, p99 (ms)`,
      ms(p99),
      `at most ${LATE}`,
      p99 <= LATE,
    )
  })

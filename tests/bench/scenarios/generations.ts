// The 2026 generation beside 1.x, Floe on both sides: each signature takes fresh nonces, which are
// made, sent, and deleted from the disk before they are used.
import { type Figure, judged } from '../../support/figures.ts'
import { type Bed, MEETINGS, withBed } from '../bed.ts'
import { alternate, measure, type Run, type Summary, summarize } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'
import { startTeam, type Team } from '../team.ts'
import type { LoopDelay } from '../vitals.ts'

type Generation = 'floe' | 'next'
type Both<T> = Record<Generation, T>

interface Measured {
  ping: Both<Summary>
  /** By hashes a session. */
  sign: { hashes: number; summaries: Both<Summary> }[]
  onboard: Summary
  loop: Both<Record<'asker' | 'answerer', LoopDelay>>
}

const GENERATIONS = ['floe', 'next'] as const
const NAMES: Both<string> = { floe: '1.x', next: '2026' }
/** Of one round: at least this many calls, for at least this long. */
const STEADY = { atATime: 1, count: 15, duration: 1_000 }
const SIGNING = { ...STEADY, duration: 2_000 }
const WARM_UP = 6_000
const SIZES = [1, 10, 100]
/** Sessions of the largest size under way while the event loop is watched: a pool holds no more. */
const AT_ONCE = 1
/** The most a signature may cost, as a multiple of one in 1.x. */
const DEARER = 1.3

export function measureGenerations({ wide }: Extent): Promise<Report> {
  return withBed(GENERATIONS, { warmUp: WARM_UP }, async (bed) => {
    const measured = await measureAll(bed, wide ? 9 : 3)
    return {
      title: '2026 beside 1.x, Floe both, 2-of-3, relay on loopback',
      rows: rowsOf(measured),
      figures: figuresOf(measured),
      data: measured,
    }
  })
}

async function measureAll(bed: Bed<Generation>, rounds: number): Promise<Measured> {
  const { relay, teams } = bed
  const ping = await alternate(rounds, teams, relay, ({ answerers: [peer] }) => {
    return { action: { do: 'ping', peer: peer?.pubkey ?? '' }, ...STEADY }
  })
  const sign: Measured['sign'] = []
  for (const hashes of SIZES) {
    const action = { do: 'sign', hashes } as const
    const summaries = await alternate(rounds, teams, relay, () => ({ action, ...SIGNING }))
    sign.push({ hashes, summaries })
  }
  const onboard = await measureOnboarding(bed, rounds * 2)
  const loop = { floe: await watchLoop(teams.floe), next: await watchLoop(teams.next) }
  return { ping, sign, onboard, loop }
}

/** The first thing two devices do, in processes that have just started. */
async function measureOnboarding({ relay }: Bed<Generation>, times: number): Promise<Summary> {
  const runs: Run[] = []
  while (runs.length < times) {
    const team = await startTeam({ ...MEETINGS.next, relays: [relay.url], meets: false })
    const action = { do: 'onboard', peer: team.answerers[0]?.pubkey ?? '' } as const
    try {
      runs.push(await measure(team, relay, { action, atATime: 1 }))
    } finally {
      await team.stop()
    }
  }
  return summarize(runs)
}

async function watchLoop(team: Team): Promise<Record<'asker' | 'answerer', LoopDelay>> {
  const {
    asker,
    answerers: [answerer = asker],
  } = team
  const action = { do: 'sign', hashes: Math.max(...SIZES) } as const
  const work = { action, atATime: AT_ONCE, duration: SIGNING.duration }
  // The first sessions find no thread yet.
  await asker.call('work', work)
  await Promise.all([asker.call('watchLoop'), answerer.call('watchLoop')])
  const { failed, failure } = await asker.call('work', work)
  if (failed > 0) throw new Error(`${failed} measured calls failed: ${failure}`)
  return { asker: await asker.call('loopDelay'), answerer: await answerer.call('loopDelay') }
}

function rowsOf({ ping, sign, onboard, loop }: Measured): string[][] {
  const row = (name: string, of: (generation: Generation) => number) => {
    const [v1, next] = [of('floe'), of('next')]
    return [name, ms(v1), ms(next), times(next / v1)]
  }
  const only = (name: string, value: number) => [name, '', ms(value), '']
  return [
    ['', NAMES.floe, NAMES.next, `${NAMES.next} / ${NAMES.floe}`],
    row('ping, p50 (ms)', (of) => ping[of].p50),
    row('ping, p99 (ms)', (of) => ping[of].p99),
    ...sign.flatMap(({ hashes, summaries }) => {
      const of = hashes === 1 ? 'sign' : `sign ${hashes} hashes`
      return [
        row(`${of}, p50 (ms)`, (as) => summaries[as].p50),
        row(`${of}, p99 (ms)`, (as) => summaries[as].p99),
        row(`${of}, CPU a hash as asker (ms)`, (as) => summaries[as].cpu.asker / hashes),
        row(`${of}, CPU a hash as answerer (ms)`, (as) => summaries[as].cpu.answerer / hashes),
        row(`${of}, CPU a hash, both (ms)`, (as) => cpuOf(summaries[as]) / hashes),
      ]
    }),
    only('onboard, p50 (ms)', onboard.p50),
    only('onboard, CPU as the one that joins (ms)', onboard.cpu.asker),
    only('onboard, CPU as inviter (ms)', onboard.cpu.answerer),
    ...(['asker', 'answerer'] as const).flatMap((as) => [
      row(`event loop of the ${as}, ${AT_ONCE} × 100 hashes, p99 (ms)`, (of) => loop[of][as].p99),
      row(`event loop of the ${as}, ${AT_ONCE} × 100 hashes, max (ms)`, (of) => loop[of][as].max),
    ]),
  ]
}

const figuresOf = ({ sign }: Measured): Figure[] =>
  sign.slice(0, 1).flatMap(({ summaries: { floe, next } }) =>
    (['asker', 'answerer'] as const).map((as) => {
      const ratio = next.cpu[as] / floe.cpu[as]
      const name = `CPU a signature as ${as}, 2026 / 1.x, the commit of its nonce included`
      return judged(name, times(ratio), `at most ${DEARER}`, ratio <= DEARER)
    }),
  )

const cpuOf = ({ cpu: { asker, answerer } }: Summary): number => asker + answerer

// A relay that ignores filters and sends everything it has: what each event that does not concern us
// costs, and how signing fares meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, judged } from '../../support/figures.ts'
import { MEETINGS } from '../bed.ts'
import { measure, type Summary, summarize } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'
import { type RelayProcess, startRelayProcess } from '../relay-process.ts'
import type { SubjectKind } from '../subjects/subject.ts'
import { startTeam, type Team } from '../team.ts'

/** Events a second. The genuine node verifies each, and can't keep up with more. */
const RATES: Record<SubjectKind, number> = { floe: 1_000, genuine: 100 }
const WINDOW = 4_000
/** For what is still on its way when the traffic ends. */
const SETTLE = 500
/** CPU milliseconds an event. */
const COST = 0.05

interface OfKind {
  perSecond: number
  /** CPU milliseconds, of the asker alone. */
  eachEvent: number
  quiet: Summary
  during: Summary
}

export async function measureForeign({ wide }: Extent): Promise<Report> {
  const window = wide ? WINDOW * 4 : WINDOW
  const genuine = await measureKind('genuine', window)
  const floe = await measureKind('floe', window)
  const row = (name: string, pick: (of: OfKind) => number, unit = ms) => [
    name,
    unit(pick(genuine)),
    unit(pick(floe)),
    times(pick(genuine) / pick(floe)),
  ]
  return {
    title: 'a relay that ignores filters, beside one that does not; 2-of-3',
    rows: [
      ['', 'genuine', 'Floe', 'genuine / Floe'],
      ['foreign events a second', String(genuine.perSecond), String(floe.perSecond), ''],
      row('CPU each (µs)', ({ eachEvent }) => eachEvent * 1_000),
      row('sign without them, p50 (ms)', ({ quiet }) => quiet.p50),
      row('sign with them, p50 (ms)', ({ during }) => during.p50),
      row('sign with them, p99 (ms)', ({ during }) => during.p99),
    ],
    figures: figuresOf(floe),
    data: { genuine, floe },
  }
}

async function measureKind(kind: SubjectKind, window: number): Promise<OfKind> {
  const [relay, noisy] = await Promise.all([startRelayProcess(), startRelayProcess()])
  let team: Team | undefined
  try {
    await noisy.call('setFaults', { ignoreFilters: true })
    const relays = { relays: [relay.url], askerRelays: [noisy.url] }
    team = await startTeam({ ...MEETINGS[kind], ...relays })
    return await measureTraffic({ team, relay, noisy, perSecond: RATES[kind], window })
  } finally {
    await Promise.all([team?.stop(), relay.stop(), noisy.stop()])
  }
}

interface Traffic {
  team: Team
  relay: RelayProcess
  noisy: RelayProcess
  perSecond: number
  window: number
}

async function measureTraffic(traffic: Traffic): Promise<OfKind> {
  const { team, relay, noisy, perSecond, window } = traffic
  const sign = async () =>
    summarize([
      await measure(team, relay, {
        action: { do: 'sign', hashes: 1 },
        atATime: 1,
        count: 10,
        duration: window / 2,
      }),
    ])
  const cpuOf = async (rate: number) => {
    if (rate > 0) await noisy.call('flood', rate)
    const before = await team.asker.call('cpu')
    await sleep(window)
    const events = rate > 0 ? await noisy.call('stopFlood') : 0
    await sleep(SETTLE)
    return { cpu: (await team.asker.call('cpu')) - before, events }
  }
  await sign()
  await cpuOf(perSecond)
  const idle = await cpuOf(0)
  const busy = await cpuOf(perSecond)
  if (busy.events === 0) throw new Error('the foreign traffic reached nobody')
  const quiet = await sign()
  await noisy.call('flood', perSecond)
  const during = await sign()
  await noisy.call('stopFlood')
  return { perSecond, eachEvent: (busy.cpu - idle.cpu) / busy.events, quiet, during }
}

function figuresOf({ eachEvent }: OfKind): Figure[] {
  const micro = (value: number) => (value * 1_000).toFixed(1)
  return [
    judged(
      'CPU of a foreign event (µs)',
      micro(eachEvent),
      `at most ${micro(COST)}`,
      eachEvent <= COST,
    ),
  ]
}

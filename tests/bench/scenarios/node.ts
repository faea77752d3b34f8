// Ping, signature and key exchange one at a time, in each meeting of the two nodes.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { type Figure, judged } from '../../support/figures.ts'
import { ALL_MEETINGS, type Bed, type V1Meeting, withBed } from '../bed.ts'
import { alternate, type Summary } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'
import type { Action, Work } from '../subjects/work.ts'
import type { Team } from '../team.ts'

type Measured = Record<'ping' | 'sign' | 'ecdhFresh' | 'ecdhKept', Record<V1Meeting, Summary>>

/** Of one round: at least this many calls, for at least this long. */
const STEADY = { atATime: 1, count: 15, duration: 1_000 }
const SIGNING = { ...STEADY, duration: 2_000 }
const WARM_UP = 6_000
const EXCHANGES = 30
const KEPT = 300
/** The least a genuine node's signature must cost, as a multiple of Floe's. */
const CHEAPER = 20
/** Milliseconds. */
const PING = 3

export function measureNode({ wide }: Extent): Promise<Report> {
  return withBed(ALL_MEETINGS, { warmUp: WARM_UP }, async (bed) => {
    const measured = await measureAll(bed, wide ? 9 : 3)
    return {
      title: '2-of-3, one hash a session, one call at a time, relay on loopback',
      rows: rowsOf(measured),
      figures: figuresOf(measured),
      data: measured,
    }
  })
}

async function measureAll({ relay, teams }: Bed<V1Meeting>, rounds: number): Promise<Measured> {
  const doing = (work: (team: Team) => Work) => alternate(rounds, teams, relay, work)
  const ecdh = (publicKeys: string[], count: number): Work => ({
    action: { do: 'ecdh', publicKeys },
    atATime: 1,
    count,
  })
  const ping = await doing((team) => ({ action: pingOf(team), ...STEADY }))
  const sign = await doing(() => ({ action: { do: 'sign', hashes: 1 }, ...SIGNING }))
  const ecdhFresh = await doing(() => ecdh(newPublicKeys(EXCHANGES), EXCHANGES))
  const kept = newPublicKeys(1)
  for (const { asker } of Object.values(teams)) await asker.call('work', ecdh(kept, 1))
  const ecdhKept = await doing(() => ecdh(kept, KEPT))
  return { ping, sign, ecdhFresh, ecdhKept }
}

const pingOf = ({ answerers: [peer] }: Team): Action => ({ do: 'ping', peer: peer?.pubkey ?? '' })

const newPublicKeys = (count: number): string[] =>
  Array.from({ length: count }, () => Buffer.from(secp256k1.keygen().publicKey).toString('hex'))

function rowsOf({ ping, sign, ecdhFresh, ecdhKept }: Measured): string[][] {
  const row = (
    name: string,
    summaries: Record<V1Meeting, Summary>,
    pick: (summary: Summary) => number,
    mixed: 'floeAsks' | 'floeAnswers' = 'floeAsks',
  ) => {
    const [reference, one, both] = [summaries.genuine, summaries[mixed], summaries.floe].map(pick)
    if (reference === undefined || one === undefined || both === undefined) return []
    const ratios = [one, both].flatMap((value) => [ms(value), times(reference / value)])
    return [name, ms(reference), ...ratios]
  }
  return [
    ['', 'genuine', 'Floe, genuine peer', 'genuine / Floe', 'Floe both', 'genuine / Floe'],
    row('ping, p50 (ms)', ping, ({ p50 }) => p50),
    row('ping, p99 (ms)', ping, ({ p99 }) => p99),
    row('sign as asker, p50 (ms)', sign, ({ p50 }) => p50),
    row('sign as asker, p99 (ms)', sign, ({ p99 }) => p99),
    row('sign as answerer, p50 (ms)', sign, ({ p50 }) => p50, 'floeAnswers'),
    row('sign as answerer, p99 (ms)', sign, ({ p99 }) => p99, 'floeAnswers'),
    row('CPU a signature as asker (ms)', sign, ({ cpu }) => cpu.asker),
    row('CPU a signature as answerer (ms)', sign, ({ cpu }) => cpu.answerer, 'floeAnswers'),
    row('ECDH, fresh, p50 (ms)', ecdhFresh, ({ p50 }) => p50),
    row('ECDH, fresh, p99 (ms)', ecdhFresh, ({ p99 }) => p99),
    row('ECDH, kept, p50 (ms)', ecdhKept, ({ p50 }) => p50),
  ]
}

function figuresOf({ ping, sign }: Measured): Figure[] {
  const cheaper = (as: 'asker' | 'answerer', reference: V1Meeting) => {
    const ratio = sign[reference].cpu[as] / sign.floe.cpu[as]
    const name = `CPU a signature as ${as}, genuine / Floe, both with a Floe peer`
    return judged(name, times(ratio), `at least ${CHEAPER}`, ratio >= CHEAPER)
  }
  const { p50 } = ping.floe
  return [
    // Both have a Floe as the other side, which keeps neither waiting: the CPU of a node that is seldom
    // asked is mostly that of cold caches.
    cheaper('asker', 'floeAnswers'),
    cheaper('answerer', 'floeAsks'),
    judged('ping, Floe both, p50 (ms)', ms(p50), `at most ${PING}`, p50 <= PING),
  ]
}

// The first signatures of a server that has just started, for a genuine asker: what the owner of a
// quiet signer gets. Beside them those of the same server once it is warm, and those of a genuine node
// that has just started too.
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyset } from '../../../server/frostr/gen1/keyset.ts'
import { judged } from '../../support/figures.ts'
import { until } from '../../support/until.ts'
import { type BuiltServer, startBuiltServer } from '../built-server.ts'
import { measure } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'
import { type RelayProcess, startRelayProcess } from '../relay-process.ts'
import { type SubjectProcess, startSubject } from '../subjects/process.ts'
import type { SubjectKind } from '../subjects/subject.ts'
import { startTeam } from '../team.ts'

/** Milliseconds of CPU a signature as answerer: the first ones, and once warm. One figure a round. */
interface Measured {
  floe: { cold: number[]; warm: number[] }
  genuine: { cold: number[] }
}

const ROUNDS = 3
const WIDE_ROUNDS = 9
const SIGNING = { action: { do: 'sign', hashes: 1 }, atATime: 1, count: 60 } as const
/** Milliseconds: the start itself is over, and the signer has been left alone for a while. */
const QUIET = 5_000
/** The asker is another Floe, a hundred times as fast as a genuine node: V8 counts calls, not time. */
const WARM_UP = { ...SIGNING, duration: 8_000 }
/** The most that a cold server's signature may cost, as a multiple of a warm one's. */
const DEARER = 1.5
/** The least that a genuine node's must cost, as a multiple of a cold server's. */
const CHEAPER = 12

export async function measureCold({ wide }: Extent): Promise<Report> {
  const rounds = wide ? WIDE_ROUNDS : ROUNDS
  const relay = await startRelayProcess()
  const measured: Measured = { floe: { cold: [], warm: [] }, genuine: { cold: [] } }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { cold, warm } = await measureFloe(relay)
      measured.floe.cold.push(cold)
      measured.floe.warm.push(warm)
      measured.genuine.cold.push(await measureGenuine(relay))
    }
  } finally {
    await relay.stop()
  }
  const [cold, warm] = [mean(measured.floe.cold), mean(measured.floe.warm)]
  const genuine = mean(measured.genuine.cold)
  return {
    title: `the first ${SIGNING.count} signatures of a server for a genuine asker, 2-of-3`,
    rows: [
      ['CPU a signature as answerer (ms)', 'genuine', 'Floe'],
      ['cold', ms(genuine), ms(cold)],
      ['warm', '', ms(warm)],
    ],
    figures: [
      judged('Floe cold / warm', times(cold / warm), `at most ${DEARER}`, cold / warm <= DEARER),
      judged(
        'genuine / Floe, both cold',
        times(genuine / cold),
        `at least ${CHEAPER}`,
        genuine / cold >= CHEAPER,
      ),
    ],
    data: measured,
  }
}

/** The whole built server, asked by a genuine node; between the two measurements another Floe asks it. */
async function measureFloe(relay: RelayProcess): Promise<{ cold: number; warm: number }> {
  const closing: (() => unknown)[] = []
  try {
    const {
      groupCredential: group,
      shareCredentials,
      group: { commits },
    } = generateKeyset({ threshold: 2, totalMembers: 3 })
    const [ours = '', askers = '', warmers = ''] = shareCredentials
    const [self = '', asker = '', warmer = ''] = commits.map(({ pubkey }) => pubkey.slice(2))
    const server = await startBuiltServer({
      AUTH_ENABLED: 'false',
      GROUP_CRED: group,
      SHARE_CRED: ours,
      RELAYS: relay.url,
    })
    closing.push(() => server.stop())
    const startPeer = async (kind: SubjectKind, share: string, absent: string) => {
      const options = { group, share, relays: [relay.url], absent: [absent] }
      const peer = await startSubject(kind, options)
      closing.push(() => peer.stop())
      const ping = { action: { do: 'ping', peer: self }, atATime: 1 } as const
      const answers = async () => (await peer.call('work', ping)).failed === 0
      await until(answers, { timeout: 30_000, what: 'a server to answer' })
      return peer
    }
    const genuine = await startPeer('genuine', askers, warmer)
    await sleep(QUIET)
    const cold = await cpuASignature(server, genuine)
    const floe = await startPeer('floe', warmers, asker)
    await floe.call('work', WARM_UP)
    await floe.stop()
    await sleep(QUIET)
    return { cold, warm: await cpuASignature(server, genuine) }
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** @throws when a signature fails */
async function cpuASignature(server: BuiltServer, asker: SubjectProcess): Promise<number> {
  const before = server.cpu()
  const { failed, failure } = await asker.call('work', SIGNING)
  if (failed > 0) throw new Error(`${failed} measured calls failed: ${failure}`)
  return (server.cpu() - before) / SIGNING.count
}

async function measureGenuine(relay: RelayProcess): Promise<number> {
  const team = await startTeam({ asker: 'genuine', answerers: 'genuine', relays: [relay.url] })
  try {
    await sleep(QUIET)
    return (await measure(team, relay, SIGNING)).cpu.answerer / SIGNING.count
  } finally {
    await team.stop()
  }
}

/** Not the median: the kernel counts a process's CPU in steps of 10 ms, which a sum evens out. */
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

// Measures the first signatures of a server that has just started, for a genuine asker: what the owner of
// a quiet signer gets. To compare: the same server once it is warm, a genuine node that has just started
// too, and another server in 2026, for another Floe.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { judged } from '../../support/figures.ts'
import { until } from '../../support/until.ts'
import { type BuiltServer, startBuiltServer } from '../built-server.ts'
import { measure } from '../measure.ts'
import { type Extent, ms, type Report, times } from '../part.ts'
import { type RelayProcess, startRelayProcess } from '../relay-process.ts'
import { type SubjectProcess, startSubject } from '../subjects/process.ts'
import type { SubjectKind, SubjectOptions } from '../subjects/subject.ts'
import { startTeam } from '../team.ts'

/** Milliseconds of CPU a signature as answerer: the first ones, and once warm. One figure a round. */
interface Measured {
  floe: { cold: number[]; warm: number[] }
  genuine: { cold: number[] }
  next: { cold: number[] }
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
/** The most that a cold server's signature in 2026 may cost. Milliseconds. */
const NEXT = 4

export async function measureCold({ wide }: Extent): Promise<Report> {
  const rounds = wide ? WIDE_ROUNDS : ROUNDS
  const relay = await startRelayProcess()
  const measured: Measured = {
    floe: { cold: [], warm: [] },
    genuine: { cold: [] },
    next: { cold: [] },
  }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { cold, warm } = await measureFloe(relay)
      measured.floe.cold.push(cold)
      measured.floe.warm.push(warm)
      measured.genuine.cold.push(await measureGenuine(relay))
      measured.next.cold.push(await measureNext(relay))
    }
  } finally {
    await relay.stop()
  }
  const [cold, warm] = [mean(measured.floe.cold), mean(measured.floe.warm)]
  const genuine = mean(measured.genuine.cold)
  const next = mean(measured.next.cold)
  return {
    title: `the first ${SIGNING.count} signatures of a server, 2-of-3, for a genuine asker; in 2026 for Floe`,
    rows: [
      ['CPU a signature as answerer (ms)', 'genuine', 'Floe', 'Floe in 2026'],
      ['cold', ms(genuine), ms(cold), ms(next)],
      ['warm', '', ms(warm), ''],
    ],
    figures: [
      judged('Floe cold / warm', times(cold / warm), `at most ${DEARER}`, cold / warm <= DEARER),
      judged(
        'genuine / Floe, both cold',
        times(genuine / cold),
        `at least ${CHEAPER}`,
        genuine / cold >= CHEAPER,
      ),
      judged('Floe cold, in 2026 (ms)', ms(next), `at most ${NEXT}`, next <= NEXT),
    ],
    data: measured,
  }
}

/** The whole built server, asked by a genuine node; between the two measurements another Floe asks it. */
async function measureFloe(relay: RelayProcess): Promise<{ cold: number; warm: number }> {
  return besideServer(relay, async ({ server, startPeer }) => {
    const genuine = await startPeer('genuine', 1)
    await sleep(QUIET)
    const cold = await cpuASignature(server, genuine)
    const floe = await startPeer('floe', 2)
    await floe.call('work', WARM_UP)
    await floe.stop()
    await sleep(QUIET)
    return { cold, warm: await cpuASignature(server, genuine) }
  })
}

/** The same, asked in 2026 by another Floe. */
async function measureNext(relay: RelayProcess): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'floe-bench-'))
  try {
    return await besideServer(relay, async ({ server, startPeer }) => {
      const floe = await startPeer('floe', 1, { nonces: folder })
      await sleep(QUIET)
      return cpuASignature(server, floe)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A built server that has just started, and a function that starts another member of its group. */
interface Beside {
  server: BuiltServer
  /** Resolves when the server has answered it. */
  startPeer(
    kind: SubjectKind,
    member: 1 | 2,
    options?: Pick<SubjectOptions, 'nonces'>,
  ): Promise<SubjectProcess>
}

async function besideServer<T>(relay: RelayProcess, use: (beside: Beside) => Promise<T>) {
  const closing: (() => unknown)[] = []
  try {
    const {
      groupCredential: group,
      shareCredentials,
      group: { commits },
    } = generateKeyset({ threshold: 2, totalMembers: 3 })
    const members = commits.map(({ pubkey }) => pubkey.slice(2))
    const server = await startBuiltServer({
      AUTH_ENABLED: 'false',
      GROUP_CRED: group,
      SHARE_CRED: shareCredentials[0] ?? '',
      RELAYS: relay.url,
    })
    closing.push(() => server.stop())
    const startPeer: Beside['startPeer'] = async (kind, member, options) => {
      const absent = members.filter((_, at) => at !== 0 && at !== member)
      const share = shareCredentials[member] ?? ''
      const peer = await startSubject(kind, {
        ...{ group, share, relays: [relay.url], absent },
        ...options,
      })
      closing.push(() => peer.stop())
      const ping = { action: { do: 'ping', peer: members[0] ?? '' }, atATime: 1 } as const
      const answers = async () => (await peer.call('work', ping)).failed === 0
      await until(answers, { timeout: 30_000, what: 'a server to answer' })
      return peer
    }
    return await use({ server, startPeer })
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

import { cpus } from 'node:os'
import type { RelayProcess } from './relay-process.ts'
import { median, quantile } from './stats.ts'
import type { Work } from './subjects/work.ts'
import type { Team } from './team.ts'
import { cpuTime } from './vitals.ts'

/** Milliseconds of CPU by process; `load` is the bench itself, which only tells the asker to begin. */
export interface CpuTimes {
  asker: number
  /** Of one of them, on average. */
  answerer: number
  answerers: number
  relay: number
  load: number
  /** Everything else that ran on the machine, and what its host withheld. */
  others: number
}

/** What one piece of work took. */
export interface Run {
  latencies: number[]
  failed: number
  failure: string
  took: number
  /** Of all the work. */
  cpu: CpuTimes
}

/** @throws when a call fails, unless it may */
export async function measure(
  team: Team,
  relay: RelayProcess,
  { mayFail = false, ...work }: Work & { mayFail?: boolean },
): Promise<Run> {
  const before = await cpuBesideAsker(team, relay)
  const { cpu, ...result } = await team.asker.call('work', work)
  const after = await cpuBesideAsker(team, relay)
  if (result.failed > 0 && !mayFail) {
    throw new Error(`${result.failed} measured calls failed: ${result.failure}`)
  }
  const answerers = after.answerers - before.answerers
  const relayed = after.relay - before.relay
  const load = after.load - before.load
  const used = (after.at - before.at) * cpus().length - (after.idle - before.idle)
  return {
    ...result,
    cpu: {
      asker: cpu,
      answerer: answerers / team.answerers.length,
      answerers,
      relay: relayed,
      load,
      others: Math.max(0, used - cpu - answerers - relayed - load),
    },
  }
}

async function cpuBesideAsker({ answerers }: Team, relay: RelayProcess) {
  const each = await Promise.all(answerers.map((answerer) => answerer.call('cpu')))
  return {
    answerers: sum(each),
    relay: await relay.call('cpu'),
    load: cpuTime(),
    idle: sum(cpus().map(({ times }) => times.idle)),
    at: performance.now(),
  }
}

/** Runs of the same work, combined. Times in milliseconds. */
export interface Summary {
  p50: number
  p99: number
  perSecond: number
  succeeded: number
  failed: number
  failure: string
  /** For each call that succeeded. */
  cpu: CpuTimes
  /** As a share of what all cores could have done meanwhile. */
  share: CpuTimes
}

/** Latencies are of all rounds together; everything else is the median over the rounds. */
export function summarize(runs: readonly Run[]): Summary {
  const latencies = runs.flatMap((run) => run.latencies)
  const each = (pick: (run: Run) => number) => median(runs.map(pick))
  const cpuBy = (divisor: (run: Run) => number): CpuTimes => ({
    asker: each((run) => run.cpu.asker / divisor(run)),
    answerer: each((run) => run.cpu.answerer / divisor(run)),
    answerers: each((run) => run.cpu.answerers / divisor(run)),
    relay: each((run) => run.cpu.relay / divisor(run)),
    load: each((run) => run.cpu.load / divisor(run)),
    others: each((run) => run.cpu.others / divisor(run)),
  })
  return {
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    perSecond: each((run) => run.latencies.length / (run.took / 1_000)),
    succeeded: latencies.length,
    failed: sum(runs.map((run) => run.failed)),
    failure: runs.find((run) => run.failed > 0)?.failure ?? '',
    cpu: cpuBy((run) => run.latencies.length),
    share: cpuBy((run) => run.took * cpus().length),
  }
}

/**
 * Gives each team the same work once a round, in turn: whatever else the machine does then falls on
 * all of them.
 */
export async function alternate<Name extends string>(
  rounds: number,
  teams: Readonly<Record<Name, Team>>,
  relay: RelayProcess,
  work: (team: Team) => Parameters<typeof measure>[2],
): Promise<Record<Name, Summary>> {
  const names = Object.keys(teams) as Name[]
  const runs = names.map((name): [Name, Run[]] => [name, []])
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, of] of runs) {
      of.push(await measure(teams[name], relay, work(teams[name])))
    }
  }
  const summaries = runs.map(([name, of]) => [name, summarize(of)])
  return Object.fromEntries(summaries) as Record<Name, Summary>
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

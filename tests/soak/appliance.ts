// The image as a home server runs it: what it adds to its base image, how soon it listens, and what
// it takes while nobody asks anything of it: with a relay, a genuine peer that pings, the image's own
// health checks, and no open console.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../bench/stats.ts'
import { beginRun, hasDocker, sweep } from '../container/support/docker.ts'
import { type Floe, startFloe } from '../container/support/floe.ts'
import { settingsOf, startGroup } from '../container/support/group.ts'
import { addedBytes, buildImages } from '../container/support/images.ts'
import { type Figure, judged, told } from '../support/figures.ts'
import { bareNodeBytes, usageOf } from './container-usage.ts'

export interface ApplianceOptions {
  /** Minutes without a call. */
  idleMinutes: number
}

/** As Docker counts images, and as memory is counted. */
const IMAGE_MB = 1_000_000
const MB = 1024 * 1024
const MINUTE = 60_000
const STARTS = 5

const ADDED_MB = 30
const LISTENING_MS = 500
const IDLE_MB = 96
/** Of one core. */
const IDLE_CPU_PERCENT = 1

export async function soakAppliance({ idleMinutes }: ApplianceOptions): Promise<Figure[]> {
  if (!(await hasDocker())) return [judged('Docker engine', 'none', 'one', false)]
  const closing: (() => unknown)[] = []
  const scope = { onTestFinished: (end: () => void | Promise<void>) => void closing.push(end) }
  const run = beginRun()
  await sweep(run)
  try {
    await buildImages()
    const added = await addedBytes()
    const group = await startGroup(scope)
    const floe = await startFloe(scope, {
      network: group.network,
      environment: settingsOf(group),
    })
    const listening = await floe.listeningTimes(STARTS)
    await floe.untilHealthy()
    return [...sizeAndStart(added, listening), ...(await idle(floe, idleMinutes))]
  } finally {
    for (const close of closing.reverse()) await close()
    await sweep(run)
  }
}

function sizeAndStart(added: number, listening: readonly number[]): Figure[] {
  const size = added / IMAGE_MB
  const typical = median(listening)
  return [
    judged(
      'added to the base image (MB)',
      size.toFixed(1),
      `at most ${ADDED_MB}`,
      size <= ADDED_MB,
    ),
    judged(
      `listening after its start, median of ${listening.length} (ms)`,
      String(typical),
      `at most ${LISTENING_MS}`,
      typical <= LISTENING_MS,
    ),
    told('the slowest of them (ms)', String(Math.max(...listening))),
  ]
}

async function idle(floe: Floe, minutes: number): Promise<Figure[]> {
  const before = await usageOf(floe)
  const startedAt = performance.now()
  await sleep(minutes * MINUTE)
  const after = await usageOf(floe)
  const seconds = (performance.now() - startedAt) / 1_000
  const bare = (await bareNodeBytes(floe)) / MB
  const health = await floe.inspect('{{.State.Health.Status}}')
  const calledAt = performance.now()
  const { status } = await floe.sign(randomBytes(32).toString('hex'))
  const firstCall = performance.now() - calledAt
  const rss = after.rss / MB
  const percent = ((after.cpu - before.cpu) / seconds) * 100
  const withChecks = ((after.containerCpu - before.containerCpu) / seconds) * 100
  return [
    judged(
      `RSS after ${minutes} idle minutes (MB)`,
      rss.toFixed(1),
      `at most ${IDLE_MB}`,
      rss <= IDLE_MB,
    ),
    told('of which files (MB)', (after.rssFile / MB).toFixed(1)),
    told('RSS of a Node that does nothing (MB)', bare.toFixed(1)),
    told('container without its file cache (MB)', (after.container / MB).toFixed(1)),
    judged(
      'idle CPU (% of a core)',
      percent.toFixed(2),
      `at most ${IDLE_CPU_PERCENT}`,
      percent <= IDLE_CPU_PERCENT,
    ),
    told('the same with the health checks', withChecks.toFixed(2)),
    judged('health by its own check', health, 'healthy', health === 'healthy'),
    judged('HTTP status of a signature afterwards', String(status), '200', status === 200),
    told('which, as the first call, took (ms)', firstCall.toFixed(0)),
  ]
}

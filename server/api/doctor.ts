import { sentencesOf } from '#contract/message.ts'
import type { Peer } from '#contract/peers.ts'
import { doctorAnswer } from '#contract/status.ts'
import { isoOf } from '#lib/clock.ts'
import { describeMachine, withoutKeys } from '#lib/machine-report.ts'
import { type Api, route } from './route.ts'
import { problemOf, type RelayStatus } from './status.ts'

/** How many of the last errors and warnings are in the report. */
const LAST_PROBLEMS = 20

/** A report for somebody who helps the owner. */
export const doctorRoutes = {
  doctor: route({
    method: 'get',
    path: '/api/doctor',
    scope: 'admin',
    summary: 'Get a report for support',
    description:
      'Version, platform, settings by name, health, relays by host, devices by number, clock, ' +
      'disk, the last errors. It holds no key, no credential and no value of a setting.',
    answers: { 200: doctorAnswer },
    handle: ({ request }, api) => request.json({ report: `${report(api).join('\n')}\n` }),
  }),
}

function report(api: Api): string[] {
  const { auth, backups, config, keysets, ownClock, startedAt, stop, store } = api
  const { supervisor } = keysets.first
  const { directions, state } = supervisor.health
  return [
    ...describeMachine({ dataDir: config.dataDir, settings: config.given }),
    `Started: ${startedAt}`,
    `Login: ${auth.enabled ? auth.methods.join(', ') || 'none yet' : 'off'}`,
    `Signer: ${state}${stop.isStopped ? ', stopped by its owner' : ''}; ` +
      `answers ${wordOf(directions.answer)}, asks ${wordOf(directions.ask)}`,
    ...supervisor.protocols.map(({ name, on }) => `Protocol ${name}: ${on ? 'on' : 'off'}`),
    ...supervisor.relayStates.map(describeRelay),
    ...supervisor.peerManager.view().peers.map(describePeer),
    `Clock: ${sentencesOf(ownClock.warnings).join(' ') || 'no other clock contradicts it'}`,
    `Disk: ${store.diskProblem()?.error ?? 'writable'}`,
    `Audit: ${store.audit.health.ok ? 'written' : withoutKeys(store.audit.health.why?.error ?? 'failed')}`,
    `Last back-up: ${backups.failure === undefined ? 'no failure' : withoutKeys(backups.failure.error)}`,
    ...lastProblems(api),
  ]
}

const wordOf = ({ can, why }: { can: boolean; why: string | null }): string =>
  can ? 'yes' : `no (${why})`

function describeRelay(relay: RelayStatus): string {
  const { url, state, heard, since, latencyMs, reconnects } = relay
  const problem = problemOf(relay)
  return (
    `Relay ${withoutKeys(url)}: ${state}${heard ? ', heard' : ''} since ${isoOf(since)}, ` +
    `${latencyMs === null ? 'no latency' : `${Math.round(latencyMs)} ms`}, ${reconnects} reconnects` +
    (problem === null ? '' : `: ${withoutKeys(problem.error)}`)
  )
}

function describePeer(peer: Peer): string {
  const { member, status, lastSeen, build, generations } = peer
  const protocols = generations.map(({ name }) => name).join(' and ') || 'nothing yet'
  return (
    `Device ${member}: ${status}, last seen ${lastSeen ?? 'never'}, heard in ${protocols}` +
    (build === undefined ? '' : `, build ${build}`)
  )
}

function lastProblems({ events }: Api): string[] {
  const problems = events
    .entries()
    .filter(({ type }) => type === 'error' || type === 'warning')
    .slice(-LAST_PROBLEMS)
    .map(({ timestamp, type, message }) => `  ${timestamp} ${type}: ${withoutKeys(message)}`)
  return problems.length === 0
    ? ['No errors since the start']
    : ['Last errors and warnings:', ...problems]
}

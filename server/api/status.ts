import { z } from 'zod'
import { overviewFor } from '#app/overview.ts'
import { readOverview } from '#app/read-overview.ts'
import { auth as texts } from '#contract/codes.ts'
import type { Directions } from '#contract/directions.ts'
import { type Failure, messageOf, sentencesOf } from '#contract/message.ts'
import { signer as signerTexts } from '#contract/messages.ts'
import { type Overview, overview } from '#contract/overview.ts'
import type { Scope } from '#contract/scopes.ts'
import * as status from '#contract/status.ts'
import { isAnonymous } from '#http/authentication.ts'
import type { Route } from '#http/route.ts'
import { isoOf, steadyNow } from '#lib/clock.ts'
import { BUILD, VERSION } from '#lib/version.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import { type Api, route } from './route.ts'

/** The signer's state, for people, for process supervisors and for Prometheus. */
export const statusRoutes = {
  status: route({
    method: 'get',
    path: '/api/status',
    scope: 'read',
    lessWithoutLogin: true,
    summary: "Get the signer's status: can it sign, and if not, why",
    description:
      'Also whether relays are heard and peers are answered. Without a login, the answer is a ' +
      'short form for health checks, without relays, keys and names.',
    answers: { 200: z.union([status.statusAnswer, status.publicStatus]) },
    query: status.statusQuery,
    handle: ({ principal, query, request }, api) => {
      const now = steadyNow()
      if (isAnonymous(principal)) return request.json(publicStatus(api, now))
      const answer = fullStatus(api, now)
      if (query.with !== 'overview') return request.json(answer)
      return request.json({ ...answer, overview: overviewSeenBy(principal, api) })
    },
  }),

  overview: route({
    method: 'get',
    path: '/api/overview',
    scope: 'read',
    summary: 'Get the status in one word, and everything that needs the owner',
    description:
      'For people and home automation: also how many devices and relays are there, and the ' +
      'last signature. The event stream sends `overview-internal` when this answer has ' +
      'changed.',
    answers: { 200: overview },
    handle: ({ principal, request }, api) => request.json(overviewSeenBy(principal, api)),
  }),

  health: route({
    method: 'get',
    path: '/api/health',
    scope: 'open',
    limit: 'none',
    example: {
      answer: { status: 'ok', version: VERSION, commit: 'unknown', date: 'unknown', reasons: [] },
    },
    summary: 'Check the health, for process supervisors',
    description:
      '200 also for `degraded`: `reasons` says what is wrong with the signer, the disk, the ' +
      'audit or the back-ups. 503 when the database is unusable.',
    answers: { 200: status.healthAnswer, 503: status.healthAnswer },
    handle: async ({ request }, api) => {
      const { code, body } = checkHealth(api)
      // `floe stop` reports success once this answer says `stopped`, so nothing may be under way by then.
      if (body.stopped) await api.flushed()
      return request.json(body, code)
    },
  }),

  events: {
    method: 'get',
    path: '/api/events',
    scope: 'read',
    limit: 'none',
    summary: 'Get what happens as it happens, over a WebSocket',
    description:
      'Each frame is a JSON object. `?since=<id>` first sends the entries after the one with ' +
      'this id, as far as they are kept. A browser gives its credential as a subprotocol ' +
      '(`apikey.<key>` or `session.<id>`) or in the address (`?apiKey=` or `?sessionId=`).',
    upgrade: true,
    answers: { 101: z.string() },
  } satisfies Route,

  metrics: route({
    method: 'get',
    path: '/metrics',
    scope: 'read',
    metricsToken: true,
    limit: 'none',
    summary: 'Get figures for Prometheus',
    description: 'METRICS_TOKEN as a bearer token opens them too.',
    type: 'text/plain',
    answers: { 200: z.string() },
    handle: async ({ request }, { metrics }) => {
      request.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      return request.body(await metrics.text())
    },
  }),
}

const overviewSeenBy = ({ scope }: { scope: Scope }, api: Api): Overview =>
  overviewFor(scope, readOverview(api, api.keyset))

/** The directions of a signer that its owner has stopped, whichever devices are online. */
const STOPPED: Directions = {
  answer: { can: false, why: 'owner' },
  ask: { can: false, why: 'owner' },
}

/** What is shown without a login: no relay, no key, no name. @param now by `steadyNow` */
function publicStatus({ keyset: { supervisor } }: Api, now: number): status.PublicStatus {
  const { activity, relays, hasCredentials } = supervisor
  const { isReady, last: lastActivity, lastCheck } = activity
  return {
    serverRunning: true,
    nodeActive: isReady,
    hasCredentials,
    relayCount: relays.length,
    timestamp: isoOf(now),
    health: {
      isConnected: isReady,
      lastActivity: isoOrNull(lastActivity),
      lastConnectivityCheck: isoOrNull(lastCheck),
      consecutiveConnectivityFailures: activity.failedChecks,
      timeSinceLastActivity: lastActivity === null ? null : now - lastActivity,
      timeSinceLastConnectivityCheck: lastCheck === null ? null : now - lastCheck,
    },
  }
}

function fullStatus(api: Api, now: number): status.StatusAnswer {
  const { keyset, store, auth, backups, ownClock, stop } = api
  const { supervisor, signatures } = keyset
  const { relays, relayStates, health } = supervisor
  const { health: auditHealth } = store.audit
  const { warning } = store.tampering
  // Looking at the disk for a stop by a command costs a tenth of a call, and such a stop is reported anyway.
  const stopped = stop.isStopped ? stop.state : null
  const directions = stopped === null ? health.directions : STOPPED
  const reason = stopped === null ? health.reason : { error: signerTexts.stoppedByOwner(stopped) }
  const warnings = [
    ...(auth.enabled ? [] : [texts.openAccess]),
    ...ownClock.warnings,
    ...supervisor.warnings,
    ...(warning === undefined ? [] : [warning]),
    ...(auditHealth.why === undefined ? [] : [auditHealth.why]),
    ...(backups.failure === undefined ? [] : [backups.failure]),
  ]
  return {
    ...publicStatus(api, now),
    relays,
    stopped,
    state: health.state,
    ...{ reason: reason.error, reasonMessage: messageOf(reason) },
    canSign: directions.ask.can,
    directions,
    signatures: signatures.view(Date.now()),
    generations: supervisor.protocols.map(({ name, on, why }) => ({
      ...{ name, on },
      ...(why && { reason: why.error, reasonMessage: messageOf(why) }),
    })),
    warnings: sentencesOf(warnings),
    warningMessages: warnings.map(messageOf),
    relayStates: relayStates.map(viewRelay),
  }
}

export type RelayStatus = Supervisor['relayStates'][number]

/** What is wrong with a relay; null if nothing is. */
export const problemOf = ({ error, slowDown, rejection }: RelayStatus): Failure | null =>
  error ?? (slowDown && { error: slowDown.reason }) ?? rejection

function viewRelay(relay: RelayStatus): status.StatusAnswer['relayStates'][number] {
  const { url, state, heard, since, latencyMs, eventsIn, eventsOut, reconnects, slowDown } = relay
  const error = problemOf(relay)
  return {
    url,
    state,
    heard,
    since: isoOf(since),
    latencyMs,
    error: null,
    ...(error && messageOf(error)),
    slowDown: slowDown && {
      since: isoOf(slowDown.since),
      until: isoOf(slowDown.until),
      reason: slowDown.reason,
    },
    nextAttemptAt: isoOrNull(relay.nextAttemptAt),
    eventsIn,
    eventsOut,
    reconnects,
  }
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))

/**
 * 200 even while unconfigured or without relays, which a restart would not fix; 503 only when the database
 * can't be read.
 */
function checkHealth({ keyset, store, backups, stop, log }: Api): {
  code: 200 | 503
  body: status.HealthAnswer
} {
  try {
    // Any read would do: it shows an unreadable database here, not only when a setting is asked for.
    keyset.kept.policies.list()
    const { state, reason } = keyset.supervisor.health
    const { health } = store.audit
    const isTroubled = state === 'degraded' || state === 'reconnecting'
    const diskProblem = store.diskProblem()
    const troubles = [
      ...(diskProblem === null ? [] : [diskProblem.error]),
      ...(isTroubled ? [reason.error] : []),
      ...(health.ok ? [] : [health.why?.error ?? '']),
      ...(stop.isPersisted ? [] : [signerTexts.stopUnkept]),
      ...(backups.failure === undefined ? [] : [backups.failure.error]),
    ]
    // Nothing is wrong with a signer that its owner has stopped.
    const { state: stopped } = stop
    const reasons = [
      ...new Set([...(stopped === null ? [] : [signerTexts.stoppedByOwner(stopped)]), ...troubles]),
    ]
    return {
      code: 200,
      body: {
        status: troubles.length === 0 ? 'ok' : 'degraded',
        version: VERSION,
        ...BUILD,
        reasons,
        ...(stopped !== null && { stopped: true }),
      },
    }
  } catch (err) {
    log.error({ err }, 'health check failed')
    const reasons = ['database unusable']
    return { code: 503, body: { status: 'degraded', version: VERSION, ...BUILD, reasons } }
  }
}

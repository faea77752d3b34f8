import type { Context } from '#app/context.ts'
import { signer as signerTexts, auth as texts } from '#contract/messages.ts'
import type { Directions, PublicStatus, StatusAnswer } from '#contract/status.ts'
import { isAnonymous } from '#http/auth-middleware.ts'
import type { Handlers } from '#http/router.ts'
import { isoOf, steadyNow } from '#lib/clock.ts'
import type { Supervisor } from '#signer/supervisor.ts'

/** Whoever is online. */
const STOPPED: Directions = {
  answer: { can: false, why: 'owner' },
  ask: { can: false, why: 'owner' },
}

type RelayStatus = Supervisor['relayStates'][number]

/** What the signer is, and why. */
export function statusHandlers({
  keysets: {
    first: { supervisor, signatures },
  },
  store,
  auth,
  backups,
  ownClock,
  stop,
}: Context): Pick<Handlers, 'status'> {
  return {
    status: ({ request, principal }) => {
      const { activity, relays, relayStates, verdict, hasCredentials } = supervisor
      const now = steadyNow()
      const { isReady, last: lastActivity, lastCheck } = activity
      const { health } = store.audit
      const { warning } = store.tampering
      const short: PublicStatus = {
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
      if (isAnonymous(principal)) return request.json(short)
      // What a command has changed is told: to look at the disk costs a tenth of a call.
      const stopped = stop.isStopped ? stop.state : null
      const directions = stopped === null ? verdict.directions : STOPPED
      const answer: StatusAnswer = {
        ...short,
        relays,
        stopped,
        state: verdict.state,
        reason: stopped === null ? verdict.reason : signerTexts.stoppedByOwner(stopped),
        canSign: directions.ask.can,
        directions,
        signatures: signatures.view(Date.now()),
        generations: supervisor.generations,
        warnings: [
          ...(auth.enabled ? [] : [texts.openAccess]),
          ...ownClock.warnings,
          ...supervisor.warnings,
          ...(warning === undefined ? [] : [warning]),
          ...(health.ok ? [] : [health.error ?? '']),
          ...(backups.failure === undefined ? [] : [backups.failure]),
        ],
        relayStates: relayStates.map(viewRelay),
      }
      return request.json(answer)
    },
  }
}

function viewRelay(relay: RelayStatus): StatusAnswer['relayStates'][number] {
  const { url, state, heard, since, latencyMs, eventsIn, eventsOut, reconnects, slowDown } = relay
  return {
    url,
    state,
    heard,
    since: isoOf(since),
    latencyMs,
    error: relay.error ?? slowDown?.reason ?? relay.rejection,
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

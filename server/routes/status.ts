import type { Context } from '../context.ts'
import { auth as texts } from '../contract/messages.ts'
import type { StatusAnswer } from '../contract/status.ts'
import type { Handlers } from '../http/mount.ts'
import type { RelayStatus } from '../relay/connection.ts'

/** What the signer is, and why. */
export function statusHandlers({ supervisor, store, auth }: Context): Pick<Handlers, 'status'> {
  return {
    status: ({ request }) => {
      const { node, relays, relayStates, verdict, hasCredentials } = supervisor
      const now = Date.now()
      const lastActivity = node?.lastActivity ?? null
      const lastCheck = node?.connectivity.lastCheck ?? null
      const { health } = store.audit
      const answer: StatusAnswer = {
        serverRunning: true,
        nodeActive: node?.isReady ?? false,
        hasCredentials,
        relayCount: relays.length,
        relays,
        timestamp: iso(now),
        state: verdict.state,
        reason: verdict.reason,
        warnings: [
          ...(auth.enabled ? [] : [texts.openAccess]),
          ...supervisor.warnings,
          ...(health.ok ? [] : [health.error ?? '']),
        ],
        health: {
          isConnected: node?.isReady ?? false,
          lastActivity: isoOrNull(lastActivity),
          lastConnectivityCheck: isoOrNull(lastCheck),
          consecutiveConnectivityFailures: node?.connectivity.failures ?? 0,
          timeSinceLastActivity: lastActivity === null ? null : now - lastActivity,
          timeSinceLastConnectivityCheck: lastCheck === null ? null : now - lastCheck,
        },
        relayStates: relayStates.map(viewRelay),
      }
      return request.json(answer)
    },
  }
}

function viewRelay(relay: RelayStatus): StatusAnswer['relayStates'][number] {
  const { url, state, heard, since, latencyMs, eventsIn, eventsOut, reconnects } = relay
  return {
    url,
    state,
    heard,
    since: iso(since),
    latencyMs,
    error: relay.error ?? relay.rejection,
    nextAttemptAt: isoOrNull(relay.nextAttemptAt),
    eventsIn,
    eventsOut,
    reconnects,
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

import { useEffect, useRef } from 'react'
import type { EventFrame } from '../../../server/contract/events.ts'
import { STATUS_POLL } from '../../../server/contract/limits.ts'
import type { SignedIn } from '../features/auth/access.ts'
import { EventLogCard } from '../features/events/EventLogCard.tsx'
import { useEvents } from '../features/events/use-events.ts'
import { PeersCard } from '../features/peers/PeersCard.tsx'
import { RelaysCard } from '../features/relays/RelaysCard.tsx'
import { NoCredentials } from '../features/status/NoCredentials.tsx'
import { SignerCard } from '../features/status/SignerCard.tsx'
import { VerdictBanner } from '../features/status/VerdictBanner.tsx'
import { api } from '../lib/api.ts'
import { usePolled } from '../lib/use-polled.ts'
import { Header } from './Header.tsx'

/** Our own key changes only with the credentials. Milliseconds. */
const SELF_POLL = 60_000

export interface ConsoleProps {
  access: SignedIn
  onLogout(): void
  /** Whoever is signed in may no longer be. */
  onDoubt(): void
}

/** The signer at work: what whoever is let in sees. */
export function Console({ access, onLogout, onDoubt }: ConsoleProps) {
  const status = usePolled(api.status, STATUS_POLL)
  const hasCredentials = status.data?.hasCredentials ?? null
  const peers = usePolled(api.peers, STATUS_POLL, hasCredentials === true)
  const self = usePolled(api.self, SELF_POLL, hasCredentials === true)

  const events = useEvents({
    onFrame: (frame) => {
      if (isAboutPeers(frame)) peers.refresh()
      if (changesStatus(frame)) status.refresh()
    },
    onPolicyClose: onDoubt,
  })

  // A socket that opens or closes says something of the server. When the server comes back, a
  // socket that was not opened since may be dead without having been told, or wait for long.
  const { refresh } = status
  const { open, renew } = events
  const unreachable = status.failure?.status === null
  const doubtful = useRef(false)
  useEffect(() => {
    if (open) doubtful.current = false
    if (open !== null) refresh()
  }, [open, refresh])
  useEffect(() => {
    if (!unreachable && doubtful.current) renew()
    doubtful.current = unreachable
  }, [unreachable, renew])

  const shown = status.data === null ? 'loading' : status.failure === null ? 'current' : 'stale'
  const clockOffset = status.data === null ? 0 : Date.parse(status.data.timestamp) - status.at

  return (
    <div className="wrap">
      <Header failure={status.failure} userId={access.userId} onLogout={onLogout} />
      <main className={shown}>
        <VerdictBanner
          status={status.data}
          peers={peers.data}
          at={status.at}
          failure={status.failure}
        />
        {hasCredentials === false && <NoCredentials open={access.userId === null} />}
        <div className="columns">
          <div>
            <SignerCard status={status.data} self={self} peers={peers} />
            <RelaysCard status={status.data} />
          </div>
          <div>
            <PeersCard
              peers={peers}
              hasCredentials={hasCredentials}
              running={status.data !== null && status.data.state !== 'stopped'}
              now={peers.at + clockOffset}
            />
            <EventLogCard log={events.log} open={events.open} />
          </div>
        </div>
      </main>
    </div>
  )
}

function isAboutPeers({ type }: EventFrame): boolean {
  return type === 'peer-status-internal' || type === 'peer-ping-internal'
}

/** Entries that tell of another state of the signer or of a relay, and peers that come or go. */
function changesStatus({ type }: EventFrame): boolean {
  return ['system', 'ready', 'disconnect', 'warning', 'peer-status-internal'].includes(type)
}

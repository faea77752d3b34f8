import { peers as texts } from '../../texts/texts.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import type { StatusQuery } from '../status/get-status.ts'
import { LivePeers } from './LivePeers.tsx'
import { PeerBadges } from './PeerBadges.tsx'
import { PeersPane } from './PeersPane.tsx'
import { PeersLoading, PeersPlace } from './PeersPlace.tsx'
import { canWatch } from './peer-list-state.ts'

/** The other members. They are watched while a signer could find them, and forgotten when it stops. */
export function PeersCard({ status, onAdd }: { status: StatusQuery; onAdd(): void }) {
  const watch = canWatch(status.data)
  if (watch === true && status.data !== undefined) {
    const clockOffset = Date.parse(status.data.timestamp) - status.dataUpdatedAt
    return (
      <LivePeers
        nodeActive={status.data.nodeActive}
        clockOffset={roundToSeconds(clockOffset)}
        onAdd={onAdd}
      />
    )
  }
  if (watch === null) {
    return (
      <Disclosure title={texts.title} badges={<PeerBadges state={{ at: 'loading' }} />}>
        <PeersPane>
          <PeersLoading />
        </PeersPane>
      </Disclosure>
    )
  }
  return (
    <Disclosure title={texts.title}>
      <PeersPlace title={texts.stopped} />
    </Disclosure>
  )
}

/** Rows are not rendered again for the milliseconds that an answer took. */
const roundToSeconds = (ms: number): number => Math.round(ms / 1_000) * 1_000

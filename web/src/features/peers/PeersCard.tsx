import { page } from '../../../../server/contract/messages.ts'
import type { PeersAnswer } from '../../../../server/contract/peers.ts'
import type { Polled } from '../../lib/use-polled.ts'
import { Card } from '../../ui/Card.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { PeerRow, PeerSkeleton } from './PeerRow.tsx'
import { usePing } from './use-ping.ts'
import './peers.css'

export interface PeersCardProps {
  peers: Polled<PeersAnswer>
  /** Whether credentials are saved; null while that is not known. */
  hasCredentials: boolean | null
  /** Whether a node runs that could find peers. */
  running: boolean
  /** The server's time when `peers` came; Unix milliseconds. */
  now: number
}

/** The other members: who they are, how they are. */
export function PeersCard({ peers, hasCredentials, running, now }: PeersCardProps) {
  const { data, failure, refresh } = peers
  const { busy, outcome, failed, ping } = usePing(refresh)
  const live = data?.mode === 'full'
  return (
    <Card
      title={page.peers}
      badges={
        data === null ? (
          hasCredentials !== false && failure === null && <BadgeSkeleton />
        ) : (
          <PeerBadges answer={data} />
        )
      }
      actions={
        live &&
        data.total > 0 && (
          <button
            type="button"
            className="btn quiet"
            aria-busy={busy.has('all')}
            onClick={() => void ping('all')}
          >
            <Icon name="ping" size={15} />
            {page.pingAll}
          </button>
        )
      }
    >
      <p className="sr-only" role="status">
        {outcome}
      </p>
      <div className="peer-list">
        {hasCredentials === false ? (
          <Empty running={false} />
        ) : data === null ? (
          <Unread failure={failure?.error ?? null} retry={refresh} />
        ) : data.peers.length === 0 ? (
          <Empty running={running} reason={data.reason} />
        ) : (
          <ul>
            {data.peers.map((peer) => (
              <PeerRow
                key={peer.pubkey}
                peer={peer}
                now={now}
                busy={busy.has(peer.pubkey) || busy.has('all')}
                onPing={live ? () => void ping(peer.pubkey) : null}
              />
            ))}
          </ul>
        )}
      </div>
      {failed && (
        <div className="peer-note">
          <Note kind="warn">{outcome}</Note>
        </div>
      )}
    </Card>
  )
}

function PeerBadges({ answer }: { answer: PeersAnswer }) {
  const { averageLatency } = answer.summary
  return (
    <>
      <span className={answer.online > 0 ? 'chip ok' : 'chip'}>
        {page.onlineCount(answer.online)}
      </span>
      <span className="chip">{page.totalCount(answer.total)}</span>
      {averageLatency !== undefined && (
        <span className="chip">{page.averagePing(Math.round(averageLatency))}</span>
      )}
    </>
  )
}

function BadgeSkeleton() {
  return ['online', 'total', 'average'].map((badge) => (
    <span key={badge} className="chip" aria-hidden="true">
      <span className="skeleton badge" />
    </span>
  ))
}

function Empty({ running, reason }: { running: boolean; reason?: string | undefined }) {
  return (
    <div className="empty">
      <p>{running ? page.peersNone : page.peersStopped}</p>
      {reason !== undefined && <p>{reason}</p>}
    </div>
  )
}

/** Before the first answer: on its way, or failed. */
function Unread({ failure, retry }: { failure: string | null; retry: () => void }) {
  if (failure === null) {
    return (
      <div role="status" aria-label={page.peersLoading}>
        <PeerSkeleton />
        <PeerSkeleton />
      </div>
    )
  }
  return (
    <div className="empty" role="alert">
      <p>
        {page.peersFailed}: {failure}
      </p>
      <button type="button" className="btn" onClick={retry}>
        {page.retry}
      </button>
    </div>
  )
}

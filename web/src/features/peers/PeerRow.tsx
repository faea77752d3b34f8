import { page } from '../../../../server/contract/messages.ts'
import type { Peer } from '../../../../server/contract/peers.ts'
import { ago, milliseconds } from '../../lib/time.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { shortKey } from '../../ui/short-key.ts'

const LOOKS: Record<Peer['status'], { icon: IconName; tone: string }> = {
  online: { icon: 'ok', tone: 'tone-ok' },
  offline: { icon: 'bad', tone: 'tone-quiet' },
  unknown: { icon: 'unknown', tone: 'tone-quiet' },
}

export interface PeerRowProps {
  peer: Peer
  /** The server's time when the peer was read; Unix milliseconds. */
  now: number
  busy: boolean
  /** null when no node runs that could ping. */
  onPing: (() => void) | null
}

export function PeerRow({ peer, now, busy, onPing }: PeerRowProps) {
  const { icon, tone } = LOOKS[peer.status]
  const offline = peer.status === 'offline'
  // What an offline peer once took to answer says nothing of now.
  const latency = peer.online && peer.latency !== undefined ? milliseconds(peer.latency) : ''
  return (
    <li className="row peer" title={offline ? page.offlineHint : undefined}>
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <div>
        <div className="mono key" title={peer.pubkey}>
          {shortKey(peer.pubkey)}
        </div>
        <div className="sub peer-facts">
          <span>{page.peerWords[peer.status]}</span>
          {latency !== '' && <span className="peer-ping">{latency}</span>}
          {factsOf(peer, now).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      </div>
      <span className="num">{latency}</span>
      <button
        type="button"
        className="btn quiet square"
        aria-label={`${page.pingPeer}, ${shortKey(peer.pubkey)}`}
        title={page.pingPeer}
        aria-busy={busy}
        disabled={onPing === null}
        onClick={() => onPing?.()}
      >
        <Icon name="ping" />
      </button>
    </li>
  )
}

function factsOf(peer: Peer, now: number): string[] {
  const { status, lastSeen, lastPingAttempt, partialSignatures: given } = peer
  return [
    lastSeen === undefined ? page.seenNever : page.seen(ago(lastSeen, now)),
    ...(status === 'offline' && lastPingAttempt !== undefined
      ? [page.tried(ago(lastPingAttempt, now))]
      : []),
    page.partialSignatures(given.toLocaleString('en'), given === 1),
  ]
}

export function PeerSkeleton() {
  return (
    <div className="row peer" aria-hidden="true">
      <span className="tone-quiet">
        <Icon name="wait" />
      </span>
      <div>
        <div className="mono">
          <span className="skeleton wide">{page.loading}</span>
        </div>
        <div className="sub">
          <span className="skeleton wide">{page.loading}</span>
        </div>
      </div>
    </div>
  )
}

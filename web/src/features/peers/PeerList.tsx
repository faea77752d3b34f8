import { peers as texts } from '../../texts/texts.ts'
import { told } from '../../texts/told.ts'
import { PeerRow } from './PeerRow.tsx'
import { PeersFailed, PeersLoading, PeersNotice, PeersPlace } from './PeersPlace.tsx'
import type { PeerListState } from './peer-list-state.ts'

export interface PeerListProps {
  state: PeerListState
  /** The server's clock ahead of this machine's. Milliseconds. */
  clockOffset: number
  /** Everyone is being pinged. */
  sweeping: boolean
  onRetry(): void
}

/** The rows, or what replaces them. */
export function PeerList({ state, clockOffset, sweeping, onRetry }: PeerListProps) {
  switch (state.at) {
    case 'loading':
      return <PeersLoading />
    case 'empty':
      return <PeersPlace title={texts.none} detail={state.reason} />
    case 'failed':
      return <PeersFailed problem={state.problem} onRetry={onRetry} />
    case 'list':
      return (
        <>
          {state.problem && <PeersNotice problem={state.problem} onRetry={onRetry} />}
          {state.answer.mode === 'static' && state.answer.reason && (
            <p className="border-b border-line bg-warn-soft px-4 py-2 text-sm text-ink-2">
              {texts.notWatched(told(state.answer.reason))}
            </p>
          )}
          <ul>
            {state.answer.peers.map((peer) => (
              <PeerRow
                key={peer.pubkey}
                peer={peer}
                clockOffset={clockOffset}
                sweeping={sweeping}
              />
            ))}
          </ul>
        </>
      )
  }
}

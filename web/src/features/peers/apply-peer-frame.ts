import type { QueryClient } from '@tanstack/react-query'
import type { InternalFrame } from '../../../../server/contract/events.ts'
import type { Peer } from '../../../../server/contract/peers.ts'
import { peersQuery } from './get-peers.ts'
import { patchPeer } from './patch-peer.ts'

/** Milliseconds. */
const REFETCH_GAP = 1_000

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/**
 * What the event stream says of a peer, in the list at once. The rest of its row (latency, counts)
 * is read soon after: once for all the frames of a second, however many peers there are.
 */
export function applyPeerFrame(queries: QueryClient, frame: InternalFrame): void {
  const { pubkey, status } = frame.data
  patchPeer(queries, pubkey, (peer) => changed(peer, status, frame.timestamp))
  if (waiting.has(queries)) return
  const timer = setTimeout(() => {
    waiting.delete(queries)
    // Only a list that is shown: without an observer there is nobody to read it for.
    void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  }, REFETCH_GAP)
  waiting.set(queries, timer)
}

function changed(peer: Peer, status: string, at: string): Peer {
  if (status === 'online') return { ...peer, status, online: true, lastSeen: at }
  if (status === 'offline') return { ...peer, status, online: false, lastPingAttempt: at }
  return peer
}

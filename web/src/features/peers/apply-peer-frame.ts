import type { QueryClient } from '@tanstack/react-query'
import type { InternalFrame } from '../../../../server/contract/events.ts'
import type { Peer } from '../../../../server/contract/peers.ts'
import { peersQuery } from './get-peers.ts'

/** Milliseconds. */
const REFETCH_GAP = 1_000

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/**
 * What the event stream says of a peer, in the list at once. The rest of its row (latency, counts)
 * is read soon after: once for all the frames of a second, however many peers there are.
 */
export function applyPeerFrame(queries: QueryClient, frame: InternalFrame): void {
  const { pubkey, status } = frame.data
  queries.setQueryData(peersQuery.queryKey, (known) => {
    if (known === undefined) return undefined
    const peers = known.peers.map((peer) =>
      isSame(peer.pubkey, pubkey) ? changed(peer, status, frame.timestamp) : peer,
    )
    return { ...known, peers, online: peers.filter(({ online }) => online).length }
  })
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

/** A leading 02 or 03 is ignored when matching. */
const isSame = (a: string, b: string): boolean => a.slice(-64) === b.slice(-64)

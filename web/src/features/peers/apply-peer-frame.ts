import type { QueryClient } from '@tanstack/react-query'
import type { PeerFrame } from '#contract/events.ts'
import type { Peer, PeerPresence } from '#contract/peers.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { peersQuery } from './get-peers.ts'
import { patchPeer } from './patch-peer.ts'

/** Milliseconds. */
const REFETCH_GAP = 1_000

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/**
 * Puts what the event stream says about a peer into the list at once. The rest of its row (latency,
 * counts) is read soon after: once for all frames of a second, however many peers there are.
 */
export function applyPeerFrame(queries: QueryClient, frame: PeerFrame): void {
  // The list shows one keyset's peers, and a member of another may have the same key.
  if (frame.keyset !== SHOWN_KEYSET) return
  const { pubkey, status } = frame.data
  patchPeer(queries, pubkey, (peer) => changed(peer, status))
  if (waiting.has(queries)) return
  const timer = setTimeout(() => {
    waiting.delete(queries)
    // Only if the list is shown: without an observer there is nobody to read it for.
    void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  }, REFETCH_GAP)
  waiting.set(queries, timer)
}

/** The key keeps the form that it has in the list. */
function changed(peer: Peer, { pubkey: _, ...presence }: PeerPresence): Peer {
  return { ...peer, ...presence, status: presence.online ? 'online' : 'offline' }
}

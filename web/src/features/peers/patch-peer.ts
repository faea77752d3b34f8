import type { QueryClient } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { isSameKey } from '#nostr/x-only.ts'
import { peersQuery } from './get-peers.ts'

/** Changes one row of the known list, if any, before it is read again. */
export function patchPeer(
  queries: QueryClient,
  pubkey: string,
  change: (peer: Peer) => Peer,
): void {
  queries.setQueryData(peersQuery.queryKey, (known) => {
    if (known === undefined) return undefined
    const peers = known.peers.map((peer) => (isSameKey(peer.pubkey, pubkey) ? change(peer) : peer))
    return { ...known, peers, online: peers.filter(({ online }) => online).length }
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { peersQuery } from './get-peers.ts'
import { selfQuery } from './get-self.ts'
import { type PeerListState, peerListState } from './peer-list-state.ts'
import { sweepQuery } from './ping-peers.ts'

export interface WatchedPeers {
  state: PeerListState
  /** The sweep that begins the watching is under way. */
  sweeping: boolean
  /** Asks again for whatever could not be read. */
  retry(): void
}

/**
 * The other members while there is a signer: read, swept once, read again, and then kept up to date,
 * by whoever shows them together.
 *
 * @param nodeActive whether a relay is heard, so that there is somebody to ping
 */
export function usePeers(nodeActive: boolean): WatchedPeers {
  const queries = useQueryClient()
  const self = useQuery(selfQuery)
  const peers = useQuery(peersQuery)
  const sweep = useQuery({ ...sweepQuery, enabled: nodeActive && peers.data !== undefined })

  useEffect(() => {
    if (sweep.isSuccess) void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  }, [sweep.isSuccess, queries])

  return {
    state: peerListState({ peers, self, sweep }),
    sweeping: sweep.isFetching,
    retry: () => {
      void peers.refetch()
      if (self.isError) void self.refetch()
      if (sweep.isError) void sweep.refetch()
    },
  }
}

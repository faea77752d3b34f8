import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { peersQuery } from '../peers/get-peers.ts'
import { type Flow, noteOnline } from './flow.ts'

/** Once this signer holds its new share, notes which devices come online with theirs. */
export function useOnlineDevices(flow: Flow, onFlow: Dispatch<SetStateAction<Flow>>): void {
  const isWatching = flow.at === 'packages' || flow.at === 'summary'
  const { data } = useQuery({ ...peersQuery, enabled: isWatching })
  useEffect(() => {
    if (!isWatching || data === undefined) return
    onFlow((now) =>
      now.at === 'packages' || now.at === 'summary' ? noteOnline(now, data.peers) : now,
    )
  }, [isWatching, data, onFlow])
}

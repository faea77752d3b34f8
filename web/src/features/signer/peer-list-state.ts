import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Overview } from '#contract/overview.ts'
import type { PeersAnswer } from '#contract/peers.ts'
import type { ReservedShare } from '#contract/reserved-shares.ts'
import type { StatusAnswer } from '#contract/status.ts'
import { isSameKey } from '#nostr/x-only.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { peers as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { statusQuery } from '../home/get-status.ts'
import { peersQuery, selfQuery, sweepQuery } from './peers.ts'

export interface Problem {
  title: string
  reason: string
}

/** What is shown where the list belongs. */
export type PeerListState =
  | { at: 'loading' }
  /** `problem`: why the newest reading failed; the rows are from the previous one. */
  | { at: 'list'; answer: PeersAnswer; detecting: boolean; problem: Problem | null }
  | { at: 'empty'; reason: string | null }
  | { at: 'failed'; problem: Problem }

interface Part<T> {
  data: T | undefined
  error: Error | null
}

export interface PeerListParts {
  peers: Part<PeersAnswer>
  self: Part<{ pubkey: string }>
  /** The first ping of all peers. */
  sweep: { isFetching: boolean; error: Error | null }
}

export function peerListState({ peers, self, sweep }: PeerListParts): PeerListState {
  const problem = problemOf(peers.error, self.error ?? sweep.error)
  if (peers.data === undefined) {
    return problem === null ? { at: 'loading' } : { at: 'failed', problem }
  }
  const answer = without(self.data?.pubkey, peers.data)
  if (answer.peers.length === 0)
    return {
      at: 'empty',
      reason: answer.reasonMessage === undefined ? null : translateMessage(answer.reasonMessage),
    }
  return { at: 'list', answer, detecting: sweep.isFetching, problem }
}

/** A share that no device has, as far as is known here. */
export type VacantShare = ReservedShare & { state: 'kept' | 'handedOut' | 'lost' }

const isVacant = (share: ReservedShare): share is VacantShare =>
  !share.heardBefore && ['kept', 'handedOut', 'lost'].includes(share.state)

/** Splits a list into devices, and the shares that no device has. */
export function withoutVacant(
  state: PeerListState,
  reserved: readonly ReservedShare[],
): { state: PeerListState; vacant: readonly VacantShare[] } {
  if (state.at !== 'list') return { state, vacant: [] }
  const { answer } = state
  const away = answer.peers.filter(({ online }) => !online)
  const vacant = reserved
    .filter(isVacant)
    .filter((share) => away.some(({ pubkey }) => pubkey === share.pubkey))
  const peers = answer.peers.filter(({ pubkey }) => vacant.every((one) => one.pubkey !== pubkey))
  return { state: { ...state, answer: { ...answer, peers, total: peers.length } }, vacant }
}

/** The peers with the states that they have in an overview: all that a page shows is of one moment. */
export function asIn({ devices }: Pick<Overview, 'devices'>, answer: PeersAnswer): PeersAnswer {
  const states = new Map(devices.map(({ pubkey, state }) => [pubkey, state]))
  const peers = answer.peers.map((peer) => {
    const status = states.get(peer.pubkey) ?? peer.status
    return { ...peer, status, online: status === 'online' }
  })
  return { ...answer, peers, online: peers.filter(({ online }) => online).length }
}

/** Whether there is a signer that could find peers; null while that is not known. */
export const canWatch = (status: StatusAnswer | undefined): boolean | null =>
  status === undefined ? null : status.hasCredentials && status.state !== 'stopped'

function problemOf(reading: Error | null, beginning: Error | null): Problem | null {
  if (reading !== null) return { title: texts.failed, reason: reasonOf(reading) }
  if (beginning !== null) return { title: texts.initializeFailed, reason: reasonOf(beginning) }
  return null
}

/** The peers without this server itself, which a server may list among them. */
function without(self: string | undefined, answer: PeersAnswer): PeersAnswer {
  if (self === undefined) return answer
  const peers = answer.peers.filter(({ pubkey }) => !isSameKey(pubkey, self))
  if (peers.length === answer.peers.length) return answer
  const online = peers.filter((peer) => peer.online).length
  return { ...answer, peers, total: peers.length, online }
}

interface WatchedPeers {
  state: PeerListState
  /** The first ping of all peers is under way. */
  sweeping: boolean
  /** Asks again for whatever could not be read. */
  retry(): void
}

/**
 * The other devices while there is a signer: read, pinged once, and read again. The event stream, or a poll, then keeps
 * them up to date.
 *
 * @param nodeActive whether a relay is heard, so that there is somebody to ping
 */
export function usePeers(nodeActive: boolean): WatchedPeers {
  const queries = useQueryClient()
  const self = useQuery(selfQuery)
  const peers = useQuery(peersQuery)
  const { data: status } = useQuery({ ...statusQuery, enabled: false })
  const sweep = useQuery({ ...sweepQuery, enabled: nodeActive && peers.data !== undefined })

  useEffect(() => {
    if (sweep.isSuccess) void queries.invalidateQueries({ queryKey: peersQuery.queryKey })
  }, [sweep.isSuccess, queries])

  return {
    state: peerListState({
      peers: {
        ...peers,
        data: status && peers.data ? asIn(status.overview, peers.data) : peers.data,
      },
      ...{ self, sweep },
    }),
    sweeping: sweep.isFetching,
    retry: () => {
      void peers.refetch()
      if (self.isError) void self.refetch()
      if (sweep.isError) void sweep.refetch()
    },
  }
}

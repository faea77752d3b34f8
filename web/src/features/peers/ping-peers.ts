import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { PING_TIMEOUT } from '#contract/limits.ts'
import type { Peer, PingAllAnswer, PingOneAnswer } from '#contract/peers.ts'
import { post } from '../../lib/api-client.ts'
import { STATUS_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { peers as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed, toastPartly } from '../../ui/toast.ts'
import { deviceName } from './device-name.ts'
import { peersQuery } from './get-peers.ts'

/** The answer comes only after waiting for peers that do not answer. Milliseconds. */
const TIMEOUT = PING_TIMEOUT + 10_000

const pingAll = (): Promise<PingAllAnswer> =>
  post('/api/peers/ping', { target: 'all' }, { timeout: TIMEOUT })

/** The sweep that begins the watching: once while the list is shown, retried until it succeeds. */
export const sweepQuery = queryOptions({
  queryKey: ['peers-sweep', SHOWN_KEYSET],
  queryFn: pingAll,
  refetchInterval: ({ state }) => (state.data === undefined ? STATUS_POLL : false),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Pings everyone, and reads the list again. */
export function usePingAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: pingAll,
    onSuccess: ({ results }) => {
      const answered = results.filter(({ success }) => success).length
      const text = texts.allAnswered(answered, results.length)
      if (answered === results.length) toastDone(text)
      else if (answered > 0) toastPartly(text)
      else toastFailed(text)
    },
    onError: (error) => toastFailed(texts.pingFailed(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

/** Pings one peer, and reads the list again. */
export function usePingPeer({ pubkey, name, member }: Pick<Peer, 'pubkey' | 'name' | 'member'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      post<PingOneAnswer>('/api/peers/ping', { target: pubkey }, { timeout: TIMEOUT }),
    onSuccess: ({ success, latency, error }) => {
      const peer = deviceName({ name, member })
      if (success) toastDone(texts.answered(peer, Math.round(latency ?? 0)))
      else toastFailed(texts.lost(peer), error)
    },
    onError: (error) => toastFailed(texts.pingFailed(reasonOf(error))),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

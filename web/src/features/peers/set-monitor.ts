import { useMutation, useQueryClient } from '@tanstack/react-query'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toastFailed } from '../../ui/toast.ts'
import { peersQuery } from './get-peers.ts'

/** Starts or stops the ping monitor. */
export function useSetMonitor() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (running: boolean) => post('/api/peers/monitor', { running }),
    onError: (error) => toastFailed(texts.monitorFailed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

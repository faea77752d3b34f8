import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { peers as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { peersQuery } from './get-peers.ts'

/** Starts or stops the ping monitor; under way until the list says so too. */
export function useSetMonitor() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'monitor' },
    mutationFn: (running: boolean) => post<{ running: boolean }>('/api/peers/monitor', { running }),
    onSuccess: ({ running }) => toastDone(running ? texts.monitorOn : texts.monitorOff),
    onError: (error) => toastFailed(texts.monitorFailed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

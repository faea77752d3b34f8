import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PolicyRequest } from '../../../../server/contract/operations.ts'
import { peers as texts } from '../../../../server/contract/texts/peers.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { peersQuery } from './get-peers.ts'

/** Says what a peer may do; `told` is what to say once it is in force, which is at once. */
export function useSetPolicy(pubkey: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ policy }: { policy: PolicyRequest; told: string }) =>
      call('PUT', `/api/peers/${pubkey}/policy`, { body: policy }),
    onSuccess: (_, { told }) => toastDone(told),
    onError: (error) => toastFailed(texts.policyFailed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

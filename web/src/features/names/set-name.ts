import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NameRequest } from '#contract/rules.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { names as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { peersQuery } from '../peers/get-peers.ts'
import { rulesQuery } from '../rules/get-rules.ts'

/** Gives a device a name; an empty one takes it away. */
export function useSetName(pubkey: string) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `name ${pubkey}` },
    mutationFn: (body: NameRequest) =>
      call<{ name: string }>('PUT', `/api/peers/${pubkey}/name`, { body }),
    onSuccess: async ({ name }) => {
      await Promise.all(
        [peersQuery, rulesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      )
      toastDone(name === '' ? texts.taken : texts.saved(name))
    },
    onError: (error) => toastFailed(texts.failed, reasonOf(error)),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { peers as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { peersQuery } from './get-peers.ts'
import { patchPeer } from './patch-peer.ts'

/** Sets whether a peer that speaks 2026 is still asked and answered in 1.x; in force at once. */
export function useAllowV1({ pubkey }: Peer) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `generations ${pubkey}` },
    mutationFn: ({ allowed }: { allowed: boolean; told: string }) => {
      const body = { allowV1: allowed }
      return call<Pick<Peer, 'firstGenerationAllowed'>>('PUT', `/api/peers/${pubkey}/generations`, {
        body,
      })
    },
    onSuccess: ({ firstGenerationAllowed }, { told }) => {
      patchPeer(queries, pubkey, (known) => ({ ...known, firstGenerationAllowed }))
      toastDone(told)
    },
    onError: (error) => toastFailed(texts.policyFailed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: peersQuery.queryKey }),
  })
}

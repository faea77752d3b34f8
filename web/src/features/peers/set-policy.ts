import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Peer } from '#contract/peers.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { peers as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { statusQuery } from '../status/get-status.ts'
import { deviceName } from './device-name.ts'
import { peersQuery } from './get-peers.ts'
import { patchPeer } from './patch-peer.ts'

type Policy = Pick<Peer, 'allowSend' | 'allowReceive' | 'denied'>

export interface PolicyChange {
  /** The change, made to the policy as the previous change left it. */
  change(policy: Policy): Partial<Policy>
  /** What to say once it is in force, which is at once. */
  told: string
  /** It takes back another one. */
  isUndo?: boolean
}

/**
 * Sets what a peer may do. Changes for one peer are sent one after the other, each based on the
 * previous result, because a call names the whole policy. The row shows what the server answers.
 *
 * @returns `chosen`: the policy with what was chosen last, also while that is being saved
 */
export function useSetPolicy(peer: Peer) {
  const queries = useQueryClient()
  const { pubkey } = peer
  const setPolicy = useMutation({
    scope: { id: `policy ${pubkey}` },
    mutationFn: async ({ change }: PolicyChange) => {
      const known = queries.getQueryData(peersQuery.queryKey)?.peers
      const { allowSend, allowReceive, denied } =
        known?.find((one) => one.pubkey === pubkey) ?? peer
      const before = { allowSend, allowReceive, denied }
      const changed = change(before)
      const body = { ...before, ...changed }
      const after = await call<Policy>('PUT', `/api/peers/${pubkey}/policy`, { body })
      const fields = Object.keys(changed) as (keyof Policy)[]
      return { after, undone: Object.fromEntries(fields.map((field) => [field, before[field]])) }
    },
    onSuccess: ({ undone, after: { allowSend, allowReceive, denied } }, { told, isUndo }) => {
      const policy = { send: allowSend, recv: allowReceive }
      const shown = { allowSend, allowReceive, denied, policy }
      patchPeer(queries, pubkey, (known) => ({ ...known, ...shown }))
      const undo = () =>
        setPolicy.mutate({
          change: () => undone,
          told: texts.policyBack(deviceName(peer)),
          isUndo: true,
        })
      toastDone(told, isUndo ? undefined : undo)
    },
    onError: (error) => toastFailed(texts.policyFailed, reasonOf(error)),
    // Not waited for: the answer that counts is here. A reading under way is restarted.
    onSettled: () => {
      for (const { queryKey } of [peersQuery, statusQuery]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  const chosen: Policy = setPolicy.isPending
    ? { ...peer, ...setPolicy.variables.change(peer) }
    : peer
  return { ...setPolicy, chosen }
}

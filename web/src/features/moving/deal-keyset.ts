import { useMutation } from '@tanstack/react-query'
import type { DealAnswer, DealRequest } from '#contract/packages.ts'
import { post } from '../../lib/api-client.ts'
import { moving as texts } from '../../texts/texts.ts'
import { PACKAGE_TIMEOUT } from '../packages/package-work.ts'
import type { Dealt, OldShares } from './flow.ts'

interface DealOrder {
  old: OldShares
  order: Omit<DealRequest, 'groupCredential' | 'shareCredentials'>
}

async function dealKeyset({ old, order }: DealOrder): Promise<Dealt> {
  const { groupCredential, shareCredentials } = old
  const request = { ...order, groupCredential, shareCredentials: [...shareCredentials] }
  // One package is made after the other.
  const timeout = PACKAGE_TIMEOUT * order.totalMembers
  const answer = await post<DealAnswer>('/api/keyset/deal', request, { timeout })
  const isAsAsked = answer.npub === old.npub && answer.packages.length === order.totalMembers - 1
  if (!isAsAsked) throw new Error(texts.unreadable)
  const { name, threshold, relays } = order
  return { ...answer, name, threshold, relays }
}

/** Has the server deal new shares of the key. Neither old nor new ones stay in the cache. */
export const useDealKeyset = () => useMutation({ mutationFn: dealKeyset, gcTime: 0 })

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeysetAnswer, KeysetRequest } from '#contract/credentials.ts'
import { post } from '#web/lib/api-client.ts'
import type { Decoders } from '#web/lib/decoders.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { keyset as texts } from '#web/texts/texts.ts'
import { statusQuery } from '../../home/get-status.ts'
import { envQuery, savedQuery } from '../credentials/env.ts'
import { envChange } from '../credentials/env-changes.ts'
import type { NewKeyset } from './flow.ts'

async function createKeyset(request: KeysetRequest, decoders: Decoders): Promise<NewKeyset> {
  const answer = await post<KeysetAnswer>('/api/keyset', { ...request, generation: '1.x' })
  if (answer.generation !== '1.x') throw new Error(texts.unreadable)
  const { groupCredential, shareCredentials } = answer
  const group = decoders.decodeGroup(groupCredential)
  if (!group.ok || shareCredentials.length !== request.totalMembers) {
    throw new Error(texts.unreadable)
  }
  return {
    name: request.name,
    threshold: request.threshold,
    npub: decoders.npubEncode(decoders.groupKeyOf(group.value)),
    isOwnKey: request.secretKey !== undefined,
    groupCredential,
    shareCredentials,
  }
}

/** Has the server make a keyset. Neither the key nor the shares stay in the cache. */
export const useCreateKeyset = (decoders: Decoders) =>
  useMutation({
    mutationFn: (request: KeysetRequest) => createKeyset(request, decoders),
    gcTime: 0,
  })

/** Has the server make a keyset of 2026, and run on its first share. No share comes to the page. */
export function useKeepKeyset() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (request: KeysetRequest) =>
      post<KeysetAnswer>('/api/keyset', { ...request, generation: '2026' }),
    onSettled: () => invalidate(queries, envQuery, savedQuery, statusQuery),
    gcTime: 0,
  })
}

import { useMutation } from '@tanstack/react-query'
import type { KeysetAnswer, KeysetRequest } from '#contract/credentials.ts'
import { post } from '../../lib/api-client.ts'
import type { Decoders } from '../../lib/decoders.ts'
import { keyset as texts } from '../../texts/texts.ts'
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

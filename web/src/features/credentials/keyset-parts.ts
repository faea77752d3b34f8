import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPart } from '../../lib/load-part.ts'

const loadKeysetParts = async () => {
  const [decoders, { KeysetFacts }, { CredentialFields }] = await Promise.all([
    import('../../lib/credentials.ts'),
    import('./KeysetFacts.tsx'),
    import('./CredentialFields.tsx'),
  ])
  return { decoders, KeysetFacts, CredentialFields }
}

/** What shows and checks credentials: loaded once, and not before the page itself is there. */
const keysetPartsQuery = queryOptions({
  queryKey: ['keyset-parts'],
  queryFn: () => loadPart(loadKeysetParts),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useKeysetParts = () => useQuery(keysetPartsQuery)

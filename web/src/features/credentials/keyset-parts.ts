import { queryOptions, useQuery } from '@tanstack/react-query'

/** What shows and checks credentials: loaded once, and not before the page itself is there. */
const keysetPartsQuery = queryOptions({
  queryKey: ['keyset-parts'],
  queryFn: async () => {
    const [decoders, { KeysetFacts }, { CredentialFields }] = await Promise.all([
      import('../../lib/credentials.ts'),
      import('./KeysetFacts.tsx'),
      import('./CredentialFields.tsx'),
    ])
    return { decoders, KeysetFacts, CredentialFields }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

export const useKeysetParts = () => useQuery(keysetPartsQuery)

import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPart } from '../../lib/load-part.ts'

const wordsQuery = queryOptions({
  queryKey: ['identity-words'],
  queryFn: () => loadPart(() => import('../../lib/identity-words.ts')),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/**
 * The four words of an identity: null until the code for them is loaded, undefined if it can't be.
 * Without an npub the code is loaded for later, when there may be something to lose.
 */
export function useIdentityWords(npub?: string): readonly string[] | null | undefined {
  const { data, isError } = useQuery(wordsQuery)
  if (data === undefined) return isError ? undefined : null
  return npub === undefined ? [] : data.identityWords(npub)
}

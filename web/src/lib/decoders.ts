import { queryOptions, useQuery } from '@tanstack/react-query'
import { loadPart } from './load-part.ts'

/** The code that reads keys and credentials. */
export type Decoders = typeof import('./credentials.ts')

/** The decoders, loaded once for the whole page. */
export const decodersQuery = queryOptions({
  queryKey: ['decoders'],
  queryFn: (): Promise<Decoders> => loadPart(() => import('./credentials.ts')),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** The decoders of credentials: null until they are loaded, undefined when they can't be. */
export function useDecoders(): Decoders | null | undefined {
  const { data, isError } = useQuery(decodersQuery)
  return data ?? (isError ? undefined : null)
}

import { queryOptions } from '@tanstack/react-query'

/** What reads keys and credentials. */
export type Decoders = typeof import('./credentials.ts')

/** The decoders, loaded once for the whole page. */
export const decodersQuery = queryOptions({
  queryKey: ['decoders'],
  queryFn: (): Promise<Decoders> => import('./credentials.ts'),
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

import { useQuery } from '@tanstack/react-query'
import { type Decoders, decodersQuery } from '../../lib/decoders.ts'

/** The decoders of credentials: null until they are loaded, undefined when they can't be. */
export function useDecoders(): Decoders | null | undefined {
  const { data, isError } = useQuery(decodersQuery)
  return data ?? (isError ? undefined : null)
}

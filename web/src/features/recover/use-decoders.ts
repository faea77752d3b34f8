import { useQuery } from '@tanstack/react-query'
import { type Decoders, decodersQuery } from '../../lib/decoders.ts'

/**
 * The decoders of credentials; null while they are loading. Without them this screen is useless: the
 * frame then says so, and how to go on.
 */
export const useDecoders = (): Decoders | null =>
  useQuery({ ...decodersQuery, throwOnError: true }).data ?? null

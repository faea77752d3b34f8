import { useQuery } from '@tanstack/react-query'
import { type Decoders, decodersQuery } from '../../lib/decoders.ts'

/**
 * The decoders of credentials; null while they are being loaded. Without them this screen can do
 * nothing: the frame then says so, and how to go on.
 */
export const useDecoders = (): Decoders | null =>
  useQuery({ ...decodersQuery, throwOnError: true }).data ?? null

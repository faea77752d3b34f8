import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/**
 * What the server said last, for every screen. A poll is its own retry, and a mutation that
 * failed is the person's to repeat; on a home network `navigator.onLine` knows nothing of the server.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** What to tell a person of an error that a query or a mutation ended with. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether nobody answered, which is the network's or the server's affair. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === null

import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import type { Failure } from '#contract/message.ts'
import { translateMessage } from '../texts/translate-message.ts'
import { ApiError } from './api-client.ts'
import { STATUS_POLL } from './limits.ts'

/**
 * The server's last answers, for every screen. A poll is its own retry, and a person repeats a failed
 * mutation; on a home network `navigator.onLine` says nothing about the server.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 1_000 },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The message to show for the error of a query or a mutation. */
export const reasonOf = (error: unknown): string => translateMessage(whyOf(error))

/** The server's message with its code. */
export const whyOf = (error: unknown): Failure =>
  error instanceof ApiError ? error.why : { error: messageOf(error) }

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether nobody answered: a problem of the network or the server. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.status === null

/** The id of the keyset that the screens show, also in query keys. No screen chooses another one yet. */
export const SHOWN_KEYSET = FIRST_KEYSET

/**
 * Reads again what news is about, as far as it is shown. An answer under way may be older than the news: it is not used
 * where there is an earlier one to show meanwhile; a first one is shown until the next has come.
 */
export async function readAgain(
  queries: QueryClient,
  { queryKey }: { queryKey: QueryKey },
): Promise<void> {
  const isFirst =
    queries.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  await queries.invalidateQueries({ queryKey })
  // TanStack breaks off no first answer, but has waited for it.
  if (isFirst) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/** Marks answers as out of date. Resolves once those that are shown have been read again. */
export const invalidate = async (
  queries: QueryClient,
  ...outOfDate: readonly { queryKey: QueryKey }[]
): Promise<void> => {
  await Promise.all(outOfDate.map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
}

let isLive = false

/** Sets whether the event stream is open and reports each change. */
export const setLive = (live: boolean): void => {
  isLive = live
}

/**
 * A query's `refetchInterval` for what the event stream reports: polls only while the stream is away or the last
 * request failed. Milliseconds; false: no poll.
 */
export const pollUnlessLive = ({ state }: { state: { status: string } }): number | false =>
  isLive && state.status !== 'error' ? false : STATUS_POLL

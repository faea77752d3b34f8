import { QueryClient } from '@tanstack/react-query'
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

/** The keyset that the screens show: no screen chooses another one yet. What is known of it is kept under it. */
export const SHOWN_KEYSET = FIRST_KEYSET

let isLive = false

/** Says whether the event stream tells the screens of each change. */
export const setLive = (live: boolean): void => {
  isLive = live
}

/** How often to ask for what the event stream tells of: only while it is away, or nobody could say. Milliseconds. */
export const pollUnlessLive = ({ state }: { state: { status: string } }): number | false =>
  isLive && state.status !== 'error' ? false : STATUS_POLL

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { RelayHosts } from '#contract/relay-url.ts'
import { get } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** What is saved, without its secrets: everything that the console shows unasked. */
export const savedQuery = queryOptions({
  queryKey: ['saved', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<CredentialsAnswer>('/api/credentials', signal),
})

export const useSaved = () => useQuery(savedQuery)

/** Hosts without a dot that relays may have, as the server was started. */
export const useRelayHosts = (): RelayHosts => new Set(useSaved().data?.relayHosts)

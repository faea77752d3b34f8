import { queryOptions } from '@tanstack/react-query'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { EnvAnswer } from '#contract/env.ts'
import { get } from '#web/lib/api-client.ts'
import { SHOWN_KEYSET } from '#web/lib/query-client.ts'
import type { CredentialPair } from './browser-records.ts'

/**
 * The four credentials, the share included: for screens that work on it, and only while they are
 * shown. The server may first ask who is at the page. Nothing polls them: the event stream says when
 * somebody else has changed them.
 */
export const envQuery = queryOptions({
  queryKey: ['env', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<EnvAnswer>('/api/env', signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** The signer's own credentials; null when it lacks either. */
export const pairOf = ({ SHARE_CRED, GROUP_CRED }: EnvAnswer): CredentialPair | null =>
  SHARE_CRED && GROUP_CRED ? { shareCredential: SHARE_CRED, groupCredential: GROUP_CRED } : null

/** The settings when there are no credentials, which need no confirmation. */
export const withoutCredentials = ({ name, relays }: CredentialsAnswer): EnvAnswer => ({
  ...(name !== undefined && { GROUP_NAME: name }),
  ...(relays.length > 0 && { RELAYS: JSON.stringify(relays) }),
})

/** What is saved, without its secrets: everything that the console shows unasked. */
export const savedQuery = queryOptions({
  queryKey: ['saved', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<CredentialsAnswer>('/api/credentials', signal),
})

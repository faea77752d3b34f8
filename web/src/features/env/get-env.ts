import { queryOptions } from '@tanstack/react-query'
import type { CredentialsAnswer } from '../../../../server/contract/credentials.ts'
import type { EnvAnswer } from '../../../../server/contract/env.ts'
import { get } from '../../lib/api-client.ts'

/**
 * The four settings, the share among them: for screens that work on it, and no longer than they are
 * shown. The server may ask first who is at the page. Nothing polls them: the event stream tells when
 * somebody else has changed them.
 */
export const envQuery = queryOptions({
  queryKey: ['env'],
  queryFn: ({ signal }) => get<EnvAnswer>('/api/env', signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** The settings where there are no credentials: nothing that anybody has to be asked for. */
export const withoutCredentials = ({ name, relays }: CredentialsAnswer): EnvAnswer => ({
  ...(name !== undefined && { GROUP_NAME: name }),
  ...(relays.length > 0 && { RELAYS: JSON.stringify(relays) }),
})

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ProfileAnswer } from '#contract/profile.ts'
import { get } from '../../lib/api-client.ts'
import { PROFILE_POLL, PROFILE_STALE } from '../../lib/limits.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'

/** What nostr tells of the identity; asked again while the server has not looked yet. */
export const profileQuery = queryOptions({
  queryKey: ['profile', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<ProfileAnswer>('/api/profile', signal),
  staleTime: PROFILE_STALE,
  refetchInterval: ({ state: { data } }) =>
    data?.enabled === true && data.fetchedAt === undefined ? PROFILE_POLL : false,
})

export const useProfileAnswer = () => useQuery(profileQuery)

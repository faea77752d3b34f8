import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { VersionAnswer, VersionUpdate } from '#contract/version.ts'
import { call, get } from '../../lib/api-client.ts'
import { VERSION_POLL } from '../../lib/limits.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { settings as texts } from '../../texts/texts.ts'
import { toastFailed } from '../../ui/toast.ts'

const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => get<VersionAnswer>('/api/version', signal),
  refetchInterval: ({ state: { data } }) => (data?.isAsking ? VERSION_POLL : false),
})

/** Which version runs, and whether there is a newer one. */
export const useVersion = () => useQuery(versionQuery)

/** Lets the server ask for the newest version, or no longer. */
export function useSaveAsks() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'version' },
    mutationFn: (body: VersionUpdate) => call<VersionAnswer>('PUT', '/api/version', { body }),
    onSuccess: (saved) => queries.setQueryData(versionQuery.queryKey, saved),
    onError: (error) => toastFailed(texts.asksNotSaved, reasonOf(error)),
  })
}

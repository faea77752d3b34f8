import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import { call, get } from '../../lib/api-client.ts'
import { reasonOf, SHOWN_KEYSET } from '../../lib/query-client.ts'
import { generations as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { statusQuery } from '../home/get-status.ts'

/** The protocol settings. Only an owner changes them. */
const settingsQuery = queryOptions({
  queryKey: ['settings', SHOWN_KEYSET],
  queryFn: ({ signal }) => get<Settings>('/api/settings', signal),
})

export const useSettings = () => useQuery(settingsQuery)

/** @param done what to say once it is in force, which is at once */
export function useSaveSettings(done: string = texts.saved) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'settings' },
    mutationFn: (body: SettingsUpdate) => call<Settings>('PUT', '/api/settings', { body }),
    onSuccess: (saved) => {
      queries.setQueryData(settingsQuery.queryKey, saved)
      toastDone(done)
    },
    onError: (error) => toastFailed(texts.saveFailed, reasonOf(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: statusQuery.queryKey }),
  })
}

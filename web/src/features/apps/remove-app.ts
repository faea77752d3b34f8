import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppView } from '#contract/apps.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { questionsQuery } from '../questions/get-questions.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { appQuery, appsQuery } from './get-apps.ts'

/** Removes an app; one that is already gone is fine too. */
export function useRemoveApp(onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: AppView) => {
      try {
        await call('DELETE', `/api/apps/${encodeURIComponent(id)}`)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: (_none, { id, name }) => {
      queries.setQueryData(
        appsQuery.queryKey,
        (known) => known && { apps: known.apps.filter((app) => app.id !== id) },
      )
      queries.removeQueries({ queryKey: appQuery(id).queryKey })
      for (const { queryKey } of [rulesQuery, questionsQuery]) {
        void queries.invalidateQueries({ queryKey })
      }
      toastDone(texts.removed(name))
      onRemoved()
    },
    onError: (error) => toastFailed(texts.removeFailed, reasonOf(error)),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppUpdate, AppView } from '#contract/apps.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { appQuery, appsQuery } from './get-apps.ts'

/** Changes what is given of an app, in force at once. */
export function useUpdateApp({ id }: Pick<AppView, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `app ${id}` },
    mutationFn: (body: AppUpdate) =>
      call<AppView>('PUT', `/api/apps/${encodeURIComponent(id)}`, { body }),
    onSuccess: (app, { name }) => {
      queries.setQueryData(
        appsQuery.queryKey,
        (known) => known && { apps: known.apps.map((one) => (one.id === id ? app : one)) },
      )
      queries.setQueryData(appQuery(id).queryKey, app)
      if (name !== undefined) void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })
      toastDone(name === undefined ? texts.changed(app.name) : texts.renamed(app.name))
    },
    onError: (error) => toastFailed(texts.changeFailed, reasonOf(error)),
  })
}

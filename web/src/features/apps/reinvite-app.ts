import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InviteAnswer } from '#contract/apps.ts'
import { post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { toastFailed } from '../../ui/toast.ts'
import { appsQuery } from './get-apps.ts'

/** Makes a new link for an app that is there. */
export function useReinviteApp(onInvited: (invited: InviteAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      post<InviteAnswer>(`/api/apps/${encodeURIComponent(id)}/invite`, {}),
    gcTime: 0,
    onSuccess: (invited) => {
      void queries.invalidateQueries({ queryKey: appsQuery.queryKey })
      onInvited(invited)
    },
    onError: (error) => toastFailed(texts.inviteFailed, reasonOf(error)),
  })
}

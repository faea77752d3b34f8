import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { InviteAnswer, inviteRequest } from '#contract/apps.ts'
import { post } from '../../lib/api-client.ts'
import { appsQuery } from './get-apps.ts'

/** Makes an app, and the link that pairs the first client that uses it. The form says what went wrong. */
export function useInviteApp(onInvited: (invited: InviteAnswer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: z.input<typeof inviteRequest>) =>
      post<InviteAnswer>('/api/apps/invite', request),
    // The link is a secret: no copy of it stays behind.
    gcTime: 0,
    onSuccess: (invited) => {
      void queries.invalidateQueries({ queryKey: appsQuery.queryKey })
      onInvited(invited)
    },
  })
}

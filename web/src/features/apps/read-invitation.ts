import { useMutation } from '@tanstack/react-query'
import type { Invitation } from '#contract/apps.ts'
import { post } from '../../lib/api-client.ts'

/** What an app's link says; nothing happens by it. */
export const useReadInvitation = () =>
  useMutation({
    mutationFn: async (uri: string) => ({
      uri,
      invitation: await post<Invitation>('/api/apps/read', { uri }),
    }),
    gcTime: 0,
  })

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ProfileAnswer, ProfileUpdate } from '#contract/profile.ts'
import { call } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { settings as texts } from '../../texts/texts.ts'
import { toastFailed } from '../../ui/toast.ts'
import { profileQuery } from './get-profile.ts'

/** Switches looking for the profile on or off. */
export function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    scope: { id: 'profile' },
    mutationFn: (body: ProfileUpdate) => call<ProfileAnswer>('PUT', '/api/profile', { body }),
    onSuccess: (saved) => queries.setQueryData(profileQuery.queryKey, saved),
    onError: (error) => toastFailed(texts.profileNotSaved, reasonOf(error)),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  AppUpdate,
  AppView,
  acceptAnswer,
  acceptRequest,
  Invitation,
  InviteAnswer,
  inviteRequest,
} from '#contract/apps.ts'
import { call, deleteIfThere, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { apps as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { questionsQuery } from '../policy/questions.ts'
import { rulesQuery } from '../policy/rules.ts'
import { appQuery, appsQuery } from './queries.ts'

/** The server first looks whether the app's relays can be reached. Milliseconds. */
const TIMEOUT = 30_000

/** Pairs an app by its link. The form says what went wrong. */
export function useAcceptApp(onPaired: (id: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: z.input<typeof acceptRequest>) =>
      post<z.infer<typeof acceptAnswer>>('/api/apps/accept', request, { timeout: TIMEOUT }),
    gcTime: 0,
    onSuccess: async ({ id }) => {
      await Promise.all(
        [appsQuery, rulesQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      )
      onPaired(id)
    },
  })
}

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

/** Reads what an app's link says; changes nothing. */
export const useReadInvitation = () =>
  useMutation({
    mutationFn: async (uri: string) => ({
      uri,
      invitation: await post<Invitation>('/api/apps/read', { uri }),
    }),
    gcTime: 0,
  })

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

/** Removes an app; one that is already gone is fine too. */
export function useRemoveApp(onRemoved: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AppView) => deleteIfThere(`/api/apps/${encodeURIComponent(id)}`),
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

/** Changes the given fields of an app, in force at once. */
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

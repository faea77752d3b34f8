import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { NotifyAnswer, NotifyRequest, notifyTried } from '#contract/notify.ts'
import { call, post } from '../../lib/api-client.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { notificationsPanel as texts } from '../../texts/texts.ts'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { notifyQuery } from './get-notify.ts'

/** Longer than the server waits for where it posts to. Milliseconds. */
const TRY_TIMEOUT = 30_000

/** Posts a notice to an address, saved or not. */
export const useTryNotify = () =>
  useMutation({
    mutationFn: (request: NotifyRequest) =>
      post<z.infer<typeof notifyTried>>('/api/notify/test', request, { timeout: TRY_TIMEOUT }),
  })

/** Says where notices go. */
export function useSaveNotify() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NotifyRequest) => call<NotifyAnswer>('PUT', '/api/notify', { body }),
    onSuccess: (answer) => {
      queries.setQueryData(notifyQuery.queryKey, answer)
      toastDone(texts.saved)
    },
    onError: (error) => toastFailed(texts.saveFailed, reasonOf(error)),
    // The token must not stay in the cache.
    gcTime: 0,
  })
}

/** Sends no more notices to the saved address. */
export function useRemoveNotify() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<NotifyAnswer>('DELETE', '/api/notify'),
    onSuccess: (answer) => {
      queries.setQueryData(notifyQuery.queryKey, answer)
      toastDone(texts.removed)
    },
    onError: (error) => toastFailed(texts.removeFailed, reasonOf(error)),
  })
}

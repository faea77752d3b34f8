import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { acceptAnswer, acceptRequest } from '#contract/apps.ts'
import { post } from '../../lib/api-client.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import { appsQuery } from './get-apps.ts'

/** The server first looks whether the app's relays can be reached. Milliseconds. */
const TIMEOUT = 30_000

/** Pairs the app whose link it is. The form says what went wrong. */
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

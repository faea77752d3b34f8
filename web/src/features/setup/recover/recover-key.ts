import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { recoverAnswer, recoverRequest } from '#contract/credentials.ts'
import { ApiError, post } from '#web/lib/api-client.ts'
import { isUnreachable } from '#web/lib/query-client.ts'
import { common, recover as texts } from '#web/texts/texts.ts'
import { translateMessage } from '#web/texts/translate-message.ts'

interface RecoverInput extends z.infer<typeof recoverRequest> {
  /** Fields left out because they hold no share of the group. */
  invalid: number
}

export interface Recovered {
  nsec: string
  npub: string
  sharesUsed: number
  /** What was left out here, and what the server left out. */
  invalidShares: number
}

async function recoverKey({ invalid, ...request }: RecoverInput): Promise<Recovered> {
  const { nsec, npub, details } = await post<z.infer<typeof recoverAnswer>>('/api/recover', request)
  const { sharesUsed, invalidShares = [] } = details
  return { nsec, npub, sharesUsed, invalidShares: invalid + invalidShares.length }
}

/** Recovers the key. Only the caller holds the answer; no cache does. */
export const useRecoverKey = () => useMutation({ mutationFn: recoverKey, gcTime: 0 })

/** The server's reason, or that it gave none. */
export function recoveryFailure(error: unknown): string {
  if (isUnreachable(error)) return common.networkError
  const said = error instanceof ApiError && error.body !== undefined
  return said ? translateMessage(error.why) : texts.failedReason
}

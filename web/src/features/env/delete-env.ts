import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EnvAnswer } from '#contract/env.ts'
import type { EnvKey } from '#contract/keysets.ts'
import { post } from '../../lib/api-client.ts'
import { statusQuery } from '../status/get-status.ts'
import { envChange } from './env-change.ts'
import { envQuery } from './get-env.ts'
import { savedQuery } from './get-saved.ts'

export interface Deletion {
  keys: readonly EnvKey[]
  /** Also delete all share records on the server. */
  shareRecords: boolean
}

/** Deletes settings for good; without credentials the signer stops. */
export function useDeleteEnv() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (deletion: Deletion) => post('/api/env/delete', deletion),
    onSuccess: (_, { keys }) =>
      queries.setQueryData(envQuery.queryKey, (env) => env && without(env, keys)),
    onSettled: () =>
      Promise.all(
        [savedQuery, statusQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

function without(env: EnvAnswer, keys: readonly EnvKey[]): EnvAnswer {
  const rest = { ...env }
  for (const key of keys) delete rest[key]
  return rest
}

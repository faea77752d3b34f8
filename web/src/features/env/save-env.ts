import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EnvUpdate } from '#contract/env.ts'
import { post } from '../../lib/api-client.ts'
import { statusQuery } from '../status/get-status.ts'
import { envChange } from './env-change.ts'
import { envQuery } from './get-env.ts'
import { savedQuery } from './get-saved.ts'

/** Saves any of the four credentials, all or none; RELAYS as a JSON array. */
export function useSaveEnv() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: (changes: EnvUpdate) => post('/api/env', changes),
    // What was saved is shown even if the next request is not answered.
    onSuccess: (_, { policies: _none, ...changes }) =>
      queries.setQueryData(envQuery.queryKey, (env) => ({ ...env, ...changes })),
    // The signer follows, and the server normalises what it keeps.
    onSettled: () =>
      Promise.all(
        [savedQuery, statusQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

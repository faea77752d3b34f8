import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportAnswer } from '#contract/import.ts'
import type { Scope } from '#contract/scopes.ts'
import { call } from '#web/lib/api-client.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { statusQuery } from '../../home/get-status.ts'
import { envQuery, savedQuery } from '../credentials/env.ts'
import { envChange } from '../credentials/env-changes.ts'

/** Files of an igloo-server. `first`: its database or environment; `second`: the database's log, or the policies. */
export interface IglooFiles {
  first: Blob
  second: Blob | null
}

interface IglooImport {
  files: IglooFiles
  /** Undefined: the only user who has a share. */
  user?: string | undefined
  /** Undefined: there is none, or the server is to say who has a share. */
  password?: string | undefined
  /** The scope that API keys get; undefined: the one that they had. */
  scope?: Scope | undefined
  dryRun: boolean
}

/** A database takes its time on a slow line. Milliseconds. */
const TIMEOUT = 600_000

/** Sends the files of an igloo-server. Neither they nor their password stay in the cache. */
export function useSendIgloo() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: sendIgloo,
    gcTime: 0,
    onSuccess: async ({ state }) => {
      if (state === 'imported') await invalidate(queries, envQuery, savedQuery, statusQuery)
    },
  })
}

function sendIgloo({ files, user, password, scope, dryRun }: IglooImport): Promise<ImportAnswer> {
  const { first, second } = files
  const query = new URLSearchParams({
    dryRun: String(dryRun),
    ...(user !== undefined && { user }),
    ...(scope !== undefined && { scope }),
    ...(second !== null && { beside: String(second.size) }),
  })
  return call<ImportAnswer>('POST', `/api/import/igloo?${query}`, {
    file: new Blob(second === null ? [first] : [first, second]),
    // Headers hold only Latin-1, but a password can hold anything.
    headers: password === undefined ? {} : { 'X-Import-Password': encodeURIComponent(password) },
    timeout: TIMEOUT,
  })
}

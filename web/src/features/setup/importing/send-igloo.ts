import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportAnswer } from '#contract/import.ts'
import type { Scope } from '#contract/scopes.ts'
import { call } from '#web/lib/api-client.ts'
import { statusQuery } from '../../home/get-status.ts'
import { envQuery, savedQuery } from '../credentials/env.ts'
import { envChange } from '../credentials/env-changes.ts'

/** What igloo-server has left: its database or its environment, and what belongs beside it. */
export interface IglooFiles {
  first: Blob
  second: Blob | null
}

interface IglooImport {
  files: IglooFiles
  /** Undefined: that of the only one who has a share. */
  user?: string | undefined
  /** Undefined: there is none, or the server is to say who has a share. */
  password?: string | undefined
  /** Of API keys; undefined: what they could do before. */
  scope?: Scope | undefined
  dryRun: boolean
}

/** A database takes its time on a slow line. Milliseconds. */
const TIMEOUT = 600_000

/** Sends what igloo-server has left. Neither it nor its password stays in the cache. */
export function useSendIgloo() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: envChange,
    mutationFn: sendIgloo,
    gcTime: 0,
    onSuccess: ({ state }) => {
      if (state !== 'imported') return undefined
      const changed = [savedQuery, statusQuery, envQuery]
      return Promise.all(
        changed.map(({ queryKey }) => queries.invalidateQueries({ queryKey: [...queryKey] })),
      )
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

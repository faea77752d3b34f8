import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { readRecords } from '../shares/browser-records.ts'
import { sharesQuery } from '../shares/get-shares.ts'
import type { Decoders } from './check.ts'
import { newestUsable, type SavedPair } from './newest-usable.ts'

export type Saved =
  | { state: 'looking' | 'none' }
  | { state: 'found'; pair: SavedPair }
  | { state: 'failed'; reason: string }

/**
 * The fields' initial content: the signer's own credentials; without them, the newest saved pair in
 * this browser or, if it has none, on the server.
 */
export function useSavedPair(env: EnvAnswer, decoders: Decoders | null): Saved {
  const { SHARE_CRED, GROUP_CRED } = env
  const here = useMemo((): SavedPair | null => {
    if (SHARE_CRED && GROUP_CRED) {
      return { shareCredential: SHARE_CRED, groupCredential: GROUP_CRED }
    }
    return decoders === null ? null : newestUsable(decoders, readRecords())
  }, [SHARE_CRED, GROUP_CRED, decoders])
  const { data, error } = useQuery({
    ...sharesQuery,
    enabled: decoders !== null && here === null,
    staleTime: Number.POSITIVE_INFINITY,
  })

  if (here !== null) return { state: 'found', pair: here }
  if (error !== null) return { state: 'failed', reason: reasonOf(error) }
  if (decoders === null || data === undefined) return { state: 'looking' }
  const pair = newestUsable(decoders, data)
  return pair === null ? { state: 'none' } : { state: 'found', pair }
}

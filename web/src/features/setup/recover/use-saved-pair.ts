import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { type CredentialPair, readRecords } from '../credentials/browser-records.ts'
import { pairOf } from '../credentials/env.ts'
import { sharesQuery } from '../credentials/shares.ts'
import type { Decoders } from './check.ts'

export type Saved =
  | { state: 'looking' | 'none' }
  | { state: 'found'; pair: CredentialPair }
  | { state: 'failed'; reason: string }

/**
 * The fields' initial content: the signer's own credentials; without them, the newest saved pair in
 * this browser or, if it has none, on the server.
 */
export function useSavedPair(env: EnvAnswer, decoders: Decoders | null): Saved {
  const own = pairOf(env)
  const hasOwn = own !== null
  const kept = useMemo(
    () => (hasOwn || decoders === null ? null : newestUsable(decoders, readRecords())),
    [hasOwn, decoders],
  )
  const here = own ?? kept
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

/**
 * The first of the records whose credentials are both valid and belong together.
 *
 * @param records newest first
 */
export function newestUsable(
  decoders: Decoders,
  records: readonly CredentialPair[],
): CredentialPair | null {
  const usable = ({ shareCredential, groupCredential }: CredentialPair) => {
    const share = decoders.readShare(shareCredential)
    const group = decoders.decodeGroup(groupCredential)
    return share.ok && group.ok && decoders.keysetOf(group.value, share.value).ok
  }
  return records.find(usable) ?? null
}

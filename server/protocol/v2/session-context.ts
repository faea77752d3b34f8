import { type HashContext, hashContext, type OwnNonce } from './frost.ts'
import type { GroupPackage } from './group.ts'
import type { SignSession } from './messages.ts'

/**
 * What signing one hash of a session needs.
 *
 * @param own our nonce for it, where its secrets may be used already
 * @throws when a nonce is missing or not a point, or nonces cancel out
 */
export function contextOf(
  { group_pk }: GroupPackage,
  { hashes, nonces }: SignSession,
  hashIndex: number,
  own?: OwnNonce,
): HashContext {
  const commitments = nonces.flatMap(({ idx, entries }) => {
    const entry = entries.find(({ hash_index }) => hash_index === hashIndex)
    return entry ? [{ idx, binder_pn: entry.binder_pn, hidden_pn: entry.hidden_pn }] : []
  })
  const sighash = hashes[hashIndex]
  if (sighash === undefined || commitments.length < nonces.length) {
    throw new Error('not of this session')
  }
  return hashContext(group_pk, commitments, sighash, own)
}

import { concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { GROUP_PREFIX } from '#contract/limits.ts'
import { protocolTexts } from '#contract/messages.ts'
import { serverCurve } from '#crypto/curve/server.ts'
import { FrostrError } from '#lib/errors.ts'
import { encodeBech32m } from '../bech32m.ts'
import { uint32Bytes } from './bytes.ts'
import { groupFault } from './group.ts'
import type { GroupPackage } from './packages.ts'

/**
 * Encodes a group package as a credential, commits in the order given. Throws NODE_ERROR for a
 * package that `decodeGroup` would refuse.
 */
export function encodeGroup(group: GroupPackage): string {
  const reason = groupFault(group, serverCurve)
  if (reason !== undefined)
    throw new FrostrError('NODE_ERROR', protocolTexts.groupSchema, { details: { reason } })
  const commits = group.commits.flatMap(({ idx, pubkey, binder_pn, hidden_pn }) => [
    uint32Bytes(idx),
    hexToBytes(pubkey),
    hexToBytes(binder_pn),
    hexToBytes(hidden_pn),
  ])
  const bytes = concatBytes(hexToBytes(group.group_pk), uint32Bytes(group.threshold), ...commits)
  return encodeBech32m(GROUP_PREFIX, bytes)
}

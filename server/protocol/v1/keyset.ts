import { randomBytes } from 'node:crypto'
import { concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { protocolTexts } from '#contract/codes.ts'
import { GROUP_PREFIX } from '#contract/limits.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import {
  evaluatePolynomial,
  type RandomBytes,
  randomScalar,
  scalarHex,
  scalarOfHex,
} from '#crypto/curve/scalars.ts'
import { FrostrError } from '#lib/errors.ts'
import { encodeBech32m } from '../bech32m.ts'
import { type KeysetParameters, validateKeysetParameters } from '../keyset-parameters.ts'
import { groupFault } from './group.ts'
import {
  type CommitPackage,
  type GroupPackage,
  type SharePackage,
  uint32Bytes,
} from './packages.ts'
import { encodeShare } from './share.ts'

/** A new keyset: its credentials, and their decoded forms. Share n has index n. */
export interface Keyset {
  groupCredential: string
  shareCredentials: string[]
  group: GroupPackage
  shares: SharePackage[]
}

interface Member {
  share: SharePackage
  commit: CommitPackage
}

/**
 * Each nonce is a separate scalar from 48 random bytes. (The reference draws 64 bytes of hex and
 * slices characters, which leaves 16 bytes for each.)
 */
function dealMember(idx: number, coefficients: readonly bigint[], random: RandomBytes): Member {
  const seckey = evaluatePolynomial(coefficients, BigInt(idx))
  const binder = randomScalar(random)
  const hidden = randomScalar(random)
  const share = {
    idx,
    seckey: scalarHex(seckey),
    binder_sn: scalarHex(binder),
    hidden_sn: scalarHex(hidden),
  }
  const commit = {
    idx,
    pubkey: publicPoint(share.seckey),
    binder_pn: publicPoint(share.binder_sn),
    hidden_pn: publicPoint(share.hidden_sn),
  }
  return { share, commit }
}

function deal(secret: bigint, parameters: KeysetParameters, random: RandomBytes): Keyset {
  const { threshold, totalMembers } = parameters
  const coefficients = [
    secret,
    ...Array.from({ length: threshold - 1 }, () => randomScalar(random)),
  ]
  const members = Array.from({ length: totalMembers }, (_, at) =>
    dealMember(at + 1, coefficients, random),
  )
  const group = {
    group_pk: publicPoint(scalarHex(secret)),
    threshold,
    commits: members.map(({ commit }) => commit),
  }
  const shares = members.map(({ share }) => share)
  return {
    groupCredential: encodeGroup(group),
    shareCredentials: shares.map(encodeShare),
    group,
    shares,
  }
}

/**
 * Splits a key among `totalMembers`, any `threshold` of whom can sign (Shamir, RFC 9591 appendix C.1).
 * `secretKey` is 32 bytes of hex; without it a new key is made. Throws KEYSET_ERROR, which holds nothing of
 * the key or the input.
 */
export function generateKeyset(
  options: KeysetParameters & { secretKey?: string; random?: RandomBytes },
): Keyset {
  const random = options.random ?? randomBytes
  const parameters = validateKeysetParameters(options)
  if (!parameters.ok)
    throw new FrostrError('KEYSET_ERROR', protocolTexts.invalidKeysetParameters, {
      details: { reason: parameters.error },
    })
  const given = scalarOfHex(options.secretKey)
  if (options.secretKey !== undefined && given === undefined)
    throw new FrostrError('KEYSET_ERROR', protocolTexts.invalidSecretKey)
  try {
    return deal(given ?? randomScalar(random), parameters.value, random)
  } catch {
    throw new FrostrError('KEYSET_ERROR', protocolTexts.generateKeyset)
  }
}

/**
 * Encodes a group package as a credential, commits in the order given. Throws NODE_ERROR for a
 * package that `decodeGroup` would refuse.
 */
export function encodeGroup(group: GroupPackage): string {
  const reason = groupFault(group, serverCurve)
  if (reason !== undefined)
    throw new FrostrError('NODE_ERROR', protocolTexts.groupSchema, {
      details: { reason: reason.error },
    })
  const commits = group.commits.flatMap(({ idx, pubkey, binder_pn, hidden_pn }) => [
    uint32Bytes(idx),
    hexToBytes(pubkey),
    hexToBytes(binder_pn),
    hexToBytes(hidden_pn),
  ])
  const bytes = concatBytes(hexToBytes(group.group_pk), uint32Bytes(group.threshold), ...commits)
  return encodeBech32m(GROUP_PREFIX, bytes)
}

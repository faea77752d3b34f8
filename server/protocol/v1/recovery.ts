import { protocolTexts, validation } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { publicPoint, serverCurve } from '#crypto/curve/hex.ts'
import { interpolateAtZero, scalarFault, scalarHex } from '#crypto/curve/scalars.ts'
import { FrostrError, fail, ok, type Result } from '#lib/errors.ts'
import { type KeyPair, keyPair } from '#nostr/keys.ts'
import { isShareOf } from '../packages.ts'
import { type GroupPackage, isIndex, type SharePackage } from './packages.ts'
import { validateShare } from './share.ts'

/**
 * Returns the shares if there are any, each has an index, and all belong to this group. The error for a share
 * of another group says which one it is.
 */
export function checkCompatibility(
  group: GroupPackage,
  shares: readonly SharePackage[],
): Result<SharePackage[]> {
  if (shares.length === 0) return fail(validation.noShares)
  if (!shares.every(({ idx }) => isIndex(idx))) return fail(validation.shareIndexMissing)
  const stranger = shares.findIndex((share) => !isShareOf(group.commits, share, serverCurve))
  if (stranger >= 0) return fail(validation.shareItem(stranger + 1, validation.shareNotInGroup))
  return ok([...shares])
}

/** A group, and at least as many of its shares as its threshold. */
interface RecoveryInput {
  group: GroupPackage | undefined
  shares: readonly SharePackage[]
}

/** The shares, one for each index. */
function distinct(shares: readonly SharePackage[]): SharePackage[] {
  return [...new Map(shares.map((share) => [share.idx, share])).values()]
}

function refuse(message: Message, reason?: string): never {
  throw new FrostrError(
    'RECOVERY_ERROR',
    message,
    reason === undefined ? {} : { details: { reason } },
  )
}

/**
 * The key that the shares were made from (32 bytes, hex). A share given twice counts once, and a
 * share of another group is refused. The key is returned only if it is the group's: its public key
 * equals group_pk. Otherwise throws RECOVERY_ERROR.
 */
export function recoverSecret({ group, shares }: RecoveryInput): string {
  if (group === undefined || shares.length === 0) refuse(protocolTexts.recoveryInput)
  const members = checkCompatibility(group, shares)
  if (!members.ok) refuse(protocolTexts.recoverSecretKey, members.error)
  const unique = distinct(members.value)
  if (unique.length < group.threshold)
    refuse(protocolTexts.recoveryNotEnough(group.threshold), protocolTexts.notEnoughShares.error)
  const secret = scalarHex(interpolateAtZero(unique.slice(0, group.threshold)))
  if (scalarFault(secret) !== undefined || publicPoint(secret) !== group.group_pk.toLowerCase())
    refuse(protocolTexts.recoverSecretKey)
  return secret
}

/** `recoverSecret`, with the key in every form that a person may need. */
export function recoverKey(input: RecoveryInput): KeyPair {
  return keyPair(recoverSecret(input))
}

/** Checks each share; the errors read 'Share 2: …'. An empty list is an error. */
export function validateShares(
  texts: readonly unknown[],
): { ok: true; value: SharePackage[] } | { ok: false; errors: Message[] } {
  if (texts.length === 0) return { ok: false, errors: [validation.noShares] }
  const shares: SharePackage[] = []
  const errors: Message[] = []
  for (const [at, text] of texts.entries()) {
    const share = validateShare(text)
    if (share.ok) shares.push(share.value)
    else errors.push(validation.shareItem(at + 1, share))
  }
  return errors.length === 0 ? { ok: true, value: shares } : { ok: false, errors }
}

/**
 * Checks pasted shares for a recovery: there are some, each is a share ('Share 2: …' for the first
 * that is not), and there are enough different ones for the group.
 */
export function validateMinimumShares(
  texts: readonly unknown[],
  group: Pick<GroupPackage, 'threshold'>,
): Result<SharePackage[]> {
  const need = group.threshold
  if (texts.length > 0 && texts.length < need)
    return fail(validation.notEnoughShares(need, texts.length))
  const shares = validateShares(texts)
  if (!shares.ok) return fail(shares.errors[0] ?? validation.noShares)
  const unique = distinct(shares.value)
  if (unique.length < need) return fail(validation.notEnoughShares(need, unique.length))
  return ok(unique)
}

import type { z } from 'zod'
import type { recoverAnswer, recoverRefusal, recoverRequest } from '../contract/credentials.ts'
import { http, validation } from '../contract/messages.ts'
import { FrostrError } from '../frostr/errors.ts'
import { isMember } from '../frostr/v1/compatibility.ts'
import { validateGroup } from '../frostr/v1/group.ts'
import type { GroupPackage, SharePackage } from '../frostr/v1/packages.ts'
import { recoverKey } from '../frostr/v1/recovery.ts'
import { validateShare } from '../frostr/v1/share.ts'

export type Recovery = z.infer<typeof recoverAnswer> | z.infer<typeof recoverRefusal>

/** By position in the request, from 0. */
type InvalidShare = { index: number; error: string }

/**
 * Recovers the group's key from credentials as texts. A share given twice counts once; one that
 * does not decode or that is of another group is named in `invalidShares` and left out. The key
 * is in the answer only when it is the group's.
 */
export function recover({
  groupCredential,
  shareCredentials,
}: z.infer<typeof recoverRequest>): Recovery {
  const group = validateGroup(groupCredential)
  if (!group.ok) return { success: false, error: http.recoverGroup(group.error) }
  const { shares, invalidShares } = sortOut(group.value, shareCredentials)
  const required = group.value.threshold
  const provided = shares.length
  if (provided < required) {
    const error = provided === 0 ? http.recoverNoShares : http.recoverTooFew(required, provided)
    return { success: false, error, details: { provided, required, invalidShares } }
  }
  try {
    const { nsec, npub } = recoverKey({ group: group.value, shares })
    const details = {
      sharesUsed: provided,
      thresholdRequired: required,
      ...(invalidShares.length === 0 ? {} : { invalidShares }),
    }
    return { success: true, nsec, npub, details }
  } catch (error) {
    if (!(error instanceof FrostrError)) throw error
    const details = { provided, required, invalidShares }
    return { success: false, error: error.message, details }
  }
}

/** The group's shares among the texts, each once, and what is wrong with the others. */
function sortOut(
  group: GroupPackage,
  texts: readonly string[],
): { shares: SharePackage[]; invalidShares: InvalidShare[] } {
  const shares = new Map<number, SharePackage>()
  const invalidShares: InvalidShare[] = []
  for (const [index, text] of texts.entries()) {
    const share = validateShare(text)
    if (!share.ok) invalidShares.push({ index, error: share.error })
    else if (isMember(group, share.value)) shares.set(share.value.idx, share.value)
    else invalidShares.push({ index, error: validation.shareNotInGroup })
  }
  return { shares: [...shares.values()], invalidShares }
}

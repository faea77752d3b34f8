import type { z } from 'zod'
import type { recoverAnswer, recoverRefusal, recoverRequest } from '#contract/credentials.ts'
import { http } from '#contract/messages.ts'
import { FrostrError, fail, ok, type Result } from '#lib/errors.ts'
import { type KeyPair, keyPair } from '#nostr/keys.ts'
import type { Keyset, KeysetReader } from '#protocol/keyset.ts'
import { type GroupPackage, isV1Group, outlineOf } from '#protocol/packages.ts'
import { recoverKey } from '#protocol/v1/recovery.ts'
import { recoverSecret } from '#protocol/v2/dealing.ts'

export type Recovery = z.infer<typeof recoverAnswer> | z.infer<typeof recoverRefusal>

/** By position in the request, from 0. */
type InvalidShare = { index: number; error: string }

/**
 * Recovers the group's key from credentials as text, of either generation. A share given twice
 * counts once; one that does not decode or belongs to another group is named in `invalidShares` and
 * left out. The key is in the answer only if it is the group's.
 */
export function recover(
  { groupCredential, shareCredentials }: z.infer<typeof recoverRequest>,
  reader: KeysetReader,
): Recovery {
  const group = reader.readGroup(groupCredential)
  if (!group.ok) return { success: false, error: http.recoverGroup(group.error) }
  const { keysets, invalidShares } = sortOut(group.value, shareCredentials, reader)
  const required = outlineOf(group.value).threshold
  const provided = keysets.length
  if (provided < required) {
    const error = provided === 0 ? http.recoverNoShares : http.recoverTooFew(required, provided)
    return { success: false, error, details: { provided, required, invalidShares } }
  }
  const key = keyOf(group.value, keysets)
  if (!key.ok) {
    return { success: false, error: key.error, details: { provided, required, invalidShares } }
  }
  const { nsec, npub } = key.value
  const details = {
    sharesUsed: provided,
    thresholdRequired: required,
    ...(invalidShares.length === 0 ? {} : { invalidShares }),
  }
  return { success: true, nsec, npub, details }
}

/** The group's shares among the texts, without duplicates, and what is wrong with the others. */
function sortOut(
  group: GroupPackage,
  texts: readonly string[],
  { readShare, keysetOf }: KeysetReader,
): { keysets: Keyset[]; invalidShares: InvalidShare[] } {
  const keysets = new Map<number, Keyset>()
  const invalidShares: InvalidShare[] = []
  for (const [index, text] of texts.entries()) {
    const share = readShare(text)
    const keyset = share.ok ? keysetOf(group, share.value) : share
    if (keyset.ok) keysets.set(keyset.value.self.idx, keyset.value)
    else invalidShares.push({ index, error: keyset.error })
  }
  return { keysets: [...keysets.values()], invalidShares }
}

/** In its 1.x form if all of it is 1.x: the 2026 generation only knows keys with an even y. */
function keyOf(group: GroupPackage, keysets: readonly Keyset[]): Result<KeyPair> {
  const first = keysets.flatMap(({ protocol, share }) => (protocol === '1.x' ? [share] : []))
  if (isV1Group(group) && first.length === keysets.length) {
    try {
      return ok(recoverKey({ group, shares: first }))
    } catch (error) {
      if (!(error instanceof FrostrError)) throw error
      return fail(error.message)
    }
  }
  const [one] = keysets
  if (one === undefined) return fail(http.recoverNoShares)
  if (!one.v2.ok) return one.v2
  const shares = keysets.flatMap(({ v2 }) => (v2.ok ? [v2.value.share] : []))
  const secret = recoverSecret({ group: one.v2.value.group, shares })
  return secret.ok ? ok(keyPair(secret.value)) : secret
}

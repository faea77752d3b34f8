import type { z } from 'zod'
import { http } from '#contract/codes.ts'
import type {
  credentialKinds,
  recoverAnswer,
  recoverRefusal,
  recoverRequest,
  validateAnswer,
} from '#contract/credentials.ts'
import { type Failure, type Message, messageOf } from '#contract/message.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import { normaliseRelayUrl, type RelayHosts } from '#contract/relay-url.ts'
import { FrostrError, fail, ok, type Result } from '#lib/errors.ts'
import { type KeyPair, keyPair, parseSecretKey, validateNsec } from '#nostr/keys.ts'
import { type Keyset, type KeysetReader, validateCombined } from '#protocol/keyset.ts'
import { type GroupPackage, isV1Group, isV1Share, outlineOf } from '#protocol/packages.ts'
import { recoverKey } from '#protocol/v1/recovery.ts'
import { recoverSecret } from '#protocol/v2/dealing.ts'

export type CredentialCheck = z.infer<typeof validateAnswer>
/** The `generation` of 2026 credentials. Those of 1.x are described without it, as by igloo-server. */
const V2: ProtocolName = '2026'

type Kind = (typeof credentialKinds)[number]

/**
 * Whether a credential is valid, with its public description or what is wrong with it. Neither contains a part
 * of the credential, except for a relay's URL.
 */
export function checkCredential(
  kind: Kind,
  text: string,
  reader: KeysetReader,
  hosts?: RelayHosts,
): CredentialCheck {
  return checks[kind](text, reader, hosts)
}

const valid = (
  details?: Record<string, unknown>,
  decoded?: CredentialCheck['decoded'],
): CredentialCheck => ({
  success: true,
  validation: { isValid: true },
  ...(decoded === undefined ? {} : { decoded }),
  valid: true,
  ...(details === undefined ? {} : { details }),
})
const invalid = (why: Failure): CredentialCheck => ({
  success: true,
  validation: { isValid: false, message: why.error },
  valid: false,
  ...messageOf(why),
})

type Check = (text: string, reader: KeysetReader, hosts?: RelayHosts) => CredentialCheck

const checks: Record<Kind, Check> = {
  share: (text, { readShare }) => {
    const share = readShare(text)
    if (!share.ok) return invalid(share)
    const { idx: index } = share.value
    const details = isV1Share(share.value) ? { index } : { index, generation: V2 }
    return valid(details, { idx: index })
  },
  group: (text, { readGroup }) => {
    const group = readGroup(text)
    if (!group.ok) return invalid(group)
    const { threshold, members, pubkey } = outlineOf(group.value)
    const details = { threshold, members: members.length, pubkey }
    const decoded = { threshold, totalShares: members.length }
    if (isV1Group(group.value)) return valid(details, decoded)
    return valid({ ...details, name: cleanName(group.value.group_name), generation: V2 }, decoded)
  },
  credential: (text) => {
    const credential = validateCombined(text)
    return credential.ok ? valid() : invalid(credential)
  },
  relay: (text, _, hosts) => {
    const url = normaliseRelayUrl(text, hosts)
    return url.ok ? valid({ url: url.value }) : invalid(url)
  },
  nsec: (text) => {
    const nsec = validateNsec(text)
    const key = nsec.ok ? parseSecretKey(nsec.value) : nsec
    return key.ok ? valid({ npub: keyPair(key.value).npub }) : invalid(key)
  },
}

export type Recovery = z.infer<typeof recoverAnswer> | z.infer<typeof recoverRefusal>

/** `index`: position in the request, from 0. */
type InvalidShare = { index: number } & Message

/**
 * Recovers the group's key from credentials of either protocol, as text. A share that is given twice counts
 * once; `invalidShares` lists those that do not decode or belong to another group. The key is in the answer
 * only if it is the group's.
 */
export function recover(
  { groupCredential, shareCredentials }: z.infer<typeof recoverRequest>,
  reader: KeysetReader,
): Recovery {
  const group = reader.readGroup(groupCredential)
  if (!group.ok) return { success: false, ...http.recoverGroup(group) }
  const { keysets, invalidShares } = readShares(group.value, shareCredentials, reader)
  const required = outlineOf(group.value).threshold
  const provided = keysets.length
  if (provided < required) {
    const why = provided === 0 ? http.recoverNoShares : http.recoverTooFew(required, provided)
    return { success: false, ...why, details: { provided, required, invalidShares } }
  }
  const key = keyOf(group.value, keysets)
  if (!key.ok) {
    return { success: false, ...messageOf(key), details: { provided, required, invalidShares } }
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
function readShares(
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
    else invalidShares.push({ index, ...messageOf(keyset) })
  }
  return { keysets: [...keysets.values()], invalidShares }
}

/** Uses 1.x if group and shares are all of 1.x: 2026 only has keys with an even y. */
function keyOf(group: GroupPackage, keysets: readonly Keyset[]): Result<KeyPair> {
  const v1 = keysets.flatMap(({ protocol, share }) => (protocol === '1.x' ? [share] : []))
  if (isV1Group(group) && v1.length === keysets.length) {
    try {
      return ok(recoverKey({ group, shares: v1 }))
    } catch (error) {
      if (!(error instanceof FrostrError)) throw error
      return fail(error.why)
    }
  }
  const [one] = keysets
  if (one === undefined) return fail(http.recoverNoShares)
  if (!one.v2.ok) return one.v2
  const shares = keysets.flatMap(({ v2 }) => (v2.ok ? [v2.value.share] : []))
  const secret = recoverSecret({ group: one.v2.value.group, shares })
  return secret.ok ? ok(keyPair(secret.value)) : secret
}

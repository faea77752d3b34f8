import type { z } from 'zod'
import type { credentialKinds, validateAnswer } from '#contract/credentials.ts'
import { cleanName } from '#contract/plain-text.ts'
import type { ProtocolName } from '#contract/protocols.ts'
import type { RelayHosts } from '#contract/relay-host.ts'
import { normaliseRelayUrl } from '#contract/relay-url.ts'
import { keyPair, parseSecretKey, validateNsec } from '#nostr/keys.ts'
import type { KeysetReader } from '#protocol/keyset.ts'
import { validateCombined } from '#protocol/keyset.ts'
import { isV1Group, isV1Share, outlineOf } from '#protocol/packages.ts'

export type CredentialCheck = z.infer<typeof validateAnswer>
/** Added for credentials of this generation; those of 1.x are described as igloo-server does it. */
const NEXT: ProtocolName = '2026'

type Kind = (typeof credentialKinds)[number]

/**
 * Whether a credential is sound, and its public description, or what is wrong with it. Neither
 * holds a part of it, except for a relay's URL.
 */
export function checkCredential(
  kind: Kind,
  text: string,
  reader: KeysetReader,
  hosts?: RelayHosts,
): CredentialCheck {
  return checks[kind](text, reader, hosts)
}

const sound = (
  details?: Record<string, unknown>,
  decoded?: CredentialCheck['decoded'],
): CredentialCheck => ({
  success: true,
  validation: { isValid: true },
  ...(decoded === undefined ? {} : { decoded }),
  valid: true,
  ...(details === undefined ? {} : { details }),
})
const unsound = (error: string): CredentialCheck => ({
  success: true,
  validation: { isValid: false, message: error },
  valid: false,
  error,
})

type Check = (text: string, reader: KeysetReader, hosts?: RelayHosts) => CredentialCheck

const checks: Record<Kind, Check> = {
  share: (text, { readShare }) => {
    const share = readShare(text)
    if (!share.ok) return unsound(share.error)
    const { idx: index } = share.value
    const details = isV1Share(share.value) ? { index } : { index, generation: NEXT }
    return sound(details, { idx: index })
  },
  group: (text, { readGroup }) => {
    const group = readGroup(text)
    if (!group.ok) return unsound(group.error)
    const { threshold, members, pubkey } = outlineOf(group.value)
    const details = { threshold, members: members.length, pubkey }
    const decoded = { threshold, totalShares: members.length }
    if (isV1Group(group.value)) return sound(details, decoded)
    return sound({ ...details, name: cleanName(group.value.group_name), generation: NEXT }, decoded)
  },
  credential: (text) => {
    const credential = validateCombined(text)
    return credential.ok ? sound() : unsound(credential.error)
  },
  relay: (text, _, hosts) => {
    const url = normaliseRelayUrl(text, hosts)
    return url.ok ? sound({ url: url.value }) : unsound(url.error)
  },
  nsec: (text) => {
    const nsec = validateNsec(text)
    const key = nsec.ok ? parseSecretKey(nsec.value) : nsec
    return key.ok ? sound({ npub: keyPair(key.value).npub }) : unsound(key.error)
  },
}

import type { z } from 'zod'
import type { credentialKinds, validateAnswer } from '../contract/credentials.ts'
import { normaliseRelayUrl } from '../contract/relay-url.ts'
import { keyPair, parseSecretKey, validateNsec } from '../frostr/keys.ts'
import { validateCombined } from '../frostr/v1/credential.ts'
import { validateGroup } from '../frostr/v1/group.ts'
import { validateShare } from '../frostr/v1/share.ts'

export type CredentialCheck = z.infer<typeof validateAnswer>
type Kind = (typeof credentialKinds)[number]

/**
 * Whether a credential is sound and what it says of itself that is no secret, or what is wrong
 * with it. Neither holds a part of it, but for a relay's URL.
 */
export function checkCredential(kind: Kind, text: string): CredentialCheck {
  return checks[kind](text)
}

const sound = (details?: Record<string, unknown>): CredentialCheck => ({
  valid: true,
  ...(details === undefined ? {} : { details }),
})
const unsound = (error: string): CredentialCheck => ({ valid: false, error })

const checks: Record<Kind, (text: string) => CredentialCheck> = {
  share: (text) => {
    const share = validateShare(text)
    return share.ok ? sound({ index: share.value.idx }) : unsound(share.error)
  },
  group: (text) => {
    const group = validateGroup(text)
    if (!group.ok) return unsound(group.error)
    const { threshold, commits, group_pk } = group.value
    return sound({ threshold, members: commits.length, pubkey: group_pk })
  },
  credential: (text) => {
    const credential = validateCombined(text)
    return credential.ok ? sound() : unsound(credential.error)
  },
  relay: (text) => {
    const url = normaliseRelayUrl(text)
    return url.ok ? sound({ url: url.value }) : unsound(url.error)
  },
  nsec: (text) => {
    const nsec = validateNsec(text)
    const key = nsec.ok ? parseSecretKey(nsec.value) : nsec
    return key.ok ? sound({ npub: keyPair(key.value).npub }) : unsound(key.error)
  },
}

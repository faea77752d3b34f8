// The console's only way to the signer's own reader, so that both say the same about a credential.
// It brings the curve's arithmetic with it: import this file lazily.

import { decode } from 'nostr-tools/nip19'
import { pageCurve } from '#crypto/curve/page.ts'
import { xOnly } from '#nostr/x-only.ts'
import { createKeysetReader } from '#protocol/keyset.ts'
import { type GroupPackage, outlineOf } from '#protocol/packages.ts'

export { npubEncode } from 'nostr-tools/nip19'
export { keyPair, parseSecretKey } from '#nostr/keys.ts'
export {
  type GroupPackage,
  outlineOf,
  type SharePackage,
} from '#protocol/packages.ts'
export {
  packageForm,
  packageProtocol,
  parsePackage,
} from '#protocol/v2/package-text.ts'

export const { readGroup, readShare, decodeGroup, keysetOf } = createKeysetReader(pageCurve)

/** The x-only key that a group signs for, 32 bytes, hex. */
export const groupKeyOf = (group: GroupPackage): string => xOnly(outlineOf(group).pubkey)

/** The x-only key of an npub (NIP-19), 32 bytes, hex; undefined for any other text. */
export function npubDecode(npub: string): string | undefined {
  try {
    const { type, data } = decode(npub)
    return type === 'npub' ? data : undefined
  } catch {
    return undefined
  }
}

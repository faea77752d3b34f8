// The console's only way to the signer's own reader, so that both say the same about a credential.
// It brings the curve's arithmetic with it: import this file lazily.

import { decode } from 'nostr-tools/nip19'
import { pageCurve } from '../../../server/curve/page.ts'
import { createKeysetReader } from '../../../server/frostr/keyset.ts'
import { type GroupPackage, outlineOf } from '../../../server/frostr/packages.ts'
import { xOnly } from '../../../server/nostr/x-only.ts'

export { npubEncode } from 'nostr-tools/nip19'
export {
  packageForm,
  packageGeneration,
  parsePackage,
} from '../../../server/frostr/gen2/package-text.ts'
export {
  type GroupPackage,
  outlineOf,
  type SharePackage,
} from '../../../server/frostr/packages.ts'
export { keyPair, parseSecretKey } from '../../../server/nostr/keys.ts'

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

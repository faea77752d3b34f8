import { serverCurve } from '#crypto/curve/hex.ts'
import { createKeysetReader, type Keyset } from '#protocol/keyset.ts'
import type { GroupPackage, SharePackage } from '#protocol/packages.ts'

/** Reads credentials as the server does. */
export const reader = createKeysetReader(serverCurve)

/** A share with its group, ready to run on. @throws when they don't belong together */
export function keysetOf(group: GroupPackage, share: SharePackage): Keyset {
  const keyset = reader.keysetOf(group, share)
  if (!keyset.ok) throw new Error(keyset.error)
  return keyset.value
}

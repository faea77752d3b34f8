import { type DeriveKey, PACKAGE_KDFS } from '#protocol/v2/package-cipher.ts'
import { sealOnboard } from '#protocol/v2/share-package.ts'
import { cheapPackageKey } from './cheap-hashing.ts'

export const INVITATION_PASSWORD = 'correct horse battery'

/** A bfonboard package for a share (hex), sealed with `INVITATION_PASSWORD`. */
export const invitation = (
  seckey: string,
  inviter: string,
  relays: string[],
  deriveKey: DeriveKey = cheapPackageKey,
): Promise<string> =>
  sealOnboard(
    { seckey, relays, inviter },
    { password: INVITATION_PASSWORD, deriveKey, kdf: PACKAGE_KDFS.current },
  )

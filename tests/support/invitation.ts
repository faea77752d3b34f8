import { type DeriveKey, deriveKeyInThread } from '../../server/frostr/gen2/package-cipher.ts'
import { sealOnboard } from '../../server/frostr/gen2/share-package.ts'

export const INVITATION_PASSWORD = 'correct horse battery'

/** A bfonboard package for a share (hex), which the password above opens. */
export const invitation = (
  seckey: string,
  inviter: string,
  relays: string[],
  deriveKey: DeriveKey = deriveKeyInThread,
): Promise<string> =>
  sealOnboard({ seckey, relays, inviter }, { password: INVITATION_PASSWORD, deriveKey })

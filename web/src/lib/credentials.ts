// The console's only way to the decoders of the signer itself, so that both say the same of a
// credential. They bring the curve's arithmetic with them: import this file lazily.
export { npubEncode } from 'nostr-tools/nip19'
export { keyPair, parseSecretKey } from '../../../server/frostr/keys.ts'
export { isMember } from '../../../server/frostr/v1/compatibility.ts'
export { decodeGroup, validateGroup } from '../../../server/frostr/v1/group.ts'
export type { GroupPackage, SharePackage } from '../../../server/frostr/v1/packages.ts'
export { decodeShare, validateShare } from '../../../server/frostr/v1/share.ts'

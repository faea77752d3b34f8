import { dealKey } from '#protocol/v2/dealing.ts'
import { type Commitment, generateNonce, type SecretNonce } from '#protocol/v2/frost.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import type { Prng } from './prng.ts'

/** A group with a key from a seeded generator, its signers for one hash, and a nonce of each signer. */
export interface Signing {
  group: GroupPackage
  sighash: string
  signers: { share: SharePackage; nonce: SecretNonce }[]
  commitments: Commitment[]
}

export function signingOf(
  prng: Prng,
  threshold: number,
  totalMembers: number,
  signers = threshold,
): Signing {
  const dealt = dealKey(undefined, { threshold, totalMembers, name: 'Test', random: prng.bytes })
  if (!dealt.ok) throw new Error(dealt.error)
  const chosen = prng
    .shuffle(dealt.value.shares)
    .slice(0, signers)
    .map((share) => ({ share, nonce: generateNonce(share.seckey, prng.bytes) }))
  return {
    group: dealt.value.group,
    sighash: Buffer.from(prng.bytes(32)).toString('hex'),
    signers: chosen,
    commitments: chosen.map(({ share, nonce }) => ({ idx: share.idx, ...nonce })),
  }
}

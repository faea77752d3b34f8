import { schnorr_FROST as reference } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { hasEvenY } from '#crypto/curve/point.ts'
import type { GroupPackage, SharePackage } from '#protocol/v2/group.ts'
import { contextOf } from '#protocol/v2/jobs.ts'
import type { SignResponse, SignSession } from '#protocol/v2/messages.ts'
import { GENERATOR, hexOfPoint, multiply, ORDER } from './curve.ts'
import { present } from './v2-vectors.ts'

/**
 * One partial signature. `k` is the nonce as it was used: d + ρ·e, of the hiding and binding nonces d and e.
 */
interface Recorded {
  hidden: string
  sid: string
  k: bigint
  rho: bigint
}

const mod = (value: bigint): bigint => ((value % ORDER) + ORDER) % ORDER

/**
 * Collects every partial signature of one signer, and finds out from them alone whether a nonce was used for
 * two: then the nonce's secrets follow from both. It knows the share, which a third use would give away as
 * well.
 */
export class PartialRecorder {
  readonly #group: GroupPackage
  readonly #share: SharePackage
  readonly #recorded: Recorded[] = []

  constructor(group: GroupPackage, share: SharePackage) {
    this.#group = group
    this.#share = share
  }

  get count(): number {
    return this.#recorded.length
  }

  /** Records the answer to a session. @throws unless it is the signer's and valid */
  record(session: SignSession, { psigs }: SignResponse): void {
    for (const { hash_index, partial_sig } of psigs) {
      this.#verify(session, hash_index, partial_sig)
      const context = contextOf(this.#group, session, hash_index)
      const { lambda, bindingFactor } = present(context.signers.get(this.#share.idx))
      const keyed = lambda * context.challenge * BigInt(`0x${this.#share.seckey}`)
      const bound = mod(BigInt(`0x${partial_sig}`) - keyed)
      const isEven = hasEvenY(context.groupNonce)
      const entry = this.#entry(session, hash_index)
      this.#recorded.push({
        hidden: entry.hidden_pn,
        sid: session.sid,
        k: isEven ? bound : mod(-bound),
        rho: bindingFactor,
      })
    }
  }

  /** The public points of nonces whose secrets follow from what was recorded. */
  reused(): string[] {
    const byPoint = Map.groupBy(this.#recorded, ({ hidden }) => hidden)
    return [...byPoint].flatMap(([hidden, uses]) => {
      const [one, other] = [...new Map(uses.map((use) => [use.sid, use])).values()]
      if (one === undefined || other === undefined) return []
      const e = mod((one.k - other.k) * inverse(mod(one.rho - other.rho)))
      const d = mod(one.k - one.rho * e)
      return hexOfPoint(multiply(d, GENERATOR)) === hidden ? [hidden] : []
    })
  }

  #entry({ nonces }: SignSession, hashIndex: number) {
    const set = present(nonces.find(({ idx }) => idx === this.#share.idx))
    return present(set.entries.find(({ hash_index }) => hash_index === hashIndex))
  }

  /** Uses another implementation, so that none is missed because ours would refuse it. */
  #verify(session: SignSession, hashIndex: number, psig: string): void {
    const { group_pk, threshold, members } = this.#group
    const identifier = (idx: number) => reference.Identifier.fromNumber(idx)
    const publicPackage = {
      signers: { min: threshold, max: members.length },
      commitments: [hexToBytes(`02${group_pk}`)],
      verifyingShares: Object.fromEntries(
        members.map(({ idx, pubkey }) => [identifier(idx), hexToBytes(pubkey)]),
      ),
    }
    const commitments = session.nonces.map(({ idx, entries }) => {
      const entry = present(entries.find(({ hash_index }) => hash_index === hashIndex))
      return {
        identifier: identifier(idx),
        hiding: hexToBytes(entry.hidden_pn),
        binding: hexToBytes(entry.binder_pn),
      }
    })
    const isValid = reference.verifyShare(
      publicPackage,
      commitments,
      hexToBytes(present(session.hashes[hashIndex])),
      identifier(this.#share.idx),
      hexToBytes(psig),
    )
    if (!isValid) throw new Error('not a partial signature of this signer')
  }
}

function inverse(value: bigint): bigint {
  let result = 1n
  let square = value
  for (let rest = ORDER - 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

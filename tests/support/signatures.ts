import type { FailureCode } from '#signer/failure.ts'
import type { Signer } from '#signer/signer.ts'
import type { SignOutcome } from '#signer/signing/sign-queue.ts'
import { tweakedKey, verifyBip340 } from './bip340.ts'
import type { GenuinePeer } from './genuine-peer.ts'
import type { Prng } from './prng.ts'
import { SIGNING } from './rules.ts'

/** A hash and the tweaks of the key to sign it with, hex. */
export type Vector = [sighash: string, ...tweaks: string[]]

export interface SignedHash {
  sighash: string
  /** As the asker got it: x-only from Floe, compressed from a genuine node. */
  pubkey: string
  signature: string
}

/** The result of one request: signatures, or why there are none. */
export type Signed = { ok: true; signatures: SignedHash[] } | Unsigned

interface Unsigned {
  ok: false
  reason: string
  /** Only from a Floe. */
  code?: FailureCode | undefined
}

/** `count` vectors of one hash and `tweaks` tweaks each. */
export function randomVectors(random: Prng, count: number, tweaks = 0): Vector[] {
  const hex = () => Buffer.from(random.bytes(32)).toString('hex')
  return Array.from({ length: count }, () => [hex(), ...Array.from({ length: tweaks }, hex)])
}

/** Has a genuine node ask in one session. @param peers those that it may ask, x-only */
export async function signByGenuine(
  asker: GenuinePeer,
  vectors: Vector[],
  peers?: string[],
): Promise<Signed> {
  const answer = await asker.sign(vectors, peers)
  if (!answer.ok) return { ok: false, reason: answer.err }
  const signatures = answer.data.map(([sighash, pubkey, signature]) => ({
    sighash,
    pubkey,
    signature,
  }))
  return { ok: true, signatures }
}

/** Has a Floe node ask for all vectors at once; the node combines them into sessions. */
export async function signByFloe(asker: Signer, vectors: readonly Vector[]): Promise<Signed> {
  const outcomes = await Promise.all(
    vectors.map(([hash, ...tweaks]) => asker.sign(SIGNING, hash, tweaks)),
  )
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused) return { ok: false, reason: refused.why.error, code: refused.code }
  return { ok: true, signatures: outcomes.flatMap(signatureOf) }
}

/**
 * What is wrong with the results for these vectors. Nothing is wrong if each has one signature that is valid
 * under the group's key with the vector's tweaks, and that names this key.
 */
export function faultsOf(groupKey: string, vectors: readonly Vector[], signed: Signed): string[] {
  if (!signed.ok) return [signed.reason]
  const { signatures } = signed
  if (signatures.length !== vectors.length) return [`${signatures.length} for ${vectors.length}`]
  return vectors.flatMap(([sighash, ...tweaks]) => {
    const entry = signatures.find((one) => one.sighash === sighash)
    if (entry === undefined) return [`${sighash}: no signature`]
    const key = tweakedKey(groupKey, tweaks)
    if (!key.endsWith(entry.pubkey)) return [`${sighash}: under ${entry.pubkey}`]
    return verifyBip340(entry.signature, sighash, key.slice(2)) ? [] : [`${sighash}: invalid`]
  })
}

const signatureOf = (outcome: SignOutcome): SignedHash[] => (outcome.ok ? [outcome.signature] : [])

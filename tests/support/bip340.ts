import { createHash } from 'node:crypto'
import {
  add,
  FIELD,
  GENERATOR,
  hexOfPoint,
  liftX,
  multiply,
  multiplySum,
  negate,
  ORDER,
  pointOfHex,
} from './curve.ts'

/**
 * Whether a signature is valid, by the text of BIP-340 (Verification), without the libraries that the
 * product signs and verifies with.
 *
 * @param signature 64 bytes, `message` and x-only `publicKey` 32 bytes each; hex
 */
export function verifyBip340(signature: string, message: string, publicKey: string): boolean {
  if (signature.length !== 128 || publicKey.length !== 64) return false
  const key = liftX(BigInt(`0x${publicKey}`))
  const r = BigInt(`0x${signature.slice(0, 64)}`)
  const s = BigInt(`0x${signature.slice(64)}`)
  if (key === null || r >= FIELD || s >= ORDER) return false
  const e = challenge(signature.slice(0, 64) + publicKey + message)
  const nonce = multiplySum([
    [s, GENERATOR],
    [e, negate(key)],
  ])
  return nonce !== null && nonce.y % 2n === 0n && nonce.x === r
}

/**
 * The key that a hash with tweaks is signed with: for each tweak t in turn, the point with an even y,
 * plus t·G.
 *
 * @param groupKey compressed, hex; each tweak 32 bytes, hex
 * @returns compressed, hex
 */
export function tweakedKey(groupKey: string, tweaks: readonly string[]): string {
  let point = pointOfHex(groupKey)
  for (const tweak of tweaks) {
    const even = point && point.y % 2n === 0n ? point : negate(point)
    point = add(even, multiply(BigInt(`0x${tweak}`), GENERATOR))
  }
  return hexOfPoint(point)
}

function challenge(hex: string): bigint {
  const tag = createHash('sha256').update('BIP0340/challenge').digest()
  const hash = createHash('sha256').update(tag).update(tag).update(Buffer.from(hex, 'hex'))
  return BigInt(`0x${hash.digest('hex')}`) % ORDER
}

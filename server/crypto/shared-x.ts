import { createECDH } from 'node:crypto'

/**
 * The x coordinate of ECDH(a secret key, 02 ‖ an x-only key), 32 bytes: a secret. 1.x and NIP-04
 * encrypt with it directly; NIP-44 derives its conversation key from it.
 *
 * @param seckey 32 bytes, hex
 * @param peer x-only public key, 32 bytes, hex
 * @throws when the peer's key is not a point on the curve
 */
export function sharedX(seckey: string, peer: string): Buffer {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(seckey, 'hex')
  return ecdh.computeSecret(`02${peer}`, 'hex')
}

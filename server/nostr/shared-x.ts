import { createECDH } from 'node:crypto'

/**
 * The x coordinate of ECDH(a secret key, 02 ‖ an x-only key), 32 bytes: a secret. 1.x encrypts with it as
 * it is, NIP-04 too; NIP-44 makes its conversation key of it.
 *
 * @param seckey 32 bytes, hex
 * @param peer x-only public key, 32 bytes, hex
 * @throws when the peer's key is no point on the curve
 */
export function sharedX(seckey: string, peer: string): Buffer {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(seckey, 'hex')
  return ecdh.computeSecret(`02${peer}`, 'hex')
}

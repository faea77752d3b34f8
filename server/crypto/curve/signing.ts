import { hash } from 'node:crypto'
import type { Addon } from './addon.ts'
import { hasEvenY, xOf } from './point.ts'
import { library } from './wasm.ts'

/** Makes a BIP-340 signature (`secret.ts`). */
export type Sign = (message: Uint8Array, seckey: Uint8Array, aux: Uint8Array) => Uint8Array

/** By libsecp256k1 as a whole, in WebAssembly, which runs on every machine. */
export const signInWasm: Sign = (message, seckey, aux) =>
  library().signSchnorr(message, seckey, aux)

/**
 * BIP-340's signing over the addon, which has all of it but the hashes: the points of secrets, and sums and
 * products of secrets, each in constant time.
 *
 * @throws also when a hash is no scalar, which nobody has ever met
 */
export const signByAddon =
  (addon: Addon): Sign =>
  (message, seckey, aux) => {
    if (message.length !== 32 || aux.length !== 32) throw new RangeError('32 bytes each')
    const key = addon.publicKeyCreate(seckey, false)
    const secret = Uint8Array.from(seckey)
    if (!hasEvenY(key)) addon.privateKeyNegate(secret)
    const masked = tagged(AUX, aux).map((byte, at) => byte ^ (secret[at] ?? 0))
    const nonce = tagged(NONCE, masked, xOf(key), message)
    const point = addon.publicKeyCreate(nonce, false)
    if (!hasEvenY(point)) addon.privateKeyNegate(nonce)
    const challenge = tagged(CHALLENGE, xOf(point), xOf(key), message)
    addon.privateKeyTweakMul(secret, challenge)
    addon.privateKeyTweakAdd(secret, nonce)
    return Buffer.concat([xOf(point), secret])
  }

const tagOf = (name: string): Buffer => {
  const tag = hash('sha256', name, 'buffer')
  return Buffer.concat([tag, tag])
}

const AUX = tagOf('BIP0340/aux')
const NONCE = tagOf('BIP0340/nonce')
const CHALLENGE = tagOf('BIP0340/challenge')

const tagged = (tag: Buffer, ...parts: readonly Uint8Array[]): Buffer =>
  hash('sha256', Buffer.concat([tag, ...parts]), 'buffer')

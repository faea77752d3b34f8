import { createRequire } from 'node:module'
import type { Point } from './point.ts'

/** The part of the addon that we use; it has no BIP-340. Each throws for what is no point or scalar. */
export interface Addon {
  publicKeyCreate(scalar: Uint8Array, compressed: false): Point
  publicKeyConvert(point: Uint8Array, compressed: false): Point
  publicKeyNegate(point: Point, compressed: false): Point
  publicKeyCombine(points: readonly Uint8Array[], compressed: false): Point
  publicKeyTweakMul(point: Uint8Array, scalar: Uint8Array, compressed: false): Point
  /** @param recovery 0: the one whose point has an even y */
  ecdsaRecover(signature: Uint8Array, recovery: 0, message: Uint8Array, compressed: false): Point
  /** Each of these three changes the scalar that it is given. */
  privateKeyNegate(scalar: Uint8Array): void
  privateKeyTweakAdd(scalar: Uint8Array, other: Uint8Array): void
  privateKeyTweakMul(scalar: Uint8Array, factor: Uint8Array): void
}

/**
 * libsecp256k1 as a native addon: four times as fast as in WebAssembly, where its package brings
 * a binary for the machine (x86-64 Linux and Windows, Apple silicon). Null elsewhere.
 */
export function loadAddon(): Addon | null {
  try {
    // Not the package's own entry, which falls back to a JavaScript library.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as Addon
  } catch {
    return null
  }
}

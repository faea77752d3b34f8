import { loadNative } from './native.ts'
import { wasm } from './wasm.ts'

/**
 * secp256k1 as the running signer uses it. What is public goes through the fastest library that
 * runs on this machine; what is secret stands in secret.ts.
 */
export const { parsePoint, negate, add, sum, multiply, multiplyBase, verify } = loadNative() ?? wasm

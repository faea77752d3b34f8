import { loadNative } from './native.ts'
import { wasm } from './wasm.ts'

/**
 * secp256k1 as the running signer uses it. Public values go through the fastest library that runs
 * on this machine; secrets are for secret.ts.
 */
export const { parsePoint, negate, add, sum, multiply, multiplyBase, verify } = loadNative() ?? wasm

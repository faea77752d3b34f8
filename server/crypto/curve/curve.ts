import { loadNative } from './native.ts'

/**
 * secp256k1 as the running signer uses it, chosen here once: the native addon where it runs, else
 * WebAssembly, which is loaded only then. For what is done with secrets see secret.ts.
 */
export const library = loadNative() ?? (await import('./wasm.ts')).wasm

export const { parsePoint, negate, add, sum, multiply, multiplyBase, verify } = library

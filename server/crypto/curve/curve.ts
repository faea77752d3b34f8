import { loadNative } from './native.ts'
import { loadWasm } from './wasm.ts'

/**
 * secp256k1 as the running signer uses it, chosen here once: the native addon where it runs, else
 * WebAssembly, which is loaded only then. For what is done with secrets see secret.ts.
 */
export const library = loadNative() ?? loadWasm()

export const { parsePoint, negate, add, sum, multiply, multiplyBase, verify } = library

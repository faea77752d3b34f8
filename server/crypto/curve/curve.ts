import { loadNative } from './native.ts'
import { loadWasm } from './wasm.ts'

/**
 * secp256k1 as the running signer uses it, chosen here once: the native addon where it runs, else
 * WebAssembly, which is loaded only then.
 */
export const library = loadNative() ?? loadWasm()

export const { parsePoint, negate, add, sum, multiply, multiplyBase, verify } = library

/** Operations on secrets, each by an implementation whose timing is meant to reveal nothing (see `Library`). */
export const { signer, secretMultiplier } = library

/** scalar · G by libsecp256k1's own key generation. */
export const multiplyBaseSecret = library.multiplyBase

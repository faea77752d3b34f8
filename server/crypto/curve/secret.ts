import { library } from './curve.ts'

/** Operations on secrets, each by an implementation whose timing is meant to reveal nothing (see `Library`). */
export const { signer, secretMultiplier } = library

/** scalar · G by libsecp256k1's own key generation. */
export const multiplyBaseSecret = library.multiplyBase

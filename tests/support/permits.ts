import { permitFor } from './rules.ts'

/** Leave to have anything signed, for tests that are not about leave. */
export const SIGNING = permitFor('sign')

/** Leave to exchange any key. */
export const EXCHANGING = permitFor('ecdh')

/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** Bytes. */
export const NIP44_PLAINTEXT_MAX = 65_535
/** Bytes, in the long form: 4 of them hold the length. */
export const NIP44_LONG_PLAINTEXT_MAX = 2 ** 32 - 1

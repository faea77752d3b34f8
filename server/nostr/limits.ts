/**
 * The numbers of this folder that the specification or the design fixes. Milliseconds unless the name
 * says otherwise.
 */

/** Bytes. */
export const NIP44_PLAINTEXT_MAX = 65_535

/**
 * The x coordinate of a public key (BIP-340), 32 bytes, in lower-case hex. Undefined unless the text is such an x
 * coordinate or a compressed point (33 bytes), as hex in either case.
 */
export const parseXOnly = (pubkey: string): string | undefined =>
  /^(?:0[23])?([0-9a-f]{64})$/.exec(pubkey.toLowerCase())?.[1]

/** Like `parseXOnly`, but a text that is no public key is returned in lower case. It equals no key. */
export const xOnly = (pubkey: string): string => parseXOnly(pubkey) ?? pubkey.toLowerCase()

/** Whether two public keys have the same x coordinate. */
export const isSameKey = (a: string, b: string): boolean => xOnly(a) === xOnly(b)

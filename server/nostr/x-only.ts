/**
 * A public key as in BIP-340: the x coordinate, 32 bytes, in lower-case hex. Undefined for anything
 * but that or a compressed point (33 bytes), in either case.
 */
export const parseXOnly = (pubkey: string): string | undefined =>
  /^(?:0[23])?([0-9a-f]{64})$/.exec(pubkey.toLowerCase())?.[1]

/** The same, but a text that is no public key comes back in lower case, and equals no key. */
export const xOnly = (pubkey: string): string => parseXOnly(pubkey) ?? pubkey.toLowerCase()

/** Whether two public keys have the same x coordinate. */
export const isSameKey = (a: string, b: string): boolean => xOnly(a) === xOnly(b)

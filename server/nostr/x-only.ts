/**
 * A public key as BIP-340 has it: the x coordinate, 32 bytes, in lower-case hex. Undefined for what is
 * neither that nor a compressed point (33 bytes), in either case.
 */
export const parseXOnly = (pubkey: string): string | undefined =>
  /^(?:0[23])?([0-9a-f]{64})$/.exec(pubkey.toLowerCase())?.[1]

/** The same; what is no public key comes back as it is, in lower case, and is equal to none. */
export const xOnly = (pubkey: string): string => parseXOnly(pubkey) ?? pubkey.toLowerCase()

/** Whether two public keys have one x coordinate. */
export const isSameKey = (a: string, b: string): boolean => xOnly(a) === xOnly(b)

/** A pubkey of 32 or 33 bytes in hex as 32 bytes, lowercase; undefined for anything else. */
export const xOnly = (pubkey: string): string | undefined =>
  /^(?:0[23])?([0-9a-f]{64})$/.exec(pubkey.toLowerCase())?.[1]

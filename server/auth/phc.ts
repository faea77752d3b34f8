/** An Argon2id hash with everything needed to check a password against it. */
export interface Argon2Hash {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** A hash gets no more memory than this, whatever it asks for. KiB. */
const MAX_MEMORY = 1_048_576

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, base64 without padding (the PHC string format). */
export const formatPhc = ({ memory, passes, parallelism, salt, tag }: Argon2Hash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/**
 * Undefined for anything that is not such a string, or that Argon2 would not accept (RFC 9106, 3.1).
 */
export function parsePhc(text: string): Argon2Hash | undefined {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(text) ?? []
  if (salt === undefined || tag === undefined) return undefined
  const hash: Argon2Hash = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
  const sound =
    hash.passes >= 1 &&
    hash.parallelism >= 1 &&
    hash.memory >= 8 * hash.parallelism &&
    hash.memory <= MAX_MEMORY
  return sound ? hash : undefined
}

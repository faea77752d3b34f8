import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createWorkQueue } from './work-queue.ts'

/** An Argon2id hash with everything needed to check a password against it. */
interface Argon2Hash {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
  salt: Buffer
  tag: Buffer
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** A hash that asks for more memory is invalid. KiB. */
const MAX_MEMORY = 1_048_576

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '')

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, base64 without padding (the PHC string format). */
const formatPhc = ({ memory, passes, parallelism, salt, tag }: Argon2Hash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** Undefined for anything that is not such a string, or that Argon2 would not accept (RFC 9106, 3.1). */
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

/** The cost of a new hash. An existing hash contains its own. */
export type PasswordCost = Pick<Argon2Hash, 'memory' | 'passes' | 'parallelism'>

/** OWASP's floor for Argon2id: 19 MiB, 2 passes, 1 lane. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32

/** More at once would occupy threads that files and the database need, and 19 MiB each. */
const AT_ONCE = 2
const WAITING = 64

/** Argon2id (RFC 9106) off the event loop. */
export type Derive = (
  text: string,
  parameters: Omit<Argon2Hash, 'tag'>,
  tagBytes: number,
) => Promise<Buffer>

export type Passwords = ReturnType<typeof createPasswords>

/**
 * Hashes and verifies passwords, two at a time; at most 64 wait.
 *
 * @param options.cost of new hashes; only tests lower it
 * @param options.derive for counting the work
 */
export function createPasswords({
  cost = COST,
  derive = deriveWithNode,
}: {
  cost?: PasswordCost | undefined
  derive?: Derive
} = {}) {
  const queue = createWorkQueue({ atOnce: AT_ONCE, waiting: WAITING })
  const fresh = (tag: Buffer): Argon2Hash => ({
    ...cost,
    salt: randomBytes(SALT_BYTES),
    tag,
  })
  const nobody = fresh(randomBytes(TAG_BYTES))
  return {
    /** A hash that no password matches, for users that don't exist: checking it is the same work. */
    nobody: formatPhc(nobody),
    /** A PHC string with a fresh salt. @throws UnavailableError BUSY */
    hashPassword: async (text: string): Promise<string> => {
      const hash = fresh(Buffer.alloc(TAG_BYTES))
      const tag = await queue.run(() => derive(prepared(text), hash, TAG_BYTES))
      return formatPhc({ ...hash, tag })
    },
    /**
     * Whether the text is the password. An invalid hash costs as much as a valid one, and never matches.
     *
     * @throws UnavailableError BUSY
     */
    verifyPassword: async (text: string, phc: string): Promise<boolean> => {
      const hash = parsePhc(phc) ?? nobody
      const tag = await queue.run(() => derive(prepared(text), hash, hash.tag.length))
      return timingSafeEqual(tag, hash.tag)
    },
  }
}

/** The same password typed on another system may arrive in another Unicode form. */
const prepared = (text: string): string => text.normalize('NFC')

const argon2Promise = promisify(argon2)

/** Node's own, in its thread pool. */
export const deriveWithNode: Derive = (text, { memory, passes, parallelism, salt }, tagBytes) =>
  argon2Promise('argon2id', {
    message: text,
    nonce: salt,
    parallelism,
    tagLength: tagBytes,
    memory,
    passes,
  })

import { argon2, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { backup as texts } from '#contract/codes.ts'
import { StoreError } from '../errors.ts'
import { KEY_BYTES } from '../sealing.ts'

/**
 * The sealing key as a back-up holds it: encrypted with AES-256-GCM under a key that Argon2id
 * (RFC 9106) makes of a passphrase. In bytes:
 *
 *   version 1 | log2 of memory in KiB 1 | passes 1 | lanes 1 | salt 16 | nonce 12 | key 32 | tag 16
 *
 * Everything before the encrypted key is authenticated as well.
 */
const VERSION = 1
/** RFC 9106's second recommendation: 64 MiB, 3 passes, 4 lanes. */
const COST = { memoryLog2: 16, passes: 3, lanes: 4 }

/** The cost of Argon2id; the memory as log2 of KiB. */
export type PassphraseCost = typeof COST

/** The highest cost accepted from a file: 1 GiB. */
const COST_MAX = { memoryLog2: 20, passes: 16, lanes: 16 }

const COST_BYTES = 4
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = COST_BYTES + SALT_BYTES + NONCE_BYTES

const argon2Promise = promisify(argon2)

/** Encrypts the sealing key with a passphrase. */
export async function sealKey(
  key: Uint8Array,
  passphrase: string,
  { memoryLog2, passes, lanes }: PassphraseCost = COST,
): Promise<Buffer> {
  const cost = Uint8Array.of(VERSION, memoryLog2, passes, lanes)
  const header = Buffer.concat([cost, randomBytes(SALT_BYTES + NONCE_BYTES)])
  const cipher = createCipheriv('aes-256-gcm', await derive(header, passphrase), nonceOf(header))
  cipher.setAAD(header)
  return Buffer.concat([header, cipher.update(key), cipher.final(), cipher.getAuthTag()])
}

/** Throws WRONG_PASSPHRASE, or CORRUPT when this can't be a sealed key at all. */
export async function openKey(sealed: Uint8Array, passphrase: string): Promise<Buffer> {
  const bytes = Buffer.from(sealed)
  const header = bytes.subarray(0, HEADER_BYTES)
  if (bytes.length !== HEADER_BYTES + KEY_BYTES + TAG_BYTES || !isAcceptable(header)) {
    throw new StoreError('CORRUPT', texts.damaged('sealing key'))
  }
  const secret = await derive(header, passphrase)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(header), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(header)
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const key = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES))
    return Buffer.concat([key, decipher.final()])
  } catch (cause) {
    throw new StoreError('WRONG_PASSPHRASE', texts.passphraseWrong, { cause })
  }
}

function isAcceptable(header: Buffer): boolean {
  const [version, memoryLog2 = 0, passes = 0, lanes = 0] = header
  return (
    version === VERSION &&
    memoryLog2 <= COST_MAX.memoryLog2 &&
    passes >= 1 &&
    passes <= COST_MAX.passes &&
    lanes >= 1 &&
    lanes <= COST_MAX.lanes &&
    // The minimum of Argon2 (RFC 9106, 3.1).
    2 ** memoryLog2 >= 8 * lanes
  )
}

const nonceOf = (header: Buffer): Buffer => header.subarray(COST_BYTES + SALT_BYTES)

function derive(header: Buffer, passphrase: string): Promise<Buffer> {
  const [, memoryLog2 = 0, passes = 0, lanes = 0] = header
  return argon2Promise('argon2id', {
    // Systems differ in the Unicode form of typed text.
    message: passphrase.normalize('NFC'),
    nonce: header.subarray(COST_BYTES, COST_BYTES + SALT_BYTES),
    parallelism: lanes,
    tagLength: KEY_BYTES,
    memory: 2 ** memoryLog2,
    passes,
  })
}

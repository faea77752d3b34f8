import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { constants, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder as texts } from '#contract/messages.ts'
import type { StoreLog } from './database.ts'
import { StoreError, toStoreError } from './errors.ts'
import { isMissing, requireAccess, writeAtomically } from './files.ts'
import { KEY_BYTES, keyIdOf } from './sealing.ts'

/** In the data folder. */
export const KEY_FILE = 'secret.key'

const HEX_KEY = /^[0-9a-f]{64}$/i
const MIN_SECRET_CHARS = 32
const HKDF_INFO = 'floe sealing key v1'

/**
 * The sealing key (32 bytes): from `secret` if the environment has one, otherwise from `secret.key` in the
 * data folder, which is made if nothing was sealed yet.
 *
 * `sealedBy` are the key ids found on sealed values: a key that does not fit all of them is
 * refused (WRONG_KEY), and no new key is made beside them (NO_KEY). A secret that is too
 * short throws WEAK_KEY.
 */
export function loadSealingKey(options: {
  dataDir: string
  secret: string | undefined
  sealedBy: readonly Uint8Array[]
  /** Make no new key even if nothing is sealed. */
  mustExist?: boolean
  log: StoreLog
}): Buffer {
  const { dataDir, sealedBy, mustExist = false, log } = options
  const file = join(dataDir, KEY_FILE)
  const found = findSealingKey(options)
  if (found === undefined && (sealedBy.length > 0 || mustExist)) {
    throw new StoreError('NO_KEY', texts.noKey(file))
  }
  const key = found ?? makeKeyFile(file, log)
  const keyId = keyIdOf(key)
  if (sealedBy.some((id) => !keyId.equals(id))) {
    throw new StoreError('WRONG_KEY', texts.wrongKey)
  }
  return key
}

/**
 * The existing key: from `secret`, otherwise from the folder's `secret.key`; undefined if there is neither. Throws
 * WEAK_KEY, and WRONG_KEY when the file holds no key.
 */
export function findSealingKey(options: {
  dataDir: string
  secret: string | undefined
  log: StoreLog
}): Buffer | undefined {
  const { dataDir, secret, log } = options
  return secret === undefined ? readKeyFile(join(dataDir, KEY_FILE), log) : keyFromSecret(secret)
}

/** A key as written in a key file. */
export const keyFileText = (key: Uint8Array): string => `${Buffer.from(key).toString('hex')}\n`

/**
 * SECRET_KEY as a key: 64 hex digits are the key itself; anything else of at least 32
 * characters goes through HKDF-SHA-256 (RFC 5869, no salt). Throws WEAK_KEY.
 */
export function keyFromSecret(secret: string): Buffer {
  const text = secret.trim()
  if (HEX_KEY.test(text)) return Buffer.from(text, 'hex')
  if (text.length < MIN_SECRET_CHARS) {
    throw new StoreError('WEAK_KEY', texts.weakKey(MIN_SECRET_CHARS))
  }
  return Buffer.from(hkdfSync('sha256', text, '', HKDF_INFO, KEY_BYTES))
}

function readKeyFile(file: string, log: StoreLog): Buffer | undefined {
  requireAccess(file, constants.R_OK)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
    const othersMayRead = (statSync(file).mode & 0o077) !== 0
    if (othersMayRead) log.warn({ file }, 'other users may read the sealing key: chmod 600 it')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toStoreError(error, file)
  }
  if (!HEX_KEY.test(text)) throw new StoreError('WRONG_KEY', texts.keyFileDamaged(file))
  return Buffer.from(text, 'hex')
}

function makeKeyFile(file: string, log: StoreLog): Buffer {
  const key = randomBytes(KEY_BYTES)
  writeAtomically(file, keyFileText(key))
  log.info({ file }, 'made a new sealing key: without it a copy of the database is of no use')
  return key
}

const HKDF_INFO_FINGERPRINT = 'floe fingerprint v1'

/**
 * Makes fingerprints of secrets (HMAC-SHA-256, base64url), to detect after a restart that a secret changed. Their
 * key is derived from the sealing key (HKDF, RFC 5869), so passwords can't be tried with the database alone.
 */
export function createFingerprint(sealingKey: Uint8Array): (...parts: string[]) => string {
  const key = Buffer.from(hkdfSync('sha256', sealingKey, '', HKDF_INFO_FINGERPRINT, KEY_BYTES))
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
}

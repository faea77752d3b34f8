import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { store as coded } from '#contract/codes.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { dataFolder as texts } from '#contract/messages.ts'
import { StoreError } from './errors.ts'

export const KEY_BYTES = 32

const VERSION = 1
const KEY_ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES

/**
 * Encrypts what must not be readable in the database file, with AES-256-GCM under a fresh
 * random nonce for each value. Layout of a sealed value, in bytes:
 *
 *   version 1 | key id 8 | nonce 12 | ciphertext n | tag 16
 *
 * `place` (table and record) is authenticated with it: a value moved to another record does
 * not open there.
 */
export type Sealer = ReturnType<typeof createSealer>

/**
 * The place of values in a guarded database (guards.ts). They do not open in an unguarded one, whose rows
 * would be accepted unchecked: nobody can pass a new database off as an old one.
 */
export const guardedPlace = (place: string): string => `guarded/${place}`

/**
 * The place of a keyset's value, which opens in no other keyset. The first keyset's places are those from
 * before there were others, so that older values still open.
 */
export const keysetPlace = (keyset: number, place: string): string =>
  guardedPlace(keyset === FIRST_KEYSET ? place : `keysets/${keyset}/${place}`)

/** Seals a keyset's records in a table as JSON, each bound to its id. */
export function createRecordSealer<T extends { id: string }>(
  sealer: Sealer,
  keyset: number,
  table: string,
) {
  const placeOf = (id: string): string => keysetPlace(keyset, `${table}/${id}`)
  return {
    /** Everything but the id. */
    seal: ({ id, ...content }: T): Buffer => sealer.seal(JSON.stringify(content), placeOf(id)),
    /** Throws as `Sealer.open` does. */
    open: ({ id, sealed }: { id: string; sealed: Uint8Array }): T => ({
      id,
      ...JSON.parse(sealer.open(sealed, placeOf(id))),
    }),
  }
}

/** The first 8 bytes of SHA-256 of the key, to distinguish a wrong key from a damaged value. */
export const keyIdOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)

/** SQL for the key id of a sealed value in `column` (positions count from 1). */
export const keyIdColumn = (column: string): string => `substr(${column}, 2, ${KEY_ID_BYTES})`

/** A sealer for a key of 32 bytes. */
export function createSealer(key: Uint8Array) {
  const keyId = keyIdOf(key)
  const sealBytes = (bytes: Uint8Array, place: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES)
    const header = Buffer.concat([Uint8Array.of(VERSION), keyId, nonce])
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
    return Buffer.concat([header, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  /** Throws WRONG_KEY when it was sealed with another key, CORRUPT when it was changed or moved. */
  const openBytes = (sealed: Uint8Array, place: string): Buffer => {
    const bytes = Buffer.from(sealed)
    if (bytes.length < HEADER_BYTES + TAG_BYTES || bytes[0] !== VERSION) {
      throw new StoreError('CORRUPT', coded.sealedDamaged(place))
    }
    if (!bytes.subarray(1, 1 + KEY_ID_BYTES).equals(keyId)) {
      throw new StoreError('WRONG_KEY', texts.wrongKey)
    }
    const nonce = bytes.subarray(1 + KEY_ID_BYTES, HEADER_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const opened = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES))
      return Buffer.concat([opened, decipher.final()])
    } catch (cause) {
      throw new StoreError('CORRUPT', coded.sealedDamaged(place), { cause })
    }
  }
  return {
    ...{ sealBytes, openBytes },
    /** The same, for text. */
    seal: (text: string, place: string) => sealBytes(Buffer.from(text), place),
    open: (sealed: Uint8Array, place: string) => openBytes(sealed, place).toString('utf8'),
  }
}

import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { backup as texts } from '#contract/messages.ts'
import { StoreError } from '../errors.ts'
import { isSealed, keyFits } from '../sealed-by.ts'
import { KEY_BYTES } from '../sealing.ts'
import { findSealingKey, keyFromSecret } from '../sealing-key.ts'
import type { BackupNote } from './copy.ts'
import { openKey } from './sealed-key.ts'
import type { RestoreOptions } from './stage.ts'

/** The key that a copy is sealed with. */
export interface KeyFor {
  key: Buffer
  /** It replaces the folder's key, or is the first there. */
  isNew: boolean
  /** It came with the back-up, or was given for it. */
  isGiven: boolean
  /** The environment's key, when it gives one: then all is sealed with this one, and `key` replaces nothing. */
  own?: Buffer
}

/** The key of a copy: a new one where nothing is sealed and none is here. Throws a StoreError. */
export async function keyFor(
  db: Database.Database,
  note: BackupNote | undefined,
  { dataDir, secret, oldKey, passphrase, log }: Omit<RestoreOptions, 'actor' | 'now'>,
): Promise<KeyFor> {
  const fits = (key: Uint8Array) => keyFits(db, key)
  const own = findSealingKey({ dataDir, secret, log })
  // Restoring where the back-up was made takes no key or passphrase.
  if (own !== undefined && fits(own)) return { key: own, isNew: false, isGiven: false }
  if (!isSealed(db)) return { key: randomBytes(KEY_BYTES), isNew: true, isGiven: false }
  const key =
    oldKey === undefined ? await keyInside(note, { passphrase, own, fits }) : keyGiven(oldKey, fits)
  // What the environment gives would win over a key file at the next start.
  return secret === undefined || own === undefined
    ? { key, isNew: true, isGiven: true }
    : { key, isNew: false, isGiven: true, own }
}

async function keyInside(
  note: BackupNote | undefined,
  options: {
    passphrase: RestoreOptions['passphrase']
    own: Buffer | undefined
    fits(key: Uint8Array): boolean
  },
): Promise<Buffer> {
  const { passphrase, own, fits } = options
  const sealedKey = note?.sealedKey ?? null
  if (sealedKey === null) {
    throw new StoreError(own === undefined ? 'NO_KEY' : 'WRONG_KEY', texts.wrongKey)
  }
  const given = await passphrase()
  if (given === undefined) throw new StoreError('NO_PASSPHRASE', texts.passphraseNeeded)
  const key = await openKey(sealedKey, given)
  if (!fits(key)) throw new StoreError('CORRUPT', texts.damaged('sealing key'))
  return key
}

function keyGiven(text: string, fits: (key: Uint8Array) => boolean): Buffer {
  let key: Buffer | undefined
  try {
    key = keyFromSecret(text)
  } catch (cause) {
    throw new StoreError('WRONG_KEY', texts.oldKeyWrong, { cause })
  }
  if (!fits(key)) throw new StoreError('WRONG_KEY', texts.oldKeyWrong)
  return key
}

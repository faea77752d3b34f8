import { constants } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { dataFolder as texts } from '#contract/messages.ts'
import { createApiKeys } from './api-keys.ts'
import { createAudit } from './audit.ts'
import { finishRestore } from './backup/pending.ts'
import {
  checkTables,
  emptyWriteAheadLog,
  openDatabase,
  peekSchemaVersion,
  read,
  type StoreLog,
  schemaVersion,
  write,
} from './database.ts'
import { StoreError } from './errors.ts'
import { diskProblem, ensureFolder, requireAccess, syncFolder } from './files.ts'
import { createGuards } from './guards.ts'
import { createKeysetStore, type KeysetStore, listKeysets } from './keyset-store.ts'
import { lockFolder } from './lock.ts'
import { refuseNewer } from './migrate.ts'
import { migrations, notOfSchema } from './migrations/index.ts'
import { createNonces } from './nonces/nonces.ts'
import { createOwner } from './owner.ts'
import { createProcessSettings } from './process-settings.ts'
import { isGuarded, sealedKeyIds } from './sealed-values.ts'
import { createSealer } from './sealing.ts'
import { createFingerprint, loadSealingKey } from './sealing-key.ts'
import { createSessions } from './sessions.ts'
import { createSignInTokens } from './sign-in-tokens.ts'
import { createSpentMarks } from './spent-mark.ts'
import { createStop } from './stop.ts'
import { adoptedRecord, refuseUnguarded, tamperRecord, upgrade, writeMarker } from './upgrade.ts'

export interface StoreOptions {
  /** Made if it is missing. */
  dataDir: string
  /** SECRET_KEY, when the environment gives one; else the folder's `secret.key` is used. */
  sealingKey?: string | undefined
  log: StoreLog
  /** Accepts rows that somebody other than Floe wrote; only for `floe adopt`. */
  adopt?: boolean
  /** Milliseconds since 1970. */
  now?: () => number
}

/** All data of Floe. A process has one store, from start to stop. */
export type Store = ReturnType<typeof openStore>

/**
 * Locks the data folder, finishes a decided restore, opens the database and migrates it. Throws a StoreError
 * whose message is for the owner; the folder is then released, with its contents unchanged.
 */
export function openStore(options: StoreOptions) {
  const { dataDir, sealingKey, log, adopt = false, now = Date.now } = options
  const file = join(dataDir, 'floe.db')
  ensureFolder(dataDir)
  for (const path of [join(dataDir, 'floe.lock'), file, `${file}-wal`, `${file}-shm`]) {
    requireAccess(path, constants.R_OK | constants.W_OK)
  }
  const lock = lockFolder(dataDir)
  let db: Database.Database | undefined
  try {
    finishRestore(dataDir, log)
    refuseNewer(file, peekSchemaVersion(file), migrations)
    const opened = openDatabase(file)
    db = opened
    requireOwnSchema(db)
    checkTables(db)
    if (!adopt) refuseUnguarded(dataDir, db)
    const key = loadSealingKey({
      ...{ dataDir, secret: sealingKey, log, sealedBy: sealedKeyIds(db) },
      mustExist: !adopt && isGuarded(db),
    })
    const sealer = createSealer(key)
    const guards = createGuards(db, key, log)
    const from = schemaVersion(db)
    const adopted = upgrade({ db, guards, sealer, log, adopt })
    if (!adopted) guards.verify()
    writeMarker(dataDir)
    syncFolder(dataDir)
    const audit = createAudit({ db, log, now })
    if (adopted) audit.record(adoptedRecord(from))
    // Not at once: tampering may be found in the middle of a transaction.
    guards.tampering.listen((report) => audit.recordSoon(tamperRecord(report)))
    const marks = createSpentMarks({
      ...{ db, log },
      onOlder: () => audit.recordSoon(OLDER_NONCES),
    })
    const nonces = createNonces(dataDir, log, marks)
    const keysets = new Map(
      listKeysets(guards).map((id) => [
        id,
        createKeysetStore(id, { db: opened, sealer, guards, audit, nonces, now }),
      ]),
    )
    /** The data of a keyset. Throws a RangeError if there is none with this id. */
    const keyset = (id: number): KeysetStore => {
      const kept = keysets.get(id)
      if (kept === undefined) throw new RangeError(`there is no keyset ${id}`)
      return kept
    }
    return {
      dataDir,
      /** The ids of all keysets, in the order in which they were made. */
      keysets: [...keysets.keys()],
      keyset,
      /** Of the whole process, like everything below. */
      settings: createProcessSettings(db),
      audit,
      sessions: createSessions(db, guards),
      apiKeys: createApiKeys(db, guards),
      owner: createOwner(db, guards),
      signInTokens: createSignInTokens(db, guards),
      stop: createStop(db, { guards, dataDir, log }),
      /**
       * Saves everything that `work` saves in settings, policies and shares of any keyset, or nothing if
       * it throws. Throws what `work` does, and a StoreError.
       */
      transaction: (work: () => void): void => {
        write(opened, work)
        emptyWriteAheadLog(opened)
      },
      /** Tampering with the database. */
      tampering: guards.tampering,
      /** A message for the owner if the disk is read-only or (nearly) full; null: no problem. */
      diskProblem: () => diskProblem(dataDir),
      /** A value by which a secret can be compared later, without storing it. */
      fingerprint: createFingerprint(key),
      /** Writes waiting rows, empties the write-ahead log, closes, and releases the folder. */
      close: (): void => {
        if (!opened.open) return
        audit.close()
        nonces.close()
        try {
          opened.pragma('wal_checkpoint(TRUNCATE)')
        } catch (error) {
          log.warn({ err: error }, 'the write-ahead log stays: the next start takes it in')
        } finally {
          opened.close()
          lock.release()
        }
      },
    }
  } catch (error) {
    db?.close()
    lock.release()
    throw error
  }
}

const OLDER_NONCES = { actor: 'self', action: 'nonces.older', outcome: 'emptied' } as const

/** Called before any statement runs: a foreign trigger or view would run with it. */
function requireOwnSchema(db: Database.Database): void {
  const foreign = read(db, () => notOfSchema(db))
  if (foreign !== undefined) {
    throw new StoreError('CORRUPT', texts.foreignSchema(db.name, foreign))
  }
}

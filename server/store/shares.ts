import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { emptyWriteAheadLog, read, write } from './database.ts'
import { MAX_SHARE_RECORDS } from './limits.ts'
import { createRecordSealer, type Sealer } from './sealing.ts'

export interface ShareRecord {
  id: string
  shareCredential: string
  groupCredential: string
  /** The keyset's name, when it was given. */
  name?: string
  /** ISO 8601. */
  savedAt: string
}

export type Shares = ReturnType<typeof createShares>

type Row = { id: string; saved_at: number; sealed: Buffer }
type Sealed = Omit<ShareRecord, 'savedAt'>

/** The share records of one keyset; everything but their id, keyset and time is sealed. */
export function createShares(
  db: Database.Database,
  { sealer, keyset, now }: { sealer: Sealer; keyset: number; now(): number },
) {
  const newestFirst = db.prepare<[number], Row>(
    'SELECT id, saved_at, sealed FROM share_records WHERE keyset = ? ORDER BY position DESC',
  )
  const insert = db.prepare<[number, string, number, Buffer]>(
    'INSERT INTO share_records (keyset, id, saved_at, sealed) VALUES (?, ?, ?, ?)',
  )
  const remove = db.prepare<[number, string]>(
    'DELETE FROM share_records WHERE keyset = ? AND id = ?',
  )
  const removeAll = db.prepare<[number]>('DELETE FROM share_records WHERE keyset = ?')
  const dropOldest = db.prepare<[number, number, number]>(
    `DELETE FROM share_records WHERE keyset = ? AND position NOT IN
       (SELECT position FROM share_records WHERE keyset = ? ORDER BY position DESC LIMIT ?)`,
  )

  const records = createRecordSealer<Sealed>(sealer, keyset, 'share_records')

  const open = (row: Row): ShareRecord => {
    const { id, ...pair } = records.open(row)
    return { id, savedAt: new Date(row.saved_at).toISOString(), ...pair }
  }
  /** Newest first, at most 10. */
  const list = () => read(db, () => newestFirst.all(keyset).map(open))

  return {
    list,
    /**
     * Saves a pair of credentials. It replaces a record of the same pair, with its name if none is given; the
     * oldest beyond the tenth is deleted.
     */
    save: ({
      shareCredential,
      groupCredential,
      name,
    }: Omit<Sealed, 'id' | 'name'> & { name?: string | undefined }): ShareRecord =>
      write(db, () => {
        const same = list().find(
          (record) =>
            record.shareCredential === shareCredential &&
            record.groupCredential === groupCredential,
        )
        if (same !== undefined) remove.run(keyset, same.id)
        const id = randomUUID()
        const savedAt = now()
        const kept = name ?? same?.name
        const pair = {
          shareCredential,
          groupCredential,
          ...(kept === undefined ? {} : { name: kept }),
        }
        insert.run(keyset, id, savedAt, records.seal({ id, ...pair }))
        dropOldest.run(keyset, keyset, MAX_SHARE_RECORDS)
        return { id, savedAt: new Date(savedAt).toISOString(), ...pair }
      }),

    /** Deletes a record, also from the file's free space and its log. False if there is none. */
    delete: (id: string): boolean => {
      const { changes } = write(db, () => remove.run(keyset, id))
      emptyWriteAheadLog(db)
      return changes > 0
    },

    /** Deletes all of them the same way, and returns how many there were. */
    deleteAll: (): number => {
      const { changes } = write(db, () => removeAll.run(keyset))
      emptyWriteAheadLog(db)
      return changes
    },
  }
}

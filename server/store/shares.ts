import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3'
import { MAX_SHARE_RECORDS } from '../contract/limits.ts'
import { emptyWriteAheadLog, read, write } from './database.ts'
import { guardedPlace, type Sealer } from './sealing.ts'

export type ShareRecord = {
  id: string
  shareCredential: string
  groupCredential: string
  /** The keyset's name, when it was given. */
  name?: string
  /** ISO 8601. */
  savedAt: string
}

export type Shares = {
  /** Newest first, at most 10. */
  list(): ShareRecord[]
  /**
   * Keeps a pair of credentials. One with the same pair gives way to it and leaves it its
   * name if none is given; the oldest beyond the tenth is dropped.
   */
  save(record: {
    shareCredential: string
    groupCredential: string
    name?: string | undefined
  }): ShareRecord
  /** Deletes one, and what the file and its log hold of it. False if there is none with this id. */
  delete(id: string): boolean
  /** Deletes all of them, the same way, and returns how many they were. */
  deleteAll(): number
}

type Row = { id: string; saved_at: number; sealed: Buffer }
type Sealed = Pick<ShareRecord, 'shareCredential' | 'groupCredential' | 'name'>

/** What a sealed record is bound to: see sealing.ts. */
export const placeOfShare = (id: string): string => guardedPlace(`share_records/${id}`)

/** Saved share records; everything but their id and time is sealed. `now` in milliseconds. */
export function createShares(db: Database.Database, sealer: Sealer, now: () => number): Shares {
  const newestFirst = db.prepare<[], Row>(
    'SELECT id, saved_at, sealed FROM share_records ORDER BY position DESC',
  )
  const insert = db.prepare<[string, number, Buffer]>(
    'INSERT INTO share_records (id, saved_at, sealed) VALUES (?, ?, ?)',
  )
  const remove = db.prepare<[string]>('DELETE FROM share_records WHERE id = ?')
  const removeAll = db.prepare<[]>('DELETE FROM share_records')
  const dropOldest = db.prepare<[number]>(
    `DELETE FROM share_records WHERE position NOT IN
       (SELECT position FROM share_records ORDER BY position DESC LIMIT ?)`,
  )

  const open = (row: Row): ShareRecord => {
    const sealed: Sealed = JSON.parse(sealer.open(row.sealed, placeOfShare(row.id)))
    return { id: row.id, savedAt: new Date(row.saved_at).toISOString(), ...sealed }
  }
  const list = () => read(db, () => newestFirst.all().map(open))

  return {
    list,
    save: ({ shareCredential, groupCredential, name }) =>
      write(db, () => {
        const same = list().find(
          (record) =>
            record.shareCredential === shareCredential &&
            record.groupCredential === groupCredential,
        )
        if (same !== undefined) remove.run(same.id)
        const id = randomUUID()
        const savedAt = now()
        const kept = name ?? same?.name
        const sealed: Sealed = {
          shareCredential,
          groupCredential,
          ...(kept === undefined ? {} : { name: kept }),
        }
        insert.run(id, savedAt, sealer.seal(JSON.stringify(sealed), placeOfShare(id)))
        dropOldest.run(MAX_SHARE_RECORDS)
        return { id, savedAt: new Date(savedAt).toISOString(), ...sealed }
      }),

    delete: (id) => {
      const { changes } = write(db, () => remove.run(id))
      emptyWriteAheadLog(db)
      return changes > 0
    },

    deleteAll: () => {
      const { changes } = write(db, () => removeAll.run())
      emptyWriteAheadLog(db)
      return changes
    },
  }
}

import type Database from 'better-sqlite3'
import { read, write } from './database.ts'

/** An identity's nostr profile. Times are Unix milliseconds. */
export interface StoredProfile {
  name: string | null
  /** Unix seconds. */
  eventAt: number | null
  pictureUrl: string | null
  picture: { type: string; bytes: Buffer } | null
  fetchedAt: number | null
}

export type Profiles = ReturnType<typeof createProfiles>

interface Row {
  name: string | null
  event_at: number | null
  picture_url: string | null
  picture_type: string | null
  picture: Buffer | null
  fetched_at: number | null
}

/** The profile of a keyset's identity, if it is known. Everything throws a StoreError. */
export function createProfiles(db: Database.Database, keyset: number) {
  const find = db.prepare<[number, string], Row>(
    `SELECT name, event_at, picture_url, picture_type, picture, fetched_at FROM profiles
     WHERE keyset = ? AND pubkey = ?`,
  )
  const put = db.prepare(
    `INSERT OR REPLACE INTO profiles
       (keyset, pubkey, name, event_at, picture_url, picture_type, picture, fetched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const drop = db.prepare<[number]>('DELETE FROM profiles WHERE keyset = ?')
  return {
    get: (pubkey: string): StoredProfile | undefined => {
      const row = read(db, () => find.get(keyset, pubkey))
      if (row === undefined) return undefined
      const { name, event_at, picture_url, picture_type: type, picture: bytes, fetched_at } = row
      return {
        ...{ name, eventAt: event_at, pictureUrl: picture_url, fetchedAt: fetched_at },
        picture: type === null || bytes === null ? null : { type, bytes },
      }
    },
    /** Replaces the stored profile, also one of another identity. */
    set: (pubkey: string, profile: StoredProfile): void => {
      const { name, eventAt, pictureUrl, picture, fetchedAt } = profile
      const shown = [picture?.type ?? null, picture?.bytes ?? null]
      write(db, () => {
        put.run(keyset, pubkey, name, eventAt, pictureUrl, ...shown, fetchedAt)
      })
    },
    remove: (): void => {
      write(db, () => {
        drop.run(keyset)
      })
    },
  }
}

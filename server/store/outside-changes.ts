import { utimesSync, watch } from 'node:fs'
import type Database from 'better-sqlite3'
import { read } from './database.ts'
import { ownerFileIn } from './lock.ts'

/** How soon a change is noticed where files can't be watched, as in some network folders. Milliseconds. */
const LOOK_INTERVAL = 5_000

/**
 * Notices what other processes write, such as commands.
 *
 * @returns true if one has written to the database since this was last asked; a few microseconds
 */
export function watchOutside(db: Database.Database): () => boolean {
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck()
  let seen = read(db, () => dataVersion.get())
  return () => {
    const version = read(db, () => dataVersion.get())
    const changed = version !== seen
    seen = version
    return changed
  }
}

/** Tells the server that runs on this folder, if one does, that the database was changed. */
export function tellOwner(dataDir: string): void {
  const now = new Date()
  try {
    utimesSync(ownerFileIn(dataDir), now, now)
  } catch {
    // None runs, or it finds out when it next looks.
  }
}

/**
 * Watches the folder that this process owns for what `tellOwner` tells.
 *
 * @param listener called when another process has changed the database, and now and then; must not throw
 * @returns ends it
 */
export function onToldByOthers(dataDir: string, listener: () => void): () => void {
  const looks = setInterval(listener, LOOK_INTERVAL).unref()
  const ends = new AbortController()
  try {
    watch(ownerFileIn(dataDir), { persistent: false, signal: ends.signal }, listener).on(
      'error',
      () => {},
    )
  } catch {
    // The file or the system's watches are missing: what is left are the looks.
  }
  return () => {
    clearInterval(looks)
    ends.abort()
  }
}

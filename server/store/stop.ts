import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { StopRecord, StopStore } from '#policy/stop.ts'
import { type StoreLog, write } from './database.ts'
import { toStoreError } from './errors.ts'
import { isMissing, syncFolder, writeAtomically } from './files.ts'
import type { Guards } from './guards.ts'
import { watchOutside } from './outside.ts'

/** Beside the database while there is a stop. */
const FILE = 'floe.stopped'

const IN_ONE_PLACE = 'the stop is in force, but could not be kept in both of its places'

/**
 * The stop is stored in two places: a guarded row, which goes into back-ups and can't be removed without the
 * key; and a file, which stays when the database is replaced by a back-up or can't be read. Either is enough;
 * of two different stops the longer counts.
 */
export function createStop(
  db: Database.Database,
  { guards, dataDir, log }: { guards: Guards; dataDir: string; log: StoreLog },
): StopStore {
  const file = join(dataDir, FILE)
  const guard = guards.of<StopRecord>('stop')
  const put = db.prepare<[number, number | null]>(
    'INSERT OR REPLACE INTO stop (id, since, until) VALUES (1, ?, ?)',
  )
  const remove = db.prepare('DELETE FROM stop')

  const inDatabase = (): StopRecord | null => {
    const [row] = guard.read().rows
    return row === undefined ? null : { since: row.since, until: row.until }
  }

  const keepRow = (stop: StopRecord | null): void => {
    write(db, () => {
      if (stop === null) remove.run()
      else put.run(stop.since, stop.until)
      guard.record(['1'])
    })
  }

  const set = (stop: StopRecord | null): void => {
    if (stop === null) {
      keepRow(null)
      removeFile(file)
      return
    }
    const failures = [() => writeFile(file, stop), () => keepRow(stop)].flatMap(failureOf)
    if (failures.length === 2) throw failures[1]
    const [err] = failures
    if (err !== undefined) log.warn({ err }, IN_ONE_PLACE)
  }

  const get = (): StopRecord | null => longer(inDatabase(), inFile(file))

  /** After a restore it may be in one place only. A correct row is not rewritten. */
  const keepInBoth = (): void => {
    const stop = get()
    if (stop === null) return
    try {
      if (!isSame(inFile(file), stop)) writeFile(file, stop)
      if (!isSame(inDatabase(), stop)) keepRow(stop)
    } catch (err) {
      log.warn({ err }, IN_ONE_PLACE)
    }
  }

  keepInBoth()
  return { get, set, changedOutside: watchOutside(db) }
}

function failureOf(work: () => void): unknown[] {
  try {
    work()
    return []
  } catch (error) {
    return [error]
  }
}

const isSame = (one: StopRecord | null, other: StopRecord | null): boolean =>
  one?.since === other?.since && one?.until === other?.until

function longer(one: StopRecord | null, other: StopRecord | null): StopRecord | null {
  if (one === null || other === null) return one ?? other
  if (one.until === null || other.until === null) return one.until === null ? one : other
  return one.until >= other.until ? one : other
}

const kept = z.object({ since: z.number(), until: z.number().nullable() })

/** A file that can't be parsed was tampered with: it stops until it is lifted. */
function inFile(file: string): StopRecord | null {
  try {
    const found = kept.safeParse(parsed(readFileSync(file, 'utf8')))
    return found.data ?? { since: Math.trunc(statSync(file).mtimeMs), until: null }
  } catch (error) {
    if (isMissing(error)) return null
    throw toStoreError(error, file)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const writeFile = (file: string, { since, until }: StopRecord): void =>
  writeAtomically(file, `${JSON.stringify({ since, until })}\n`)

function removeFile(file: string): void {
  try {
    rmSync(file, { force: true })
    syncFolder(dirname(file))
  } catch (error) {
    throw toStoreError(error, file)
  }
}

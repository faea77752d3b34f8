import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../files.ts'
import type { StoreLog } from '../log.ts'

/** `<file>.before-restore-<time>`, where a restore keeps what was there. */
const MARK = '.before-restore-'

/** How many replaced databases are kept, however old. */
const NEWEST_KEPT = 3
/**
 * None younger than this is removed, so never that of this restore: whoever tries one back-up after
 * another may want back what was there before the first.
 */
const KEPT_FOR = 30 * 24 * 3_600_000

/** 2026-08-01T12:30:05.000Z → 20260801T123005Z: in order by name, and no colon in it. */
export const timeInName = (ms: number): string =>
  new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

/** The name of a file that is replaced by a restore at this instant. */
export const replacedName = (file: string, ms: number): string => `${file}${MARK}${timeInName(ms)}`

/**
 * Removes databases that restores replaced, with their logs, once a restore at `now` (milliseconds)
 * is in place: all but the newest three and those of the last 30 days. A replaced key is never
 * removed: back-ups outside this folder may be sealed with it, and it may be the last copy.
 */
export function dropReplaced(dataDir: string, now: number, log: StoreLog): void {
  const oldest = replacedName('floe.db', now - KEPT_FOR)
  try {
    const names = readdirSync(dataDir).filter((name) => name.startsWith(`floe.db${MARK}`))
    const databases = names
      .filter((name) => /-\d{8}T\d{6}Z$/.test(name))
      .sort()
      .reverse()
    for (const database of databases.slice(NEWEST_KEPT)) {
      if (database >= oldest) continue
      // Logs first: they are found by the database's name.
      for (const name of names.filter((other) => other.startsWith(`${database}-`))) {
        rmSync(join(dataDir, name), { force: true })
      }
      rmSync(join(dataDir, database), { force: true })
      log.info({ database }, 'a database that a restore replaced long ago was removed')
    }
    syncFolder(dataDir)
  } catch (err) {
    log.warn({ err }, 'databases that restores have replaced could not be removed')
  }
}

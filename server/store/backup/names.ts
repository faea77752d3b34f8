import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { timeInName } from './replaced.ts'

/** In the data folder. */
export const BACKUP_FOLDER = 'backups'

const SCHEDULED = /^floe-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

export interface BackupFile {
  name: string
  /** Milliseconds, from its name. */
  madeAt: number
  bytes: number
}

/** The name of a back-up made at this instant: floe-20260801T123005Z.db. */
export const backupName = (ms: number): string => `floe-${timeInName(ms)}.db`

/** The back-ups in a folder, by their names, the newest first. Anything else there is not ours. */
export function backupsIn(folder: string): BackupFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
      return madeAt === undefined || !stats?.isFile() ? [] : [{ name, madeAt, bytes: stats.size }]
    })
    .sort((one, other) => other.madeAt - one.madeAt)
}

/** What an aborted back-up leaves behind: floe-….db.<random>.new, and its SQLite journal. */
export const unfinishedIn = (folder: string): string[] =>
  namesIn(folder).filter((name) =>
    /^floe-[\dTZ]+\.db(?:\.[\da-f]+\.new(?:-journal)?|\.download)$/.test(name),
  )

function madeAtOf(name: string): number | undefined {
  const [, ...parts] = SCHEDULED.exec(name) ?? []
  if (parts.length === 0) return undefined
  const [year, month, day, hour, minute, second] = parts
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist before the first back-up.
    return []
  }
}

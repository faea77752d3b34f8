import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { timeInName } from '../store/backup/replaced.ts'

/** In the data folder. */
export const BACKUP_FOLDER = 'backups'

const SCHEDULED = /^floe-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/

export interface BackupFile {
  name: string
  /** Milliseconds, as its name says. */
  madeAt: number
  bytes: number
}

/** What a back-up of this instant is called: floe-20260801T123005Z.db. */
export const backupName = (ms: number): string => `floe-${timeInName(ms)}.db`

/** The back-ups in a folder by their names, the newest first. Anything else there is none of ours. */
export function backupsIn(folder: string): BackupFile[] {
  return namesIn(folder)
    .flatMap((name) => {
      const madeAt = madeAtOf(name)
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
      return madeAt === undefined || !stats?.isFile() ? [] : [{ name, madeAt, bytes: stats.size }]
    })
    .sort((one, other) => other.madeAt - one.madeAt)
}

/** What a back-up that was cut off has left: floe-….db.<random>.new, and SQLite's journal of it. */
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
    // There is no folder before the first back-up.
    return []
  }
}

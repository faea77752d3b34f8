import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openOwn, syncFolder } from './files.ts'
import type { StoreLog } from './log.ts'

/** In the data folder. Not in back-ups: its rows were in those made at their time. */
export const ARCHIVE_FILE = 'audit-old.ndjson'
/** What a full file is renamed to, replacing the one before it. */
const FULL_FILE = 'audit-old.1.ndjson'
/** About 300,000 rows. */
const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024

/**
 * A file (0600) that takes rows before they are dropped: one JSON object a line, oldest first, on the
 * disk when the call returns. After a crash halfway a row may be in both. A full file is renamed, and
 * replaces the full one before it.
 *
 * @returns what appends rows; throws what the file system says
 */
export function createAuditArchive(
  database: string,
  log: StoreLog,
  maxBytes = ARCHIVE_BYTES_MAX,
): (rows: readonly object[]) => void {
  const folder = dirname(database)
  const file = join(folder, ARCHIVE_FILE)

  const putAside = (): void => {
    const full = join(folder, FULL_FILE)
    const replaces = existsSync(full)
    renameSync(file, full)
    log.warn(
      { full, replaces },
      'old rows of the audit fill a file: copy it if you want to keep it',
    )
  }

  return (rows) => {
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const isNew = !existsSync(file)
    const handle = openOwn(file, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT)
    let size: number
    try {
      const before = fstatSync(handle).size
      writeWhole(handle, endsLine(handle, before) ? text : `\n${text}`)
      fsyncSync(handle)
      size = fstatSync(handle).size
    } finally {
      closeSync(handle)
    }
    if (isNew) syncFolder(folder)
    if (size >= maxBytes) putAside()
  }
}

/** A write that was cut off, by a crash or a full disk, leaves part of a line. */
function endsLine(handle: number, size: number): boolean {
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(handle, last, 0, 1, size - 1)
  return last.toString() === '\n'
}

function writeWhole(handle: number, text: string): void {
  let rest = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest))
}

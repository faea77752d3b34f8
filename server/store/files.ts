import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { store as coded } from '#contract/codes.ts'
import type { Message } from '#contract/message.ts'
import { dataFolder, store as texts } from '#contract/messages.ts'
import { hasCode, StoreError, toStoreError, whyNotWritable } from './errors.ts'

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Makes the data folder (0700) if it is missing. Throws READ_ONLY if it can't be used. */
export function ensureFolder(folder: string): void {
  try {
    const existing = nearestExisting(resolve(folder))
    if (!statSync(existing).isDirectory()) {
      throw new StoreError('READ_ONLY', dataFolder.notFolder(existing))
    }
    // Checked first, as the error code of mkdir depends on the platform.
    requireAccess(existing, constants.W_OK | constants.X_OK)
    if (existing !== resolve(folder)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      syncFolder(existing)
    }
  } catch (error) {
    throw toStoreError(error, folder)
  }
}

/** The path, or the closest one above it that exists. */
function nearestExisting(path: string): string {
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path))
}

/**
 * Throws READ_ONLY, naming the owner, unless this process has the access (`constants.R_OK`…)
 * to an existing path. A path that does not exist is fine.
 */
export function requireAccess(path: string, access: number): void {
  try {
    accessSync(path, access)
  } catch (error) {
    if (isMissing(error)) return
    const why = hasCode(error, 'EROFS')
      ? texts.readOnlyFileSystem(path)
      : texts.notWritable(path, owners(path))
    throw new StoreError('READ_ONLY', why, { cause: error })
  }
}

function owners(path: string): { owner: number; self: number } | undefined {
  const self = process.getuid?.()
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return self === undefined || owner === undefined || self === owner ? undefined : { owner, self }
}

/**
 * Makes an empty file that only we may read (0600), unless the file exists. An existing file is not
 * even opened: closing it would drop the locks that this process holds on it.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    throw toStoreError(error, file)
  }
}

/**
 * Opens a file of ours for writing; with O_CREAT it is made (0600). Never follows a link, which somebody else
 * may have put there.
 *
 * @param flags `constants.O_WRONLY`…
 * @returns the handle
 */
export const openOwn = (file: string, flags: number): number =>
  openSync(file, flags | (constants.O_NOFOLLOW ?? 0), 0o600)

/** Writes a file (0600) so that after a crash or a power cut it is there whole or not at all. */
export function writeAtomically(file: string, text: string): void {
  const unfinished = `${file}.new`
  try {
    rmSync(unfinished, { force: true })
    const handle = openSync(unfinished, 'wx', 0o600)
    try {
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(unfinished, file)
    syncFolder(dirname(file))
  } catch (error) {
    throw toStoreError(error, file)
  }
}

/** Syncs a file of ours, such as one that SQLite has written. */
export function syncFile(file: string): void {
  const handle = openOwn(file, constants.O_RDWR)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Syncs a folder, and with it the names of new and renamed files. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Some file systems can't do it, and a parent folder may be closed to us; SQLite manages
    // without it too.
  }
}

/**
 * A stream that passes on up to `maxBytes`, and fails beyond.
 *
 * @param error makes the error
 */
export function sizeLimit(maxBytes: number, error: () => Error): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Uint8Array, _, pass) => {
      size += chunk.length
      if (size <= maxBytes) pass(null, chunk)
      else pass(error())
    },
  })
}

/** Below this, the next hour's writes with write-ahead logs and checkpoints may not fit. */
const LOW_BYTES = 32 * 1_048_576
/** A single write may need this much. */
const MIN_BYTES = 1_048_576

/** Bytes that are free for this process at a path. */
function freeAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/**
 * Detects a read-only or (nearly) full data folder before a write fails.
 *
 * @param free free bytes at a path
 * @returns a message for the owner; null: no problem
 */
export function diskProblem(dataDir: string, free = freeAt): Message | null {
  const why = whyNotWritable(dataDir)
  if (why === 'EROFS') return coded.readOnlyFileSystem(dataDir)
  if (why !== null) return coded.notWritable(join(dataDir, 'floe.db'))
  const bytes = free(dataDir)
  if (bytes < MIN_BYTES) return coded.full(dataDir)
  return bytes < LOW_BYTES ? coded.nearlyFull(dataDir, Math.floor(bytes / 1_000_000)) : null
}

/** 2026-08-01T12:30:05.000Z → 20260801T123005Z: in order by name, and no colon in it. */
export const timeInName = (ms: number): string =>
  new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

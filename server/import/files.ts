import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createWriteStream,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { imports as texts } from '#contract/codes.ts'
import { decodeText } from '#lib/text-of-file.ts'
import { StoreError, toStoreError } from '#store/errors.ts'
import { sizeLimit } from '#store/files.ts'
import { isHeadless, readEnvironment } from './environment-file.ts'
import { ImportError } from './errors.ts'
import { ENVIRONMENT_CHARS_MAX } from './limits.ts'

/** What is read of an igloo-server: its database, or its `.env` with the policies that were set for peers. */
export type Files =
  | { from: 'database'; database: string }
  | { from: 'environment'; environment: string; policies: string | null }

/** An igloo-server's files, which are never written. */
export interface Located {
  database: string | null
  /** The text of `.env`. */
  environment: string | null
  /** The text of `peer-policies.json`. */
  policies: string | null
}

const DATABASE = 'igloo.db'
const POLICIES = 'peer-policies.json'
/** SQLite's files beside a database: the newest writes, or a transaction that a crash interrupted. */
const SIDE_FILES = ['-wal', '-journal'] as const
const SQLITE_HEAD = 'SQLite format 3\0'

const PREFIX = 'import-'

/** Makes a private folder for copies in the data folder. */
export const makeFolder = (dataDir: string): string => {
  clearFolders(dataDir)
  try {
    return mkdtempSync(join(dataDir, PREFIX))
  } catch (error) {
    throw toStoreError(error, dataDir)
  }
}

/** Removes copies, also those of an interrupted import. */
export function clearFolders(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/**
 * Finds igloo-server's files at a path: its folder, its data folder, its database, or its `.env`.
 *
 * @throws ImportError UNFIT
 */
export function locate(path: string): Located {
  const given = statOf(path)
  if (given === undefined) throw new ImportError('UNFIT', texts.nothing(path))
  if (!given.isDirectory()) {
    const folder = dirname(resolve(path))
    if (isDatabase(path)) {
      const environment = textOf(join(folder, '.env')) ?? textOf(join(folder, '..', '.env'))
      return { database: path, environment, policies: null }
    }
    return { database: null, environment: textOf(path), policies: policiesBeside(folder) }
  }
  const environment = textOf(join(path, '.env'))
  const named = readEnvironment(environment ?? '').get('DB_PATH')
  const places = [
    ...(named === undefined ? [] : [resolve(path, named), resolve(path, named, DATABASE)]),
    ...[join(path, 'data', DATABASE), join(path, DATABASE)],
  ]
  const database = places.find((place) => statOf(place)?.isFile()) ?? null
  if (database === null && environment === null) {
    throw new ImportError('UNFIT', texts.nothing(path))
  }
  return { database, environment, policies: policiesBeside(path) }
}

const policiesBeside = (folder: string): string | null =>
  textOf(join(folder, 'data', POLICIES)) ?? textOf(join(folder, POLICIES))

/** The files of an igloo-server that hold its share. */
export function filesOf({ database, environment, policies }: Located): Files {
  const headless = environment !== null && isHeadless(readEnvironment(environment))
  if (database !== null && !headless) return { from: 'database', database }
  return { from: 'environment', environment: environment ?? '', policies }
}

/**
 * Copies a database and its side files into a folder of ours.
 *
 * @returns the copy, and whether the files are still as they were then
 */
export function copyDatabase(database: string, folder: string) {
  const copy = join(folder, DATABASE)
  const all = ['', ...SIDE_FILES].map((suffix) => database + suffix)
  const states = () => all.map((file) => stateOf(statOf(file)))
  const before = states()
  try {
    for (const suffix of ['', ...SIDE_FILES]) copyIfThere(database + suffix, copy + suffix)
  } catch (error) {
    throw toStoreError(error, copy)
  }
  return { copy, isUnchanged: () => states().join() === before.join() }
}

function copyIfThere(from: string, to: string): void {
  if (statOf(from) === undefined) return
  // Opened first, so that a failure to read is not reported as one of our own disk.
  closeSync(reading(from, () => openSync(from, 'r')))
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, 0o600)
}

/** An upload: one file, and perhaps a second one after it. */
export interface Sent {
  source: AsyncIterable<Uint8Array>
  /** Bytes of the second file. */
  beside: number
  maxBytes: number
}

/**
 * Saves an upload in a folder of ours.
 *
 * @throws ImportError UNFIT; StoreError TOO_LARGE, or when it can't be written
 */
export async function receive({ source, beside, maxBytes }: Sent, folder: string): Promise<Files> {
  const file = join(folder, DATABASE)
  const limit = sizeLimit(
    maxBytes,
    () => new StoreError('TOO_LARGE', texts.tooLarge(Math.floor(maxBytes / 1_048_576))),
  )
  try {
    await pipeline(source, limit, createWriteStream(file, { mode: 0o600 }))
  } catch (error) {
    throw toStoreError(error, file)
  }
  const { size } = statSync(file)
  if (beside > size) throw new ImportError('UNFIT', texts.besideTooLong)
  if (!isDatabase(file)) {
    if (size > ENVIRONMENT_CHARS_MAX) throw new ImportError('UNFIT', texts.neither)
    const text = readFileSync(file)
    const policies = beside > 0 ? readable(text.subarray(size - beside)) : null
    return {
      from: 'environment',
      environment: readable(text.subarray(0, size - beside)),
      policies,
    }
  }
  if (beside > 0) {
    writeFileSync(`${file}-wal`, readFileSync(file).subarray(size - beside), { mode: 0o600 })
    truncateSync(file, size - beside)
  }
  return { from: 'database', database: file }
}

function isDatabase(file: string): boolean {
  const head = Buffer.alloc(SQLITE_HEAD.length)
  const handle = reading(file, () => openSync(file, 'r'))
  try {
    readSync(handle, head)
  } finally {
    closeSync(handle)
  }
  return head.toString('latin1') === SQLITE_HEAD
}

/** Undefined if there is no such file. */
const statOf = (path: string): Stats | undefined =>
  reading(path, () => statSync(path, { throwIfNoEntry: false }))

const stateOf = (stat: Stats | undefined): string =>
  stat === undefined ? 'none' : `${stat.size} ${stat.mtimeMs} ${stat.ino}`

function textOf(path: string): string | null {
  const stat = statOf(path)
  if (stat === undefined || !stat.isFile()) return null
  if (stat.size > ENVIRONMENT_CHARS_MAX) throw new ImportError('UNFIT', texts.neither)
  return readable(reading(path, () => readFileSync(path)))
}

/** Decodes UTF-8, or UTF-16, which Windows writes. Other bytes are refused later, as no variable is found in them. */
const readable = (bytes: Buffer): string => decodeText(bytes)?.text ?? bytes.toString()

function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new ImportError('UNFIT', texts.unreadable(path, code), { cause })
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { openDatabase, type StoreLog } from '../database.ts'
import { createGuards, type Guards } from '../guards.ts'
import { migrate } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { openStore, type Store, type StoreOptions } from '../open.ts'
import { KEY_BYTES } from '../sealing.ts'

/** A folder that is gone when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'floe-store-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export type LogLine = { level: keyof StoreLog; message: string; details: object }

/** A logger that keeps its lines. */
export function recordingLog(): { log: StoreLog; lines: LogLine[] } {
  const lines: LogLine[] = []
  const keep = (level: keyof StoreLog) => (details: object, message: string) => {
    lines.push({ level, message, details })
  }
  return { log: { info: keep('info'), warn: keep('warn'), error: keep('error') }, lines }
}

/** A store that is closed when the test ends, if the test has not closed it. */
export function openTestStore(dataDir: string, options: Partial<StoreOptions> = {}): Store {
  const store = openStore({ dataDir, log: recordingLog().log, ...options })
  onTestFinished(() => store.close())
  return store
}

/** A migrated database in a real file, closed when the test ends. */
export function openTestDatabase(folder: string): Database.Database {
  const db = openDatabase(join(folder, 'floe.db'))
  onTestFinished(() => {
    db.close()
  })
  migrate(db, migrations, recordingLog().log)
  return db
}

/** The guards of a test's database, under a throw-away key, with lists of what is there when first called. */
export function testGuards(db: Database.Database): Guards {
  const guards = createGuards(db, Buffer.alloc(KEY_BYTES, 7), recordingLog().log)
  const hasLists = db.prepare('SELECT count(*) FROM guards').pluck().get() !== 0
  if (!hasLists) db.transaction(() => guards.rebuild())()
  return guards
}

/** Keeps the database from growing by a page and fills those it has: to SQLite, a full disk. */
export function fillDisk(db: Database.Database): void {
  db.exec('VACUUM')
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
}

export function makeRoom(db: Database.Database): void {
  db.pragma('max_page_count = 1000000')
}

/** Name → bytes of every file of a folder. Only for a folder that this process does not have open. */
export const filesOf = (folder: string): Map<string, Buffer> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))

export interface Child {
  pid: number
  /** The next line it prints; rejects when it ends without one. */
  line(): Promise<string>
  kill(): void
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts a command of child.ts in a process of its own, ended with the test. */
export function startChild(
  args: readonly string[],
  options: { unprivileged?: boolean } = {},
): Child {
  const root = process.getuid?.() === 0
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.unprivileged === true && root ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: pidOf(child),
    line: async () => {
      const next = await lines.next()
      if (next.done === true) throw new Error(`child ${args.join(' ')} ended`)
      return next.value
    },
    kill: () => {
      child.kill('SIGKILL')
    },
    exit: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
    }),
  }
}

/** Root may write everywhere, so permissions are tested as this user. */
const NOBODY = 65_534

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the child did not start')
  return child.pid
}

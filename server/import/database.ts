import Database from 'better-sqlite3'
import { imports as coded } from '#contract/codes.ts'
import { ImportError } from './errors.ts'
import { ROWS_MAX } from './limits.ts'

/** A row of `users`, not decrypted. */
export interface User {
  id: number
  username: string
  salt: string
  group_cred_encrypted: string | null
  share_cred_encrypted: string | null
  relays: string | null
  peer_policies: string | null
  group_name: string | null
}

export interface ApiKeyRow {
  key_hash: string
  label: string | null
  created_by_user_id: number | null
  created_at: string | null
  revoked_at: string | null
}

export type SessionRow = Record<(typeof TABLES.nip46_sessions)[number], string | null>

/** A copy of igloo-server's database (v1.1.0 and before). */
export type IglooDatabase = ReturnType<typeof readerOf>

/** The names of igloo-server's migrations up to v1.1.0. */
const KNOWN_MIGRATIONS = new Set([
  '20250915_0001_init_nip46.sql',
  '20250915_0002_event_type_check_trigger.sql',
  '20250916_0001_fix_null_event_type.sql',
  '20250916_0003_fix_nip46_trigger_recursion.sql',
  '20250916_0004_audit_nip46_data_sizes.sql',
  '20250916_0005_add_rate_limits_table.sql',
  '20250917_0001_fix_rate_limits_trigger_recursion.sql',
  '20250918_0006_add_nip46_transport_keys.sql',
  '20250922_0007_add_nip46_relays.sql',
  '20250922_0008_create_nip46_requests.sql',
  '20251008_0009_create_api_keys.sql',
  '20251009_0005_add_sessions_table.sql',
])

/**
 * Opens a copy for reading. Opening it lets SQLite apply the write-ahead log or journal beside it.
 *
 * @throws ImportError UNFIT when it is damaged or another program's, NEWER
 */
export function openIgloo(file: string): IglooDatabase {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { fileMustExist: true })
    db.pragma('trusted_schema = OFF')
    // The first read rolls back what a journal has to undo.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    db.pragma('query_only = ON')
    // No expression in the schema is evaluated: not by the check, nor (NOT INDEXED below) in an index.
    db.pragma('ignore_check_constraints = ON')
    requirePlainTables(db)
    const found = db.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new ImportError('UNFIT', coded.damaged(String(found)))
    refuseNewer(db)
    return readerOf(db)
  } catch (error) {
    db?.close()
    throw toImportError(error)
  }
}

function readerOf(db: Database.Database) {
  /** No rows if an older version does not have the table yet. */
  const rows = <Row>(table: Table, sql: string, ...values: number[]): Row[] => {
    const found = namesOf(columnsOf(db, table))
    if (found.length === 0) return []
    const columns = TABLES[table].map((name) => (found.includes(name) ? name : `NULL AS ${name}`))
    try {
      return db
        .prepare<number[], Row>(`SELECT ${columns} FROM ${table} NOT INDEXED ${sql}`)
        .all(...values)
    } catch (error) {
      throw toImportError(error)
    }
  }
  const OF_USER = `WHERE user_id = ? LIMIT ${ROWS_MAX}`
  return {
    users: () => rows<User>('users', `ORDER BY id LIMIT ${ROWS_MAX}`),
    apiKeys: () => rows<ApiKeyRow>('api_keys', `ORDER BY id LIMIT ${ROWS_MAX}`),
    /** Those of a user; the ones that were active last come first. */
    sessions: (user: number) =>
      rows<SessionRow>(
        'nip46_sessions',
        `WHERE user_id = ? ORDER BY last_active_at DESC, id LIMIT ${ROWS_MAX}`,
        user,
      ),
    transport: (user: number) =>
      rows<{ transport_sk: string }>('nip46_transport_keys', OF_USER, user)[0]?.transport_sk ??
      null,
    /** A JSON array. */
    appRelays: (user: number) =>
      rows<{ relays: string | null }>('nip46_relays', OF_USER, user)[0]?.relays ?? null,
    /** How many requests of apps wait for a decision. */
    waiting: (user: number) =>
      rows('nip46_requests', `WHERE user_id = ? AND status = 'pending' LIMIT ${ROWS_MAX}`, user)
        .length,
    close: () => db.close(),
  }
}

/** The columns that are read of each table. */
const TABLES = {
  users: [
    ...['id', 'username', 'salt', 'group_cred_encrypted', 'share_cred_encrypted'],
    ...['relays', 'peer_policies', 'group_name'],
  ],
  api_keys: ['key_hash', 'label', 'created_by_user_id', 'created_at', 'revoked_at'],
  nip46_sessions: [
    ...['client_pubkey', 'status', 'profile_name', 'profile_url', 'profile_image'],
    ...['relays', 'policy_methods', 'policy_kinds', 'created_at'],
  ],
  nip46_transport_keys: ['transport_sk'],
  nip46_relays: ['relays'],
  nip46_requests: ['id'],
} as const
type Table = keyof typeof TABLES

type Column = { name: string; hidden: number }

const columnsOf = (db: Database.Database, table: string): Column[] =>
  db.prepare<[string], Column>('SELECT name, hidden FROM pragma_table_xinfo(?)').all(table)

const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name)

/** Reading a view, a virtual table or a computed column would run SQL of whoever wrote it. igloo-server has none. */
function requirePlainTables(db: Database.Database): void {
  const schema = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view')",
    )
    .all()
  const tables = schema.filter(({ name }) => !name.startsWith('sqlite_'))
  const foreign = tables.find(
    ({ type, sql }) => type !== 'table' || /^\s*CREATE\s+VIRTUAL/i.test(sql ?? ''),
  )
  const computed = tables.find(({ name }) => columnsOf(db, name).some(({ hidden }) => hidden !== 0))
  const unsafe = foreign ?? computed
  if (unsafe !== undefined) throw new ImportError('UNFIT', coded.notIgloo(`it has ${unsafe.name}`))
  const needed = ['username', 'salt', 'group_cred_encrypted', 'share_cred_encrypted']
  const found = namesOf(columnsOf(db, 'users'))
  if (!needed.every((name) => found.includes(name))) {
    throw new ImportError('UNFIT', coded.notIgloo('it has no accounts'))
  }
}

function refuseNewer(db: Database.Database): void {
  if (!namesOf(columnsOf(db, 'schema_migrations')).includes('name')) return
  const names = db.prepare<[], string>('SELECT name FROM schema_migrations ORDER BY id').pluck()
  const newer = names.all().find((name) => !KNOWN_MIGRATIONS.has(name))
  if (newer !== undefined) throw new ImportError('NEWER', coded.newer(String(newer).slice(0, 80)))
}

/** SQLite's messages contain no data of the rows. */
function toImportError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  // The disk's fault, not the file's.
  if (/^SQLITE_(FULL|IOERR|CANTOPEN|BUSY|NOMEM)/.test(error.code)) return error
  return new ImportError('UNFIT', coded.damaged(error.message), { cause: error })
}

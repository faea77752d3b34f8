import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Scope, temporaryFolder } from './scope.ts'

/** A user of igloo-server. */
export interface IglooPerson {
  name: string
  password: string
  share?: string
  group?: string
  groupName?: string
  relays?: readonly string[]
  policies?: readonly object[]
  /** The secret key that answers apps, hex. */
  transport?: string
  appRelays?: readonly string[]
  apps?: readonly IglooApp[]
}

export interface IglooApp {
  client: string
  name?: string
  status?: 'active' | 'pending' | 'revoked'
  relays?: readonly string[]
  methods?: Record<string, boolean>
  kinds?: Record<string, boolean>
}

export interface IglooKey {
  /** 64 hex characters. */
  token: string
  label?: string
  /** The position, from 1, of the person that it was made for. */
  by?: number
  isRevoked?: boolean
}

export interface IglooContents {
  people: readonly IglooPerson[]
  keys?: readonly IglooKey[]
  /** The name of a migration that v1.1.0 doesn't have. */
  step?: string
  /** SQL that is run at the end. */
  sql?: string
  /** Leaves the newest rows in the write-ahead log, as in a database that somebody has switched to one. */
  inLog?: boolean
}

/** The tables of igloo-server v1.1.0 that hold something to import, as its code and migrations make them. */
const SCHEMA = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT, username TEXT UNIQUE NOT NULL, password_hash TEXT NOT NULL,
    salt TEXT NOT NULL, group_cred_encrypted TEXT, share_cred_encrypted TEXT, relays TEXT,
    peer_policies TEXT, group_name TEXT, role TEXT DEFAULT 'user' CHECK (role IN ('admin','user')),
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE schema_migrations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL,
    applied_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT, prefix TEXT NOT NULL UNIQUE, key_hash TEXT NOT NULL, label TEXT,
    created_by_user_id INTEGER REFERENCES users(id) ON DELETE SET NULL,
    created_by_admin INTEGER NOT NULL DEFAULT 1, created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP, last_used_at DATETIME, last_used_ip TEXT,
    revoked_at DATETIME, revoked_reason TEXT,
    CHECK (length(prefix) >= 12), CHECK (length(key_hash) = 64)
  );
  CREATE TABLE nip46_sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE, client_pubkey TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending','active','revoked')) DEFAULT 'pending',
    profile_name TEXT, profile_url TEXT, profile_image TEXT, relays TEXT, policy_methods TEXT,
    policy_kinds TEXT, created_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    updated_at DATETIME DEFAULT CURRENT_TIMESTAMP, last_active_at DATETIME,
    UNIQUE(user_id, client_pubkey)
  );
  CREATE TABLE nip46_transport_keys (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE, transport_sk TEXT NOT NULL,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE nip46_relays (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE, relays TEXT,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE nip46_requests (
    id TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    session_pubkey TEXT NOT NULL, method TEXT NOT NULL, params TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending', result TEXT, error TEXT,
    created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP,
    expires_at DATETIME
  );
  INSERT INTO schema_migrations (name)
  VALUES ('20250915_0001_init_nip46.sql'), ('20251009_0005_add_sessions_table.sql');`

/** A database as igloo-server leaves it. @returns its path */
export function makeIglooDatabase(
  scope: Scope,
  contents: IglooContents,
  folder = temporaryFolder(scope),
): string {
  const file = join(folder, 'igloo.db')
  const db = new Database(file)
  scope.onTestFinished(() => void db.close())
  if (contents.inLog) db.pragma('journal_mode = WAL')
  db.exec(SCHEMA)
  for (const person of contents.people) addPerson(db, person)
  for (const key of contents.keys ?? []) addKey(db, key)
  if (contents.step !== undefined) {
    db.prepare('INSERT INTO schema_migrations (name) VALUES (?)').run(contents.step)
  }
  if (contents.sql !== undefined) db.exec(contents.sql)
  // An open database keeps its log; closing it would write the log into the file.
  if (!contents.inLog) db.close()
  return file
}

function addPerson(db: Database.Database, person: IglooPerson): void {
  const salt = randomBytes(32)
  const key = pbkdf2Sync(person.password, salt, 200_000, 32, 'sha256')
  const sealed = (text: string | undefined) => (text === undefined ? null : encrypt(text, key))
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const { lastInsertRowid: id } = db
    .prepare(
      `INSERT INTO users (username, password_hash, salt, group_cred_encrypted, share_cred_encrypted,
                          relays, peer_policies, group_name, role)
       VALUES (?, '$2b$10$an.older.hash', ?, ?, ?, ?, ?, ?, 'admin')`,
    )
    .run(
      ...[person.name, salt.toString('hex'), sealed(person.group), sealed(person.share)],
      ...[json(person.relays), json(person.policies), person.groupName ?? null],
    )
  if (person.transport !== undefined) {
    db.prepare('INSERT INTO nip46_transport_keys (user_id, transport_sk) VALUES (?, ?)').run(
      ...[id, person.transport],
    )
  }
  db.prepare('INSERT INTO nip46_relays (user_id, relays) VALUES (?, ?)').run(
    ...[id, json(person.appRelays ?? [])],
  )
  for (const app of person.apps ?? []) {
    db.prepare(
      `INSERT INTO nip46_sessions (user_id, client_pubkey, status, profile_name, relays, policy_methods,
                                   policy_kinds, last_active_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)`,
    ).run(
      ...[id, app.client, app.status ?? 'active', app.name ?? null, json(app.relays)],
      ...[json(app.methods ?? {}), json(app.kinds ?? {})],
    )
  }
}

function addKey(db: Database.Database, { token, label, by, isRevoked }: IglooKey): void {
  const hash = createHash('sha256').update(token).digest('hex')
  db.prepare(
    'INSERT INTO api_keys (prefix, key_hash, label, created_by_user_id, revoked_at) VALUES (?, ?, ?, ?, ?)',
  ).run(
    ...[token.slice(0, 12), hash, label ?? null, by ?? null],
    isRevoked ? '2025-11-01 10:00:00' : null,
  )
}

/** base64 of IV 12 | tag 16 | AES-256-GCM text. */
function encrypt(text: string, key: Uint8Array): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

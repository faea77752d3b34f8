import { createHash } from 'node:crypto'
import { FIRST_KEYSET } from '#contract/keysets.ts'

/** How a table is guarded (guards.ts). */
export interface GuardedTable {
  /** The columns that identify a row, all of them guarded; the keyset is the first. */
  id: readonly string[]
  /** The columns that grant something. Columns that change often and grant nothing are left out. */
  columns: readonly string[]
  /** SQL: only these rows are guarded and read; without it, all. */
  where?: string
  /** SQL: the order in which rows are read; without it, by primary key. */
  order?: string
  /** The schema version that the table is guarded from. */
  since: number
  /** A missing row would grant something: it denied, or it stood in the way of a default. */
  isLossUnsafe: boolean
  /**
   * The list has copies of the rows, so that a changed or deleted row counts as Floe wrote it. Only for
   * tables with few rows whose columns are all guarded, and are texts and numbers.
   */
  isCopied?: true
}

/** The schema version that has guards; the rows of an older database are accepted as they are, once. */
export const GUARDED_SINCE = 7

/** The schema version from which a row names its keyset. */
export const KEYSETS_SINCE = 9
/** The keyset of rows written before that. */
export const KEYSET_BEFORE = String(FIRST_KEYSET)

/** The schema versions that brought rules, approvals and the stop; apps; reserved shares. */
export const RULES_SINCE = 10
export const APPS_SINCE = 13
export const RESERVED_SHARES_SINCE = 14

/**
 * All tables that let somebody in or allow something. The uses of limits (`uses`) are not guarded: their
 * list would be written with every signature, and whoever can write the database can reset a limit anyway
 * by putting back older rows together with their list.
 *
 * A migration that changes guarded columns changes them here too: rows are checked with the columns that
 * they were written with before it runs.
 */
export const GUARDED = {
  api_keys: {
    id: ['id'],
    columns: ['id', 'name', 'hash', 'scope', 'created_at'],
    order: 'created_at, id',
    since: GUARDED_SINCE,
    isLossUnsafe: false,
  },
  // Without the row the environment's password of the same name would be valid again.
  owner: {
    id: ['username'],
    columns: ['username', 'password_hash', 'changed_at'],
    since: GUARDED_SINCE,
    isLossUnsafe: true,
  },
  sessions: {
    id: ['hash'],
    columns: ['hash', 'user_id', 'scope', 'opened_by', 'created_at', 'expires_at'],
    where: 'ended_at IS NULL',
    since: GUARDED_SINCE,
    isLossUnsafe: false,
  },
  sign_in_tokens: {
    id: ['hash'],
    columns: ['hash', 'expires_at'],
    since: GUARDED_SINCE,
    isLossUnsafe: false,
  },
  // Without the row of a keyset API calls would use another one.
  keysets: {
    id: ['id'],
    columns: ['id'],
    since: KEYSETS_SINCE,
    isLossUnsafe: true,
  },
  peer_policies: {
    id: ['keyset', 'pubkey'],
    columns: ['keyset', 'pubkey', 'allow_send', 'allow_receive', 'denied'],
    since: GUARDED_SINCE,
    isLossUnsafe: true,
  },
  peer_generations: {
    id: ['keyset', 'self', 'peer'],
    columns: ['keyset', 'self', 'peer', 'heard_2026', 'allow_1x', 'build'],
    since: GUARDED_SINCE,
    isLossUnsafe: true,
  },
  // Before there were keysets, the process's settings were in it as well.
  settings: {
    id: ['keyset', 'name'],
    columns: ['keyset', 'name', 'value'],
    where: "name = 'protocol'",
    since: GUARDED_SINCE,
    isLossUnsafe: true,
  },
  // Without the row of a deleted setting the environment's value would be used again.
  env_settings: {
    id: ['keyset', 'name'],
    columns: ['keyset', 'name', 'value', 'sealed', 'deleted'],
    since: GUARDED_SINCE,
    isLossUnsafe: true,
  },
  // Without a rule other rules decide, and no substitute is as narrow: the rule itself has to stay.
  rules: {
    id: ['keyset', 'id'],
    columns: [
      ...['id', 'keyset', 'door', 'caller', 'operation', 'kinds', 'counterparty', 'verdict'],
      ...['limit_count', 'limit_per', 'limit_beyond', 'created_at', 'until'],
    ],
    since: RULES_SINCE,
    isLossUnsafe: true,
    isCopied: true,
  },
  // Without the row a caller would not be suspended any more; with another name it would pass for another.
  standings: {
    id: ['keyset', 'door', 'caller'],
    columns: ['keyset', 'door', 'caller', 'name', 'preset', 'suspended'],
    since: RULES_SINCE,
    isLossUnsafe: true,
    isCopied: true,
  },
  stop: {
    id: ['id'],
    columns: ['id', 'since', 'until'],
    since: RULES_SINCE,
    isLossUnsafe: true,
    isCopied: true,
  },
  // Sealed rows can't be forged, but an old row can be put back: the owner would be asked again what was decided.
  questions: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    order: 'rowid',
    since: RULES_SINCE,
    isLossUnsafe: false,
  },
  // An old row that is put back would let in again an app that was removed or replaced by another client.
  apps: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    order: 'rowid',
    since: APPS_SINCE,
    isLossUnsafe: false,
  },
  // By an old row that is put back, a share that a device has could be handed out to another device.
  spares: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    order: 'rowid',
    since: RESERVED_SHARES_SINCE,
    isLossUnsafe: false,
  },
  // Without the row the owner is asked again.
  answers: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'request', 'answer', 'until'],
    order: 'until',
    since: RULES_SINCE,
    isLossUnsafe: false,
  },
} as const satisfies Record<string, GuardedTable>

export type GuardedName = keyof typeof GUARDED

export const GUARDED_NAMES = Object.keys(GUARDED) as GuardedName[]

/** A row's entry in the list: a copy of its columns as JSON, or their SHA-256 (base64url). */
export function markOf(
  table: GuardedName,
  columns: readonly string[],
  row: Record<string, unknown>,
): string {
  const { isCopied }: GuardedTable = GUARDED[table]
  if (isCopied) return JSON.stringify(columns.map((column) => row[column]))
  const values = columns.map((column) => {
    const value = row[column]
    return Buffer.isBuffer(value) ? { bytes: value.toString('base64url') } : value
  })
  return createHash('sha256')
    .update(JSON.stringify([table, ...values]))
    .digest('base64url')
}

/** SQL that finds the row with these values of its id columns. */
export const matching = ({ where }: GuardedTable, columns: readonly string[]): string =>
  [...columns.map((column) => `${column} = ?`), ...(where ? [where] : [])].join(' AND ')

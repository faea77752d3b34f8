import { FIRST_KEYSET } from '../../contract/keysets.ts'

/** What is guarded of a table. */
export interface GuardedTable {
  /** Of a row: its columns that tell it from all others, all of them guarded; the keyset is the first. */
  id: readonly string[]
  /** What opens something. What changes often and opens nothing stays outside. */
  columns: readonly string[]
  /** SQL: the rows that count; all, without it. */
  where?: string
  /** The schema version that the table is guarded from. */
  since: number
  /** A row that is taken out opens more than it closes, such as a denial. */
  lossOpens: boolean
}

/** The schema version that has guards; a database of before is taken in as it is, once. */
export const GUARDED_SINCE = 7

/** The schema version from which a row says of which keyset it is. */
export const KEYSETS_SINCE = 9
/** Of which keyset rows are that were written before. */
export const KEYSET_BEFORE = String(FIRST_KEYSET)

/**
 * All that lets in or allows. A migration that changes what is guarded of a table only changes it
 * here too: rows are checked with the columns that they were written with before it runs.
 */
export const GUARDED = {
  api_keys: {
    id: ['id'],
    columns: ['id', 'name', 'hash', 'scope', 'created_at'],
    since: GUARDED_SINCE,
    lossOpens: false,
  },
  // Without the row the environment's password of the same name would be valid again.
  owner: {
    id: ['username'],
    columns: ['username', 'password_hash', 'changed_at'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  sessions: {
    id: ['hash'],
    columns: ['hash', 'user_id', 'scope', 'opened_by', 'created_at', 'expires_at'],
    where: 'ended_at IS NULL',
    since: GUARDED_SINCE,
    lossOpens: false,
  },
  sign_in_tokens: {
    id: ['hash'],
    columns: ['hash', 'expires_at'],
    since: GUARDED_SINCE,
    lossOpens: false,
  },
  // Without the row of a keyset the calls would mean another one.
  keysets: {
    id: ['id'],
    columns: ['id'],
    since: KEYSETS_SINCE,
    lossOpens: true,
  },
  peer_policies: {
    id: ['keyset', 'pubkey'],
    columns: ['keyset', 'pubkey', 'allow_send', 'allow_receive', 'denied'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  peer_generations: {
    id: ['keyset', 'self', 'peer'],
    columns: ['keyset', 'self', 'peer', 'heard_2026', 'allow_1x'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  // Before there were keysets, the settings of the process stood in it as well.
  settings: {
    id: ['keyset', 'name'],
    columns: ['keyset', 'name', 'value'],
    where: "name = 'protocol'",
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  // Without the row of a deleted one the environment's value would come back.
  env_settings: {
    id: ['keyset', 'name'],
    columns: ['keyset', 'name', 'value', 'sealed', 'deleted'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
} as const satisfies Record<string, GuardedTable>

export type GuardedName = keyof typeof GUARDED

export const GUARDED_NAMES = Object.keys(GUARDED) as GuardedName[]

/** What is guarded of a table. */
export interface GuardedTable {
  /** Of a row: its columns that tell it from all others. */
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

/** The settings that open something; the others say when back-ups are made. */
const GUARDED_SETTINGS: readonly string[] = ['protocol']

export const isGuardedSetting = (name: string): boolean => GUARDED_SETTINGS.includes(name)

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
  peer_policies: {
    id: ['pubkey'],
    columns: ['pubkey', 'allow_send', 'allow_receive', 'denied'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  peer_generations: {
    id: ['self', 'peer'],
    columns: ['self', 'peer', 'heard_2026', 'allow_1x'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  settings: {
    id: ['name'],
    columns: ['name', 'value'],
    where: `name IN (${GUARDED_SETTINGS.map((name) => `'${name}'`).join(', ')})`,
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  // Without the row of a deleted one the environment's value would come back.
  env_settings: {
    id: ['name'],
    columns: ['name', 'value', 'sealed', 'deleted'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
} as const satisfies Record<string, GuardedTable>

export type GuardedName = keyof typeof GUARDED

export const GUARDED_NAMES = Object.keys(GUARDED) as GuardedName[]

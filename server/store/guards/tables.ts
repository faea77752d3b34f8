import { FIRST_KEYSET } from '#contract/keysets.ts'

/** What is guarded of a table. */
export interface GuardedTable {
  /** The columns that identify a row, all of them guarded; the keyset is the first. */
  id: readonly string[]
  /** The columns that grant something. What changes often and grants nothing is left out. */
  columns: readonly string[]
  /** SQL: the rows that count; without it, all. */
  where?: string
  /** The schema version that the table is guarded from. */
  since: number
  /** Taking a row out grants more than it takes away: the row is a denial, for instance. */
  lossOpens: boolean
  /**
   * The list holds the rows themselves, so that one that is changed or taken out counts as Floe has
   * written it. All columns are guarded, and are texts and numbers; there are not many rows.
   */
  isKeptWhole?: true
}

/** The schema version that has guards; a database from before is taken in as it is, once. */
export const GUARDED_SINCE = 7

/** The schema version from which a row names its keyset. */
export const KEYSETS_SINCE = 9
/** The keyset of rows written before that. */
export const KEYSET_BEFORE = String(FIRST_KEYSET)

/** The schema version from which there are rules, questions and the stop. */
export const RULES_SINCE = 10

/** The schema version from which there are apps. */
export const APPS_SINCE = 13

/** The schema version from which there are shares for other devices. */
export const RESERVED_SHARES_SINCE = 14

/**
 * All that lets in or allows. Not among it are the uses of limits (`uses`): a list of them would be
 * written with every signature, and whoever writes the database frees a limit anyway by putting rows and
 * list back to what they were before. A migration that changes what is guarded of a table only changes it
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
  // Without the row of a keyset the calls would mean another.
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
    columns: ['keyset', 'self', 'peer', 'heard_2026', 'allow_1x', 'build'],
    since: GUARDED_SINCE,
    lossOpens: true,
  },
  // Before there were keysets, the process's settings were in it as well.
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
  // Without a rule others decide, and no stand-in is as narrow as it was: it has to stay what it is.
  rules: {
    id: ['keyset', 'id'],
    columns: [
      ...['id', 'keyset', 'door', 'caller', 'operation', 'kinds', 'counterparty', 'verdict'],
      ...['limit_count', 'limit_per', 'limit_beyond', 'created_at', 'until'],
    ],
    since: RULES_SINCE,
    lossOpens: true,
    isKeptWhole: true,
  },
  // Without the row a caller would no longer be suspended; with another name it would pass for another.
  standings: {
    id: ['keyset', 'door', 'caller'],
    columns: ['keyset', 'door', 'caller', 'name', 'preset', 'suspended'],
    since: RULES_SINCE,
    lossOpens: true,
    isKeptWhole: true,
  },
  stop: {
    id: ['id'],
    columns: ['id', 'since', 'until'],
    since: RULES_SINCE,
    lossOpens: true,
    isKeptWhole: true,
  },
  // What is sealed can't be made, but put back: a question that was decided would be asked once more.
  questions: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    since: RULES_SINCE,
    lossOpens: false,
  },
  // An app that was removed, or that another client took the place of, would be let in again.
  apps: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    since: APPS_SINCE,
    lossOpens: false,
  },
  // A share that one device has could be handed out to another.
  spares: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'sealed'],
    since: RESERVED_SHARES_SINCE,
    lossOpens: false,
  },
  // Without the row the owner is asked again.
  answers: {
    id: ['keyset', 'id'],
    columns: ['keyset', 'id', 'request', 'answer', 'until'],
    since: RULES_SINCE,
    lossOpens: false,
  },
} as const satisfies Record<string, GuardedTable>

export type GuardedName = keyof typeof GUARDED

export const GUARDED_NAMES = Object.keys(GUARDED) as GuardedName[]

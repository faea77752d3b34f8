/** Rows of the audit: as they are given, as they stand in the table, and as they are read. */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export type AuditRow = {
  /** Milliseconds. */
  at: number
  actor: string
  action: string
  outcome: string
  detail: Readonly<Record<string, Json>>
}

export type AuditEntry = Omit<AuditRow, 'at'> & {
  /** Rises with time; never used twice. */
  id: number
  /** ISO 8601. */
  at: string
}

export type Stored = {
  id: number
  at: number
  actor: string
  action: string
  outcome: string
  detail: string
}

/** Not its class, which is for us alone. */
export const COLUMNS = 'id, at, actor, action, outcome, detail'

export const entryFrom = (row: Stored): AuditEntry => ({
  ...row,
  at: new Date(row.at).toISOString(),
  detail: JSON.parse(row.detail),
})

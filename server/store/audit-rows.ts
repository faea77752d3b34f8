/** Audit rows: as given, as stored, and as read. */

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface AuditRow {
  /** Milliseconds. */
  at: number
  /** Null: it concerns the machine as a whole (audit-classes.ts). */
  keyset: number | null
  actor: string
  action: string
  outcome: string
  detail: Readonly<Record<string, Json>>
}

export type AuditEntry = Omit<AuditRow, 'at' | 'keyset'> & {
  /** Rises with time; never used twice. */
  id: number
  /** ISO 8601. */
  at: string
  /** Missing where it concerns the machine as a whole. */
  keyset?: number
}

export interface Stored {
  id: number
  at: number
  keyset: number | null
  actor: string
  action: string
  outcome: string
  detail: string
}

/** Not the class, which is internal. */
export const COLUMNS = 'id, at, keyset, actor, action, outcome, detail'

export const entryFrom = ({ id, at, keyset, detail, ...row }: Stored): AuditEntry => ({
  id,
  at: new Date(at).toISOString(),
  ...(keyset === null ? {} : { keyset }),
  ...row,
  detail: JSON.parse(detail),
})

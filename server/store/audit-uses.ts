import type Database from 'better-sqlite3'
import type { AuditShown } from './audit-classes.ts'
import { type AuditEntry, COLUMNS, entryFrom, type Stored } from './audit-rows.ts'
import { read } from './database.ts'

export type UsesOptions = {
  /** The id of an entry, exclusive. */
  before?: number | undefined
  limit: number
  /** problems: only those that went wrong, were refused or were not answered; activity: sign-ins too. */
  about: 'uses' | 'problems' | 'activity'
  /** Only what this one asked for. */
  actor?: string | undefined
}

/** Uses of the key (audit-classes.ts), newest first, and where to go on; undefined when that was all. */
export type Uses = { entries: AuditEntry[]; next?: number }

const SHOWN: Record<UsesOptions['about'], readonly AuditShown[]> = {
  uses: ['use', 'problem'],
  problems: ['problem'],
  activity: ['use', 'problem', 'sign-in'],
}

/**
 * Each part is read from an index, newest first, and the parts are merged: so a page costs as many rows as
 * it has, however many there are and however rare these are among them.
 */
export function usesSql(about: UsesOptions['about'], { ofActor }: { ofActor: boolean }): string {
  const parts = SHOWN[about].map(
    (shown) =>
      `SELECT ${COLUMNS} FROM audit WHERE shown = '${shown}'${ofActor ? ' AND actor = @actor' : ''} AND id < @before`,
  )
  return `${parts.join(' UNION ALL ')} ORDER BY id DESC LIMIT @most`
}

/** Reads uses of the key from a migrated database. The function throws a StoreError. */
export function createUsesReader(db: Database.Database): (options: UsesOptions) => Uses {
  const prepare = (about: UsesOptions['about'], ofActor: boolean) =>
    db.prepare<[{ before: number; most: number; actor?: string }], Stored>(
      usesSql(about, { ofActor }),
    )
  const both = (about: UsesOptions['about']) => ({
    ofAll: prepare(about, false),
    ofOne: prepare(about, true),
  })
  const by = { uses: both('uses'), problems: both('problems'), activity: both('activity') }

  return ({ about, before = Number.MAX_SAFE_INTEGER, limit, actor }) => {
    const { ofAll, ofOne } = by[about]
    const found = { before, most: limit + 1 }
    const rows = read(db, () =>
      actor === undefined ? ofAll.all(found) : ofOne.all({ ...found, actor }),
    )
    const entries = rows.slice(0, limit).map(entryFrom)
    const last = entries.at(-1)
    return { entries, ...(rows.length > limit && last && { next: last.id }) }
  }
}

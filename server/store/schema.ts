import Database from 'better-sqlite3'

/**
 * What only back-ups have beside the schema (backup/copy.ts). A back-up that somebody put in place of
 * the database by hand still starts.
 */
export const BACKUP_NOTE_SQL = `CREATE TABLE floe_backup (
      made_at    INTEGER NOT NULL,
      made_by    TEXT NOT NULL,
      sealed_key BLOB
    ) STRICT`

type SchemaObject = { type: string; name: string; tbl_name: string; sql: string | null }

const NOTE: SchemaObject = {
  ...{ type: 'table', name: 'floe_backup', tbl_name: 'floe_backup' },
  sql: BACKUP_NOTE_SQL,
}

/**
 * Compares a database's schema with the one it should have, object by object and byte for byte, SQLite's
 * own objects included: a trigger, a view, an expression in an index or a changed table that somebody
 * put in would run inside our statements.
 *
 * @param make makes the schema that it should have in an empty database
 * @returns the first object that differs or is missing, such as `trigger audit_copy`;
 *   undefined if there is none
 */
export function foreignObject(
  db: Database.Database,
  make: (empty: Database.Database) => void,
): string | undefined {
  const expected = count(schemaMadeBy(make))
  const found = count(objectsOf(db).filter((object) => keyOf(object) !== keyOf(NOTE)))
  for (const [key, times] of found) {
    if (expected.get(key) !== times) return nameOf(key)
  }
  for (const key of expected.keys()) {
    if (!found.has(key)) return nameOf(key)
  }
  return undefined
}

function schemaMadeBy(make: (empty: Database.Database) => void): SchemaObject[] {
  const empty = new Database(':memory:')
  try {
    make(empty)
    return objectsOf(empty)
  } finally {
    empty.close()
  }
}

const objectsOf = (db: Database.Database): SchemaObject[] =>
  db.prepare<[], SchemaObject>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()

const keyOf = ({ type, name, tbl_name, sql }: SchemaObject): string =>
  JSON.stringify([type, name, tbl_name, sql])

/** A damaged schema may hold an object twice. */
function count(objects: readonly SchemaObject[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of objects.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function nameOf(key: string): string {
  const [type, name] = JSON.parse(key) as string[]
  return `${type} ${name}`
}

import { hkdfSync } from 'node:crypto'
import type Database from 'better-sqlite3'
import { guards as texts } from '#contract/messages.ts'
import { read, type StoreLog, schemaVersion, write } from './database.ts'
import { StoreError } from './errors.ts'
import {
  GUARDED,
  GUARDED_NAMES,
  type GuardedName,
  type GuardedTable,
  KEYSET_BEFORE,
  markOf,
  matching,
} from './guarded-tables.ts'
import { createSealer, KEY_BYTES } from './sealing.ts'
import { type Found, TamperLog } from './tamper-log.ts'

const HKDF_INFO = 'floe guards v1'

/** In place of the digest of a lost row: no row has it. */
const LOST = ''

type Row = Record<string, unknown>

/** The rows of one guarded table, or those of one keyset in it. */
export interface Guard<T extends object> {
  /**
   * Reads the table. `rows` are those that Floe wrote, unchanged, in the table's order, with their columns named as in
   * code: `created_at` is `createdAt`. `lost` are the ids of rows that Floe wrote and that are changed or gone; of
   * tables whose list has copies the copies are among `rows`, at the end, and nothing is lost. Tampering that is found
   * is reported.
   *
   * Throws FORGED when the list itself was changed: no row of the table may count then.
   */
  read(): { rows: T[]; lost: string[][] }
  /**
   * Lists rows as they now are, and unlists those that are gone. To be called inside the transaction that wrote or
   * deleted them, and only for rows that were written in full: whatever else is in a row is trusted from then on.
   *
   * @param ids the values of each row's id columns, without the guard's keyset
   */
  record(...ids: (readonly string[])[]): void
}

type LostRows = ReadonlyMap<GuardedName, readonly string[]>

export type Guards = ReturnType<typeof createGuards>

/** The list of a table: for each row, by its id, its digest or copy (`markOf`), or LOST. */
interface List {
  columns: readonly string[]
  marks: Map<string, string>
}

/**
 * Detects rows that somebody other than Floe added, changed, put back or deleted. Each guarded table has a
 * list of its rows (table `guards`), sealed with AES-256-GCM under a key derived from the sealing key
 * (HKDF, RFC 5869) and bound to the table's name. A row counts only if it matches its entry in the list.
 *
 * Not detected: a table that is put back together with its list, or the whole database.
 */
export function createGuards(db: Database.Database, sealingKey: Uint8Array, log: StoreLog) {
  const sealer = createSealer(guardKeyOf(sealingKey))
  const tampering = new TamperLog(log)
  const specs: Record<GuardedName, GuardedTable> = GUARDED
  const forged = (cause?: unknown) =>
    new StoreError('FORGED', texts.listChanged(db.name), { cause })
  const tablesAt = (version: number) => GUARDED_NAMES.filter((name) => version >= specs[name].since)

  const load = (table: GuardedName): List => {
    const sealed = read(db, () =>
      db.prepare<[string], Buffer>('SELECT sealed FROM guards WHERE name = ?').pluck().get(table),
    )
    const { columns, isLossUnsafe } = specs[table]
    if (sealed === undefined) {
      if (isLossUnsafe) throw forged()
      return { columns, marks: new Map() }
    }
    try {
      const list = JSON.parse(sealer.open(sealed, `guards/${table}`))
      return { columns: list.columns, marks: new Map(list.digests) }
    } catch (cause) {
      throw forged(cause)
    }
  }

  const save = (table: GuardedName, { columns, marks }: List): void => {
    const text = JSON.stringify({ columns, digests: [...marks] })
    db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO guards (name, sealed) VALUES (?, ?)').run(
      table,
      sealer.seal(text, `guards/${table}`),
    )
  }

  const allRows = (table: GuardedName): Row[] => {
    const { where = 'true', order } = specs[table]
    const sql = `SELECT * FROM ${table} WHERE ${where}${order ? ` ORDER BY ${order}` : ''}`
    return read(db, () => db.prepare<[], Row>(sql).all())
  }

  /** Compares a table with its list, and reports what differs. */
  const compare = (table: GuardedName, list: List) => {
    const spec = specs[table]
    const rows: Row[] = []
    const foreign: Row[] = []
    const found: Found = { added: [], changed: [], gone: [] }
    const missing = new Set(list.marks.keys())
    for (const row of allRows(table)) {
      const id = idOf(idColumnsOf(spec, list), row)
      const mark = list.marks.get(id)
      if (mark !== undefined && mark === markOf(table, list.columns, row)) {
        rows.push(row)
        missing.delete(id)
      } else {
        foreign.push(row)
        found[mark === undefined ? 'added' : 'changed'].push(currentId(spec, list, id))
      }
    }
    const lost = [...missing]
    const changed = new Set(found.changed)
    found.gone = lost.map((id) => currentId(spec, list, id)).filter((id) => !changed.has(id))
    tampering.add(table, found)
    return { rows, foreign, lost }
  }

  const clean = (table: GuardedName): void => {
    const spec = specs[table]
    const list = load(table)
    const { foreign, lost } = compare(table, list)
    if (foreign.length === 0 && lost.length === 0) return
    const idColumns = idColumnsOf(spec, list)
    const remove = db.prepare<string[]>(`DELETE FROM ${table} WHERE ${matching(spec, idColumns)}`)
    for (const row of foreign) remove.run(...idColumns.map((column) => String(row[column])))
    if (spec.isCopied) {
      const values = list.columns.map((column) => `@${column}`)
      const insert = db.prepare(`INSERT INTO ${table} (${list.columns}) VALUES (${values})`)
      for (const row of copiesOf(list, lost)) insert.run(row)
      return
    }
    for (const id of lost) {
      if (spec.isLossUnsafe) list.marks.set(id, LOST)
      else list.marks.delete(id)
    }
    save(table, list)
  }

  /** Rows that are marked as lost in a database of a schema version. */
  const lostRows = (version: number): LostRows =>
    new Map(
      tablesAt(version).map((table) => {
        const list = load(table)
        const lost = [...list.marks].filter(([, mark]) => mark === LOST)
        return [table, lost.map(([id]) => currentId(specs[table], list, id))]
      }),
    )

  /** @param keyset only rows of this keyset; ids are then without it */
  const of = <T extends object>(table: GuardedName, keyset?: number): Guard<T> => {
    const spec = specs[table]
    const prefix = keyset === undefined ? [] : [String(keyset)]
    return {
      read: () => {
        const list = load(table)
        if (list.columns.join() !== spec.columns.join()) throw forged()
        const { rows, lost } = compare(table, list)
        const all = spec.isCopied ? [...rows, ...copiesOf(list, lost)] : rows
        const ids = spec.isCopied ? [] : lost.map((id) => id.split(' '))
        const inCode = (rows: Row[]) => rows.map(namedAsInCode) as T[]
        if (keyset === undefined) return { rows: inCode(all), lost: ids }
        return {
          rows: inCode(all.filter((row) => row['keyset'] === keyset)),
          lost: ids.filter(([first]) => first === String(keyset)).map(([, ...rest]) => rest),
        }
      },
      record: (...ids) => {
        const { marks } = load(table)
        const find = db.prepare<string[], Row>(
          `SELECT * FROM ${table} WHERE ${matching(spec, spec.id)}`,
        )
        const names = ids.map((id) => {
          const row = find.get(...prefix, ...id)
          const name = [...prefix, ...id].join(' ')
          if (row === undefined) marks.delete(name)
          else marks.set(name, markOf(table, spec.columns, row))
          return name
        })
        save(table, { columns: spec.columns, marks })
        tampering.clear(table, names)
      },
    }
  }

  return {
    tampering,
    of,
    /** Throws FORGED unless every list of the schema can be opened. */
    verify: (): void => {
      for (const table of tablesAt(schemaVersion(db))) load(table)
    },
    /**
     * Before a migration from `version`: deletes rows that Floe did not write, restores copies, and marks and
     * returns what else is lost.
     */
    clean: (version: number): LostRows => {
      write(db, () => tablesAt(version).forEach(clean))
      return lostRows(version)
    },
    lostRows,
    /** Makes all lists again from the rows that are there, inside the caller's transaction. */
    rebuild: (lost?: LostRows): void => {
      const exists = db.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?')
      for (const table of GUARDED_NAMES) {
        // A migration to come may make it.
        if (exists.get(table) === undefined) continue
        const { id, columns } = specs[table]
        const marks = new Map(lost?.get(table)?.map((name) => [name, LOST]))
        for (const row of allRows(table)) marks.set(idOf(id, row), markOf(table, columns, row))
        save(table, { columns, marks })
      }
    },
  }
}

/** The key of the lists, from the sealing key. */
export const guardKeyOf = (sealingKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', sealingKey, '', HKDF_INFO, KEY_BYTES))

const namedAsInCode = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, first: string) => first.toUpperCase()),
      value,
    ]),
  )

const idOf = (columns: readonly string[], row: Row): string =>
  columns.map((column) => String(row[column])).join(' ')

/** The id columns when the list was made: before there were keysets, an id had none. */
const idColumnsOf = ({ id }: GuardedTable, { columns }: List): readonly string[] =>
  id.filter((column) => columns.includes(column))

/** The id of a listed row as it is since there are keysets. */
const currentId = (spec: GuardedTable, list: List, id: string): string =>
  idColumnsOf(spec, list).length === spec.id.length ? id : `${KEYSET_BEFORE} ${id}`

const copiesOf = ({ columns, marks }: List, ids: readonly string[]): Row[] =>
  ids.map((id) => {
    const values = JSON.parse(marks.get(id) ?? '[]') as unknown[]
    return Object.fromEntries(columns.map((column, at) => [column, values[at]]))
  })

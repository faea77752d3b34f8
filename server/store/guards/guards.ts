import { createHash, hkdfSync } from 'node:crypto'
import type Database from 'better-sqlite3'
import { guards as texts } from '#contract/messages.ts'
import { read, schemaVersion, write } from '../database.ts'
import { StoreError } from '../errors.ts'
import type { StoreLog } from '../log.ts'
import { createSealer, KEY_BYTES } from '../sealing.ts'
import { Findings } from './findings.ts'
import {
  GUARDED,
  GUARDED_NAMES,
  type GuardedName,
  type GuardedTable,
  KEYSET_BEFORE,
} from './tables.ts'

const HKDF_INFO = 'floe guards v1'

/** In place of the digest of a lost row: no row has it. */
const LOST = ''

type Row = Record<string, unknown>

/** The rows of one guarded table. */
export interface Guard {
  /**
   * Of all rows of the table, as they stand in it, those that are as Floe has written them; `lost` are
   * the ids of others that it has written, which are gone or changed. Where the list holds the rows
   * themselves none is lost: the others are among `own` as well, behind those. What is found is told.
   *
   * Throws FORGED when the list itself was changed: no row of the table may count then.
   */
  sift<T extends object>(rows: readonly T[]): { own: T[]; lost: string[] }
  /**
   * Lists rows as they now are, and unlists those that are gone, inside the transaction that wrote or
   * deleted them. To be called for rows that were written whole: what somebody else put into a row
   * would count from then on.
   *
   * @param ids the values of each row's id columns
   */
  keep(...ids: (readonly string[])[]): void
}

export interface Guards {
  readonly findings: Findings
  of(table: GuardedName): Guard
  /** Throws FORGED unless every list of the schema can be opened. */
  requireSound(): void
  /**
   * At a start, before the schema changes: takes out what Floe has not written so. What is gone is put
   * back, where the list holds it, and forgotten, where that opens nothing; elsewhere it stays closed
   * until it is written anew.
   *
   * @param the schema version that is there
   */
  settle(version: number): void
  /**
   * Makes the lists of all tables anew, from the rows that are there, inside the caller's transaction.
   *
   * @param before the lists so far, whose lost rows stay lost, and the schema version they were made
   *   at; without them every row is taken in as it is
   */
  remake(before?: { guards: Guards; version: number }): void
  /** Ids, in today's form, of a table's rows that were lost as of the last `settle`. */
  lostIn(table: GuardedName): string[]
}

/** What a list holds: of each row, by its id, the mark of its guarded columns (`markOf`), or LOST. */
interface List {
  columns: readonly string[]
  digests: Map<string, string>
}

/**
 * Tells rows that Floe wrote from those that somebody else put into the database, changed, put back or
 * took out. Beside each guarded table there is a list of its rows, authenticated (AES-256-GCM) with a
 * key of its own derived from the sealing key (HKDF, RFC 5869), and bound to the table: without that key
 * nobody can make a list, or pass one off for another table. A row counts if it is in the list as it
 * stands.
 *
 * A list can be put back together with its table, as can the whole database: that is not noticed.
 */
export function createGuards(db: Database.Database, sealingKey: Uint8Array, log: StoreLog): Guards {
  const sealer = createSealer(guardKeyOf(sealingKey))
  const findings = new Findings(log)
  const specs: Record<GuardedName, GuardedTable> = GUARDED

  const load = (table: GuardedName): List => {
    const sealed = read(db, () =>
      db.prepare<[string], Buffer>('SELECT sealed FROM guards WHERE name = ?').pluck().get(table),
    )
    const { columns, lossOpens } = specs[table]
    if (sealed === undefined) {
      if (lossOpens) throw new StoreError('FORGED', texts.listChanged(db.name))
      return { columns, digests: new Map() }
    }
    try {
      return listFrom(sealer.open(sealed, placeOf(table)))
    } catch (cause) {
      throw new StoreError('FORGED', texts.listChanged(db.name), { cause })
    }
  }

  const save = (table: GuardedName, { columns, digests }: List): void => {
    const text = JSON.stringify({ columns, digests: [...digests] })
    db.prepare<[string, Buffer]>('INSERT OR REPLACE INTO guards (name, sealed) VALUES (?, ?)').run(
      table,
      sealer.seal(text, placeOf(table)),
    )
  }

  /** One that a later migration makes is not there yet. */
  const hasTable = (table: GuardedName): boolean =>
    db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined

  const allOf = (table: GuardedName): Row[] =>
    db.prepare<[], Row>(`SELECT * FROM ${table}${whereOf(specs[table], [])}`).all()

  const siftBy = <T extends object>(table: GuardedName, rows: readonly T[], list: List) => {
    const { columns, digests } = list
    const idColumns = idColumnsOf(specs[table], list)
    const own: T[] = []
    const added: string[] = []
    const changed: string[] = []
    const left = new Set(digests.keys())
    for (const row of rows) {
      const id = idOf(idColumns, row as Row)
      const digest = digests.get(id)
      if (digest === undefined) added.push(id)
      else if (digest === markOf(table, columns, row as Row)) {
        own.push(row)
        left.delete(id)
      } else changed.push(id)
    }
    const isChanged = new Set(changed)
    const lost = [...left]
    const gone = lost.filter((id) => !isChanged.has(id))
    const name = (id: string) => nameNow(specs[table], list, id)
    findings.add(table, {
      added: added.map(name),
      changed: changed.map(name),
      gone: gone.map(name),
    })
    return { own, lost, foreign: [...added, ...changed] }
  }

  const settleOne = (table: GuardedName): void => {
    const spec = specs[table]
    const list = load(table)
    const { own, lost, foreign } = siftBy(table, allOf(table), list)
    if (foreign.length === 0 && lost.length === 0) return
    const idColumns = idColumnsOf(spec, list)
    const isOwn = new Set(own.map((row) => idOf(idColumns, row)))
    const remove = db.prepare<string[]>(`DELETE FROM ${table}${whereOf(spec, idColumns)}`)
    for (const row of allOf(table)) {
      if (!isOwn.has(idOf(idColumns, row))) {
        remove.run(...idColumns.map((column) => String(row[column])))
      }
    }
    if (spec.isKeptWhole) {
      for (const row of rowsFrom(list, lost)) putBack(table, row)
      return
    }
    for (const id of lost) {
      if (spec.lossOpens) list.digests.set(id, LOST)
      else list.digests.delete(id)
    }
    save(table, list)
  }

  const putBack = (table: GuardedName, row: Row): void => {
    const columns = Object.keys(row)
    db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns.map((column) => `@${column}`)})`,
    ).run(row)
  }

  return {
    findings,

    of: (table) => ({
      sift: (rows) => {
        const list = load(table)
        if (list.columns.join() !== specs[table].columns.join()) {
          throw new StoreError('FORGED', texts.listChanged(db.name))
        }
        const { own, lost } = siftBy(table, rows, list)
        if (!specs[table].isKeptWhole) return { own, lost }
        return { own: [...own, ...rowsFrom<(typeof rows)[number]>(list, lost)], lost: [] }
      },
      keep: (...ids) => {
        const spec = specs[table]
        const { digests } = load(table)
        const find = db.prepare<string[], Row>(`SELECT * FROM ${table}${whereOf(spec, spec.id)}`)
        for (const id of ids) {
          const row = find.get(...id)
          if (row === undefined) digests.delete(nameOf(id))
          else digests.set(nameOf(id), markOf(table, spec.columns, row))
        }
        save(table, { columns: spec.columns, digests })
        findings.mended(table, ids.map(nameOf))
      },
    }),

    requireSound: () => {
      const version = schemaVersion(db)
      for (const table of GUARDED_NAMES) if (version >= specs[table].since) load(table)
    },

    settle: (version) => {
      write(db, () => {
        for (const table of GUARDED_NAMES) if (version >= specs[table].since) settleOne(table)
      })
    },

    lostIn: (table) => {
      const list = load(table)
      const lost = [...list.digests].filter(([, digest]) => digest === LOST)
      return lost.map(([id]) => nameNow(specs[table], list, id))
    },

    remake: (before) => {
      for (const table of GUARDED_NAMES) {
        const spec = specs[table]
        if (!hasTable(table)) continue
        const wasGuarded = before !== undefined && before.version >= spec.since
        const lost = wasGuarded ? before.guards.lostIn(table) : []
        const digests = new Map(lost.map((id) => [id, LOST]))
        for (const row of allOf(table)) {
          digests.set(idOf(spec.id, row), markOf(table, spec.columns, row))
        }
        save(table, { columns: spec.columns, digests })
      }
    },
  }
}

/** The key of the lists, from the sealing key. */
export const guardKeyOf = (sealingKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', sealingKey, '', HKDF_INFO, KEY_BYTES))

/** Deletes the lists of tables that a copy leaves out; without a list no row of a table counts. */
export function dropGuards(db: Database.Database, tables: readonly string[]): void {
  const remove = db.prepare<[string]>('DELETE FROM guards WHERE name = ?')
  for (const table of tables) remove.run(table)
}

const placeOf = (table: GuardedName): string => `guards/${table}`

function listFrom(text: string): List {
  const { columns, digests } = JSON.parse(text) as {
    columns: string[]
    digests: [string, string][]
  }
  return { columns, digests: new Map(digests) }
}

const nameOf = (id: readonly string[]): string => id.join(' ')

const idOf = (id: readonly string[], row: Row): string =>
  nameOf(id.map((column) => String(row[column])))

/** The id columns when the list was made: before there were keysets, an id had none. */
const idColumnsOf = ({ id }: GuardedTable, { columns }: List): readonly string[] =>
  id.filter((column) => columns.includes(column))

/** The id of a listed row, as it is since there are keysets. */
const nameNow = (spec: GuardedTable, list: List, id: string): string =>
  idColumnsOf(spec, list).length === spec.id.length ? id : nameOf([KEYSET_BEFORE, id])

/** What tells that a row is as it was: the row itself, where the list is to hold it, or a digest. */
function markOf(table: GuardedName, columns: readonly string[], row: Row): string {
  const { isKeptWhole }: GuardedTable = GUARDED[table]
  if (isKeptWhole) return JSON.stringify(columns.map((column) => row[column]))
  return digestOf(table, columns, row)
}

/** Rows that the list itself holds. */
const rowsFrom = <T extends object = Row>(
  { columns, digests }: List,
  ids: readonly string[],
): T[] =>
  ids.map((id) => {
    const values = JSON.parse(digests.get(id) ?? '[]') as unknown[]
    return Object.fromEntries(columns.map((column, at) => [column, values[at]])) as T
  })

/** SHA-256 of guarded columns. */
const digestOf = (table: GuardedName, columns: readonly string[], row: Row): string =>
  createHash('sha256')
    .update(JSON.stringify([table, ...columns.map((column) => plain(row[column]))]))
    .digest('base64url')

const plain = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? { bytes: value.toString('base64url') } : value

function whereOf({ where }: GuardedTable, columns: readonly string[]): string {
  const conditions = [...columns.map((column) => `${column} = ?`), ...(where ? [where] : [])]
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

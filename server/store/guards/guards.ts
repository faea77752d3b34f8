import { createHash, hkdfSync } from 'node:crypto'
import type Database from 'better-sqlite3'
import { guards as texts } from '../../contract/messages.ts'
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

/** In place of the digest of a row that is gone: none has it. */
const LOST = ''

type Row = Record<string, unknown>

/** The rows of one guarded table. */
export interface Guard {
  /**
   * Of all rows of the table, as they stand in it, those that are as Floe has written them; `lost` are
   * the ids of others that it has written, which are gone or changed. What is found is told.
   *
   * Throws FORGED when the list itself was changed: nothing of the table may count then.
   */
  sift<T extends object>(rows: readonly T[]): { own: T[]; lost: string[] }
  /**
   * Takes into the list how rows stand now, and takes out those that are not there, inside of the
   * transaction that has written or deleted them. To be called with rows that were written whole: what
   * somebody else has put into a row would count from then on.
   *
   * @param ids the values of each row's id columns
   */
  keep(...ids: (readonly string[])[]): void
}

export interface Guards {
  readonly findings: Findings
  of(table: GuardedName): Guard
  /** Throws FORGED unless every list that its schema has can be opened. */
  requireSound(): void
  /**
   * At a start, before the schema changes: takes out what Floe has not written so. What is gone is
   * forgotten, where that opens nothing; elsewhere it stays closed until it is written anew.
   *
   * @param version of the schema that is there
   */
  settle(version: number): void
  /**
   * Makes the lists of all tables anew, of the rows that are there, inside of the caller's transaction.
   *
   * @param before the lists until now, of which what is lost stays lost, and the schema version that
   *   they were made at; without them every row is taken in as it is
   */
  remake(before?: { guards: Guards; version: number }): void
  /** Ids, as they are now, of rows of a table that were lost, as of the last `settle`. */
  lostIn(table: GuardedName): string[]
}

/** What a list holds: of each row, by its id, the SHA-256 of its guarded columns, or LOST. */
interface List {
  columns: readonly string[]
  digests: Map<string, string>
}

/**
 * Tells rows that Floe has written from those that somebody else has put into the database, changed,
 * put back or taken out. Beside each guarded table there is a list of its rows, which is authenticated
 * (AES-256-GCM) with a key of its own from the sealing key (HKDF, RFC 5869), bound to the table: without
 * that key nobody makes a list, or has one count for another table. A row counts if it is in the list
 * as it stands.
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
      else if (digest === digestOf(table, columns, row as Row)) {
        own.push(row)
        left.delete(id)
      } else changed.push(id)
    }
    const isChanged = new Set(changed)
    const gone = [...left].filter((id) => !isChanged.has(id))
    const name = (id: string) => nameNow(specs[table], list, id)
    findings.add(table, {
      added: added.map(name),
      changed: changed.map(name),
      gone: gone.map(name),
    })
    return { own, lost: [...left], foreign: [...added, ...changed] }
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
    for (const id of lost) {
      if (spec.lossOpens) list.digests.set(id, LOST)
      else list.digests.delete(id)
    }
    save(table, list)
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
        return { own, lost }
      },
      keep: (...ids) => {
        const spec = specs[table]
        const { digests } = load(table)
        const find = db.prepare<string[], Row>(`SELECT * FROM ${table}${whereOf(spec, spec.id)}`)
        for (const id of ids) {
          const row = find.get(...id)
          if (row === undefined) digests.delete(nameOf(id))
          else digests.set(nameOf(id), digestOf(table, spec.columns, row))
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
        const wasGuarded = before !== undefined && before.version >= spec.since
        const lost = wasGuarded ? before.guards.lostIn(table) : []
        const digests = new Map(lost.map((id) => [id, LOST]))
        for (const row of allOf(table)) {
          digests.set(idOf(spec.id, row), digestOf(table, spec.columns, row))
        }
        save(table, { columns: spec.columns, digests })
      }
    },
  }
}

/** The key of the lists, from the sealing key. */
export const guardKeyOf = (sealingKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', sealingKey, '', HKDF_INFO, KEY_BYTES))

/** Takes the lists of tables out that a copy does not carry over; without them no row of theirs counts. */
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

/** What told rows apart when the list was made: one of before there were keysets has no keyset. */
const idColumnsOf = ({ id }: GuardedTable, { columns }: List): readonly string[] =>
  id.filter((column) => columns.includes(column))

/** The id that a row of the list has since there are keysets. */
const nameNow = (spec: GuardedTable, list: List, id: string): string =>
  idColumnsOf(spec, list).length === spec.id.length ? id : nameOf([KEYSET_BEFORE, id])

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

import { guards as texts } from '#contract/messages.ts'
import type { StoreLog } from './database.ts'
import type { GuardedName } from './guarded-tables.ts'

const KINDS = ['added', 'changed', 'gone'] as const
type Kind = (typeof KINDS)[number]

/** Ids of rows of one table that somebody other than Floe added, changed or deleted. */
export type Found = Record<Kind, string[]>

/** A report: how many rows of each kind, and the beginnings of some ids. */
export type TamperReport = Record<Kind, number> & { table: GuardedName; ids: string[] }

/** Ids remembered of each kind: an attacker could add any number of rows. */
const MAX_IDS = 1_000
const IDS_REPORTED = 10
/** Enough to find a row by, and too little of a hash to be of use. */
const ID_CHARS = 16

/** Reports tampering with guarded rows: each row once, and lost rows again after they were rewritten. */
export class TamperLog {
  /** All reports since the start. */
  readonly reports: TamperReport[] = []
  readonly #log: StoreLog
  readonly #ids = new Map<GuardedName, Record<Kind, Set<string>>>()
  readonly #listeners: ((report: TamperReport) => void)[] = []

  constructor(log: StoreLog) {
    this.#log = log
  }

  /** A message for the owner; undefined when nothing was found. */
  get warning(): string | undefined {
    if (this.#ids.size === 0) return undefined
    const tables = [...this.#ids].flatMap(([table, { added, changed, gone }]) => {
      const counts = { added: added.size, changed: changed.size, gone: gone.size }
      return isEmpty(counts) ? [] : [texts.ofTable(table, counts)]
    })
    return tables.length === 0 ? undefined : texts.changedOutside(tables)
  }

  /** Calls back for every report, also for earlier ones. */
  listen(listener: (report: TamperReport) => void): void {
    this.#listeners.push(listener)
    for (const report of this.reports) listener(report)
  }

  add(table: GuardedName, found: Found): void {
    const known = this.#ids.get(table) ?? {
      added: new Set(),
      changed: new Set(),
      gone: new Set(),
    }
    const counts = { added: 0, changed: 0, gone: 0 }
    const ids: string[] = []
    for (const kind of KINDS) {
      const fresh = found[kind].filter((id) => !known[kind].has(id))
      counts[kind] = fresh.length
      ids.push(...fresh)
      for (const id of fresh.slice(0, MAX_IDS - known[kind].size)) known[kind].add(id)
    }
    if (isEmpty(counts)) return
    this.#ids.set(table, known)
    const shown = ids.slice(0, IDS_REPORTED).map((id) => id.slice(0, ID_CHARS))
    const report: TamperReport = { table, ...counts, ids: shown }
    this.#log.warn(report, texts.changedOutside([texts.ofTable(table, counts)]))
    if (this.reports.length < MAX_IDS) this.reports.push(report)
    for (const listener of this.#listeners) listener(report)
  }

  /** Floe has written these rows since: they are no longer changed or gone. */
  clear(table: GuardedName, ids: readonly string[]): void {
    const known = this.#ids.get(table)
    for (const id of ids) {
      known?.changed.delete(id)
      known?.gone.delete(id)
    }
  }
}

const isEmpty = ({ added, changed, gone }: Record<Kind, number>): boolean =>
  added + changed + gone === 0

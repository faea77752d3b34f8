import { guards as texts } from '#contract/messages.ts'
import type { StoreLog } from '../log.ts'
import type { GuardedName } from './tables.ts'

/** What was found in a table that is not as Floe wrote it: ids of rows. */
export interface Found {
  added: readonly string[]
  changed: readonly string[]
  gone: readonly string[]
}

/** What is reported of it, once: how many rows, and the beginnings of some ids. */
export interface Finding {
  table: GuardedName
  added: number
  changed: number
  gone: number
  ids: string[]
}

type Kind = keyof Found
const KINDS: readonly Kind[] = ['added', 'changed', 'gone']
const LOST: readonly Kind[] = ['changed', 'gone']
/** Ids remembered of each kind: whoever writes to the database could add as many as they like. */
const MAX_IDS = 1_000
const IDS_TOLD = 10
/** Enough to find a row by, and too little of a hash to be of use. */
const ID_CHARS = 16

type Ids = Record<Kind, Set<string>>

/**
 * What somebody other than Floe did to guarded rows: each reported once, and kept until the process ends
 * or, for lost rows, until they are written again.
 */
export class Findings {
  readonly #log: StoreLog
  readonly #byTable = new Map<GuardedName, Ids>()
  readonly #told: Finding[] = []
  readonly #listeners: ((finding: Finding) => void)[] = []

  constructor(log: StoreLog) {
    this.#log = log
  }

  /** All that was told. */
  get told(): readonly Finding[] {
    return this.#told
  }

  /** In words for the owner; undefined when there is nothing to say. */
  get warning(): string | undefined {
    const tables = [...this.#byTable].flatMap(([table, ids]) => {
      const counts = { added: ids.added.size, changed: ids.changed.size, gone: ids.gone.size }
      return sum(counts) === 0 ? [] : [texts.ofTable(table, counts)]
    })
    return tables.length === 0 ? undefined : texts.changedOutside(tables)
  }

  /** Hears of everything found, from the start on. */
  listen(listener: (finding: Finding) => void): void {
    this.#listeners.push(listener)
    for (const finding of this.#told) listener(finding)
  }

  add(table: GuardedName, found: Found): void {
    const known = this.#byTable.get(table) ?? noIds()
    this.#byTable.set(table, known)
    const isNew = (kind: Kind) => found[kind].filter((id) => !known[kind].has(id))
    const fresh: Found = { added: isNew('added'), changed: isNew('changed'), gone: isNew('gone') }
    for (const kind of KINDS) {
      for (const id of fresh[kind]) if (known[kind].size < MAX_IDS) known[kind].add(id)
    }
    const counts = {
      added: fresh.added.length,
      changed: fresh.changed.length,
      gone: fresh.gone.length,
    }
    if (sum(counts) === 0) return
    const ids = KINDS.flatMap((kind) => fresh[kind]).slice(0, IDS_TOLD)
    this.#notify({ table, ...counts, ids: ids.map((id) => id.slice(0, ID_CHARS)) })
  }

  /** Floe has written these rows since: they are lost no longer. */
  mended(table: GuardedName, ids: readonly string[]): void {
    const known = this.#byTable.get(table)
    for (const id of ids) for (const kind of LOST) known?.[kind].delete(id)
  }

  #notify(finding: Finding): void {
    const { table, added, changed, gone } = finding
    this.#log.warn(finding, texts.changedOutside([texts.ofTable(table, { added, changed, gone })]))
    if (this.#told.length < MAX_IDS) this.#told.push(finding)
    for (const listener of this.#listeners) listener(finding)
  }
}

const noIds = (): Ids => ({ added: new Set(), changed: new Set(), gone: new Set() })

const sum = ({ added, changed, gone }: Record<Kind, number>): number => added + changed + gone

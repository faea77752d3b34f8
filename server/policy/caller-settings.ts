import type { Caller, CallerUpdate, CallerView, Preset } from '#contract/rules.ts'
import { callerKey } from './request.ts'

/** What the owner has set for a caller. */
export interface CallerSettings {
  caller: Caller
  /** Null: none. */
  name: string | null
  /** Null: the default of its kind applies. */
  preset: Preset | null
  isSuspended: boolean
}

/** A write is on the disk when it returns. Throws a StoreError when it fails. */
export interface CallerSettingsStore {
  /** Tampered rows are read as their last authentic version. */
  list(): CallerSettings[]
  /** Replaces the settings of this caller. */
  set(settings: CallerSettings): void
  delete(caller: Caller): void
}

/** The settings of all callers: a copy in memory of what is stored. */
export class CallerSettingsMap {
  readonly #store: CallerSettingsStore
  #byCaller = new Map<string, CallerSettings>()

  constructor(store: CallerSettingsStore) {
    this.#store = store
    this.reload()
  }

  /** Of a caller without settings, everything is null. */
  of(caller: Caller): CallerSettings {
    const none = { caller, name: null, preset: null, isSuspended: false }
    return this.#byCaller.get(callerKey(caller)) ?? none
  }

  /** @param name empty: removes the name */
  setName(caller: Caller, name: string): void {
    this.#set({ ...this.of(caller), name: name === '' ? null : name })
  }

  update(caller: Caller, { preset, suspended }: CallerUpdate): void {
    const before = this.of(caller)
    this.#set({
      ...before,
      preset: preset === undefined ? before.preset : preset,
      isSuspended: suspended ?? before.isSuspended,
    })
  }

  delete(caller: Caller): void {
    if (!this.#byCaller.has(callerKey(caller))) return
    this.#store.delete(caller)
    this.#byCaller.delete(callerKey(caller))
  }

  /** Reads what is stored again, after another process has changed it. */
  reload(): void {
    this.#byCaller = new Map(this.#store.list().map((one) => [callerKey(one.caller), one]))
  }

  views(): CallerView[] {
    return [...this.#byCaller.values()].map(({ caller, name, preset, isSuspended }) => ({
      caller,
      preset,
      suspended: isSuspended,
      ...(name !== null && { name }),
    }))
  }

  #set(settings: CallerSettings): void {
    const { caller, name, preset, isSuspended } = settings
    if (name === null && preset === null && !isSuspended) {
      this.delete(caller)
      return
    }
    this.#store.set(settings)
    this.#byCaller.set(callerKey(caller), settings)
  }
}

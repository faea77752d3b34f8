/** The store's small settings. */
export interface SmallSettings {
  get(name: string): string | undefined
  set(name: string, value: string): void
}

/** The last back-up made. */
export interface LastBackup {
  /** Milliseconds. */
  madeAt: number
  /** Whether the sealing key is in it, so that it opens on any machine. */
  withKey: boolean
  by: 'download' | 'schedule' | 'command'
}

const NAME = 'last-backup'

/** Undefined when none was made since Floe records it. */
export function readLast(settings: Pick<SmallSettings, 'get'>): LastBackup | undefined {
  const text = settings.get(NAME)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Replaces the previous record. Throws a StoreError. */
export const keepLast = (settings: Pick<SmallSettings, 'set'>, last: LastBackup): void =>
  settings.set(NAME, JSON.stringify(last))

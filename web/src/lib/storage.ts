/**
 * One of the browser's storages for this server's pages. It may be full, switched off, or refused to
 * a page in a frame: what could not be kept is then simply missing the next time.
 */
const safely = (storage: () => Storage) => ({
  get(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },

  /** @returns whether it was kept */
  set(key: string, value: string): boolean {
    try {
      storage().setItem(key, value)
      return true
    } catch {
      return false
    }
  },

  remove(key: string): void {
    try {
      storage().removeItem(key)
    } catch {
      // Nothing is kept then.
    }
  },
})

/** For every tab, until it is removed. */
export const storage = safely(() => localStorage)
/** For this tab, until it is closed. */
export const tabStorage = safely(() => sessionStorage)

/**
 * The browser's storage for this server's pages. It may be full, switched off, or refused to a
 * page in a frame: what is not kept is then simply not there the next time.
 */
export const storage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },

  /** @returns whether it was kept */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },

  remove(key: string): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing is kept then.
    }
  },
}

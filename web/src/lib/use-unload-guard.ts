import { useLayoutEffect } from 'react'

const guards = new Set<object>()

/** Whether something on this page exists nowhere else, so that leaving it must be asked about. */
export const isPageGuarded = (): boolean => guards.size > 0

/**
 * While `guarded`, the browser asks before it closes or reloads the page, and the console before Back
 * leads to another screen.
 */
export function useUnloadGuard(guarded: boolean): void {
  // A layout effect, because a user may leave as soon as the page is painted.
  useLayoutEffect(() => {
    if (!guarded) return
    const guard = {}
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    guards.add(guard)
    addEventListener('beforeunload', ask)
    return () => {
      guards.delete(guard)
      removeEventListener('beforeunload', ask)
    }
  }, [guarded])
}

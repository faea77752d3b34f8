import { useEffect } from 'react'

/** While `guarded`, the browser asks before it closes or reloads the page. */
export function useUnloadGuard(guarded: boolean): void {
  useEffect(() => {
    if (!guarded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [guarded])
}

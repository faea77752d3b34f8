import { useSyncExternalStore } from 'react'

const SECOND = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = Date.now()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** One clock for all, stopped while the page is in the background. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    now = Date.now()
    timer = setInterval(() => {
      if (document.visibilityState === 'visible') tick()
    }, SECOND)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** This machine's time, updated each second. Unix milliseconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

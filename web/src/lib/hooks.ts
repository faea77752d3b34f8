import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

/** A flag that stays set for `ms` after it was last set: [whether it is set, set it]. */
export function useBriefly(ms: number): [boolean, () => void] {
  const [setAt, setSetAt] = useState<number | null>(null)
  useEffect(() => {
    if (setAt === null) return
    const timer = setTimeout(() => setSetAt(null), ms)
    return () => clearTimeout(timer)
  }, [setAt, ms])
  return [setAt !== null, useCallback(() => setSetAt(performance.now()), [])]
}

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

/**
 * The result of `look`, which runs each second while the page is in view. `look` must return the same value (`Object.is`)
 * as long as nothing has changed.
 */
export const useEachSecond = <T>(look: () => T): T => useSyncExternalStore(subscribe, look)

/** Whether a secret is shown: on demand, and only while its page is in view. */
export function useShown(): [boolean, () => void] {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const hide = () => setShown(false)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])
  return [shown, () => setShown((before) => !before)]
}

import { useSyncExternalStore } from 'react'
import { storage } from '../../lib/storage.ts'

const KEY = 'floe.dismissed-warnings'
/** More were never said at once. */
const KEPT_MAX = 50

let texts: readonly string[] = read()
const listeners = new Set<() => void>()

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

function keep(next: readonly string[]): void {
  texts = next.slice(-KEPT_MAX)
  storage.set(KEY, JSON.stringify(texts))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) texts = read()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The warnings that were set aside in this browser, each by its text: a new one is shown again. */
export const useDismissed = (): readonly string[] => useSyncExternalStore(subscribe, () => texts)

export const dismiss = (text: string): void => keep([...texts, text])

/** Shows all of these again. */
export const bringBack = (again: readonly string[]): void =>
  keep(texts.filter((text) => !again.includes(text)))

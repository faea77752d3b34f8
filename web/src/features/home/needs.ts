import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { causeOf } from '#contract/need-facts.ts'
import type { Need, Overview } from '#contract/overview.ts'
import { storage } from '../../lib/storage.ts'
import { needs as texts } from '../../texts/texts.ts'
import { statusQuery } from './get-status.ts'
import { useIsFresh } from './is-fresh.ts'

interface Needs {
  /** `stale`: these are the last known ones. */
  at: 'loading' | 'fresh' | 'stale'
  shown: Need[]
  /** Set aside in this browser. */
  dismissed: Need[]
  /** Missing: there is no status yet. */
  overview: Overview | undefined
}

/** What needs the owner, as the server has it. */
export function useNeeds(): Needs {
  const status = useQuery(statusQuery)
  const isFresh = useIsFresh(status)
  const dismissed = useDismissed()
  const overview = status.data?.overview
  const needs = overview?.needs ?? []
  const isAside = (need: Need) => canDismiss(need) && dismissed.includes(causeOf(need))
  const isLoading = status.data === undefined && !status.isError
  return {
    at: isLoading ? 'loading' : isFresh ? 'fresh' : 'stale',
    shown: needs.filter((need) => !isAside(need)),
    dismissed: needs.filter(isAside),
    overview,
  }
}

/** How much needs the owner. That nothing does is said only where that is so now. */
export function summaryOf({ at, shown, dismissed }: Omit<Needs, 'overview'>): string {
  if (at === 'loading') return texts.loading
  if (at === 'stale') return texts.unknown
  if (shown.length > 0) return texts.count(shown.length)
  return dismissed.length > 0 ? texts.dismissed(dismissed.length) : texts.none
}

/** Somebody or something waits for these. */
const WAITING: readonly Need['code'][] = ['question', 'join-request', 'no-credentials']

/** Whether the owner can set it aside: nothing is broken by it, and nobody waits. */
export const canDismiss = ({ code, severity }: Need): boolean =>
  severity === 'warning' && !WAITING.includes(code)

const KEY = 'floe.dismissed-needs'
/** More never occur at once. */
const KEPT_MAX = 50

let causes: readonly string[] = read()
const listeners = new Set<() => void>()

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((cause) => typeof cause === 'string') : []
  } catch {
    return []
  }
}

function keep(next: readonly string[]): void {
  causes = next.slice(-KEPT_MAX)
  storage.set(KEY, JSON.stringify(causes))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) causes = read()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was set aside in this browser, by cause. */
export const useDismissed = (): readonly string[] => useSyncExternalStore(subscribe, () => causes)

export const dismiss = (need: Need): void => keep([...read(), causeOf(need)])

/** Shows all of these again. */
export const bringBack = (again: readonly string[]): void =>
  keep(read().filter((cause) => !again.includes(cause)))

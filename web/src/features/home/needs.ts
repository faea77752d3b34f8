import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { canGoOn, causeOf } from '#contract/need-facts.ts'
import type { Need, Overview } from '#contract/overview.ts'
import { NEEDS_SHOWN } from '../../lib/limits.ts'
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

/** What needs the owner, by the last status. */
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

/** `unknown`: whether it is over can't be told while something else is wrong. */
export type ListedNeed = Need & { at: 'open' | 'unknown' | 'done' }

export interface ListedNeeds extends Needs {
  /** The needs on the page: those of the first status, each in its present state. A done one stays until `listAll`. */
  listed: ListedNeed[]
  /** The needs that came later, or had no room. */
  more: Need[]
  /** Lists what needs the owner now. */
  listAll(): void
}

/**
 * What needs the owner, for a page on which nothing moves: a new need waits until it is asked for (`listAll`), and one
 * that is done keeps its place until then.
 */
export function useListedNeeds(): ListedNeeds {
  const needs = useNeeds()
  const { at, shown, dismissed, overview } = needs
  const [first, list] = useState<readonly Need[] | null>(null)
  if (first === null && at === 'fresh') list(atFirst(shown))
  const listed = (first ?? [])
    .filter((one) => !isAmong(dismissed, one))
    .map((one): ListedNeed => {
      const now = shown.find((need) => isSame(need, one))
      if (now !== undefined) return { ...now, at: 'open' }
      const { pubkey, url } = one.params
      const isOver = overview !== undefined && !canGoOn(one.code, pubkey ?? url, overview)
      return { ...one, at: isOver ? 'done' : 'unknown' }
    })
  const more = shown.filter((one) => !isAmong(first ?? [], one))
  return { ...needs, listed, more, listAll: () => list(shown) }
}

/** What 1.x has given away, which stands in a band of its own. */
export const isExposure = ({ code }: Need): boolean => code === 'v1-exposure'

const atFirst = (needs: readonly Need[]): Need[] => [
  ...needs.filter(isExposure),
  ...needs.filter((need) => !isExposure(need)).slice(0, NEEDS_SHOWN),
]

const isSame = (one: Need, other: Need): boolean => causeOf(one) === causeOf(other)
const isAmong = (needs: readonly Need[], one: Need): boolean =>
  needs.some((other) => isSame(other, one))

/** How many things need the owner, in words. Says that nothing does only if the status is up to date. */
export function summaryOf({ at, shown, dismissed }: Omit<Needs, 'overview'>): string {
  if (at === 'loading') return texts.loading
  if (at === 'stale') return texts.unknown
  if (shown.length > 0) return texts.count(shown.length)
  return dismissed.length > 0 ? texts.dismissed(dismissed.length) : texts.none
}

/** Needs that somebody or something waits for. */
const WAITING: readonly Need['code'][] = ['question', 'join-request', 'no-credentials']

/** Whether the owner can set it aside: nothing is broken by it, and nobody waits. */
export const canDismiss = ({ code, severity }: Need): boolean =>
  severity === 'warning' && !WAITING.includes(code)

const KEY = 'floe.dismissed-needs'
/** Dismissed causes that are kept: more never occur at once. */
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

/** The dismissed causes, with those of other tabs; in a browser that stores nothing, those of this page. */
const latest = (): readonly string[] => (storage.get(KEY) === null ? causes : read())

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) causes = read()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was set aside in this browser, by cause. */
export const useDismissed = (): readonly string[] => useSyncExternalStore(subscribe, () => causes)

export const dismiss = (need: Need): void => keep([...latest(), causeOf(need)])

/** Shows the needs with these causes again. */
export const bringBack = (again: readonly string[]): void =>
  keep(latest().filter((cause) => !again.includes(cause)))

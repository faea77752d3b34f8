import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isReloadedHere } from '../lib/reload-here.ts'
import { isPageGuarded } from '../lib/use-unload-guard.ts'
import { entryOf, type HistoryEntry, stored } from './history-entry.ts'
import { isSameScreen, type Screen } from './screen.ts'

export interface Screens {
  /** null: it is not known yet which is the first. */
  screen: Screen | null
  /** Shows another screen; Back leads to this one. */
  open(screen: Screen): void
  /** Ends this screen, which has done its work; Back doesn't lead to it any more. */
  finish(screen: Screen): void
  /** Back or Forward was pressed on a page that holds what exists nowhere else. */
  leaving: { stay(): void; leave(): void } | null
}

/**
 * Which screen is shown. Each one opened is an entry of the browser's history, without an address of
 * its own: there are no URL routes (specification, section 2).
 *
 * @param first once known, the screen of a freshly loaded page, wherever it was before; but one that was
 *   loaded anew by itself (`reloadHere`) shows what it did
 */
export function useScreen(first: Screen | null): Screens {
  const [entry, show] = useState<HistoryEntry | null>(null)
  // A press of Back that waits for an answer, in entries.
  const [asked, ask] = useState<number | null>(null)
  const passes = useRef(false)

  if (entry === null && first !== null) {
    const kept = isReloadedHere(history.state) ? entryOf(history.state) : null
    show(kept ?? { screen: first, depth: depthNow() })
  }

  const begun = entry !== null
  const begin = useEffectEvent(() => entry && history.replaceState(stored(entry), ''))
  useEffect(() => {
    if (begun) begin()
  }, [begun])

  const go = useEffectEvent(({ state }: PopStateEvent) => {
    const next = entryOf(state)
    // Without a state, a link over this page has changed the fragment of its address.
    if (next === null || entry === null || next.depth === entry.depth) return
    const steps = next.depth - entry.depth
    if (isPageGuarded() && !passes.current) {
      history.go(-steps)
      return ask(steps)
    }
    passes.current = false
    show(next)
  })
  useEffect(() => {
    const listener = (event: PopStateEvent) => go(event)
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  function open(screen: Screen) {
    if (entry === null) return show({ screen, depth: depthNow() })
    if (isSameScreen(entry.screen, screen)) return
    const next = { screen, depth: entry.depth + 1, from: entry.screen }
    // A link over this page has an entry already.
    if (entryOf(history.state) === null) history.replaceState(stored(next), '')
    else history.pushState(stored(next), '')
    show(next)
  }

  function finish(screen: Screen) {
    if (entry === null) return
    const { depth, from } = entry
    if (from !== undefined && isSameScreen(from, screen)) {
      show({ screen, depth: depth - 1 })
      return history.back()
    }
    const next = { ...entry, screen }
    history.replaceState(stored(next), '')
    show(next)
  }

  const leaving = asked !== null && {
    stay: () => ask(null),
    leave: () => {
      ask(null)
      passes.current = true
      history.go(asked)
    },
  }
  return { screen: entry?.screen ?? null, open, finish, leaving: leaving || null }
}

/** After a reload, the entries below are still there. */
const depthNow = (): number => entryOf(history.state)?.depth ?? 0

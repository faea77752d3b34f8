import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import type { SignerPart } from '../features/home/places.ts'
import { WAYS, type Way } from '../features/setup/ways.ts'
import { isReloadedHere } from '../lib/check-build.ts'
import { isObject } from '../lib/is-object.ts'
import { isPageGuarded } from '../lib/use-unload-guard.ts'

/** The tabs of a signer, in their order. */
export const TABS = ['signer', 'apps', 'activity', 'recover'] as const
export type Tab = (typeof TABS)[number]

/**
 * What a signed-in person sees (specification, sections 2 and 4).
 *
 * - `way`: the chosen way to a keyset; by default `bring`, an existing share
 * - `link`: an app's link that the page was opened with
 * - `part`: the part of the signer to scroll to
 * - `section`: the section of the settings to show
 * - `share`: the index of the reserved share to invite a device with at once
 */
export type Screen =
  | { at: 'configure'; way?: Way }
  | { at: 'main'; tab: Tab; link?: string; part?: SignerPart }
  | { at: 'device'; pubkey: string }
  | { at: 'app'; id: string }
  | { at: 'settings'; section?: string }
  | { at: 'moving' }
  | { at: 'devices'; share?: number | 'first' }

/** The first screen of a freshly loaded page. */
export const firstScreen = ({ configured }: CredentialsAnswer): Screen =>
  configured ? { at: 'main', tab: 'signer' } : { at: 'configure' }

/** Whether two screens show the same. One with a link never does: every link is handled. */
const isSameScreen = (one: Screen, other: Screen): boolean =>
  one.at === other.at &&
  (one.at !== 'main' || one.link === undefined) &&
  (other.at !== 'main' || other.link === undefined) &&
  detailOf(one) === detailOf(other)

function detailOf(screen: Screen): string | undefined {
  switch (screen.at) {
    case 'main':
      return screen.tab
    case 'settings':
      return screen.section
    case 'configure':
      return screen.way ?? 'bring'
    case 'device':
      return screen.pubkey
    case 'app':
      return screen.id
  }
}

interface Screens {
  /** null until the first screen is known. */
  screen: Screen | null
  /** Shows another screen; Back leads to this one. */
  open(screen: Screen): void
  /** Ends this screen, which has done its work; Back doesn't lead to it any more. */
  finish(screen: Screen): void
  /** Asks whether to leave, after Back or Forward on a page that holds what exists nowhere else; null: no question. */
  leaving: { stay(): void; leave(): void } | null
}

/**
 * Which screen is shown. Each one opened is an entry of the browser's history, without an address of
 * its own: there are no URL routes (specification, section 2).
 *
 * @param first the screen of a freshly loaded page; null until it is known. After a reload, a page of a device or an
 *   app is shown again instead, and after `reloadHere` so is any screen.
 */
export function useScreen(first: Screen | null): Screens {
  const [entry, show] = useState<HistoryEntry | null>(null)
  // How far a held press of Back (negative) or Forward would go, in entries.
  const [heldSteps, hold] = useState<number | null>(null)
  const isLeaving = useRef(false)

  if (entry === null && first !== null) {
    const kept = entryOf(history.state)
    const stays = kept !== null && (isReloadedHere(history.state) || isPageOf(kept.screen, first))
    show(stays ? kept : { screen: first, depth: depthNow() })
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
    if (isPageGuarded() && !isLeaving.current) {
      history.go(-steps)
      return hold(steps)
    }
    isLeaving.current = false
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

  const leaving =
    heldSteps === null
      ? null
      : {
          stay: () => hold(null),
          leave: () => {
            hold(null)
            isLeaving.current = true
            history.go(heldSteps)
          },
        }
  return { screen: entry?.screen ?? null, open, finish, leaving }
}

/** Whether a screen is the page of a device or an app, and this server has a signer. */
const isPageOf = ({ at }: Screen, first: Screen): boolean =>
  first.at === 'main' && (at === 'device' || at === 'app')

/** The depth of the browser's current entry: after a reload, the entries below still exist. */
const depthNow = (): number => entryOf(history.state)?.depth ?? 0

/** What an entry of the browser's history holds, so that Back goes back within the console. */
interface HistoryEntry {
  screen: Screen
  /** How many entries of this console lie below it. */
  depth: number
  /** The screen that the entry below shows. */
  from?: Screen
}

/** The entry as the history stores it, which may outlive this page: without links, because they hold secrets. */
export function stored({ screen, depth, from }: HistoryEntry): HistoryEntry {
  return { screen: withoutLink(screen), depth, ...(from && { from: withoutLink(from) }) }
}

const withoutLink = (screen: Screen): Screen =>
  screen.at === 'main' ? { at: 'main', tab: screen.tab } : screen

/** Reads an entry that this console, or an older build of it, has stored; null for any other state. */
export function entryOf(state: unknown): HistoryEntry | null {
  if (!isObject(state)) return null
  const { depth } = state
  const screen = screenOf(state['screen'])
  if (screen === null || typeof depth !== 'number') return null
  const from = screenOf(state['from'])
  return { screen, depth, ...(from && { from }) }
}

function screenOf(value: unknown): Screen | null {
  if (!isObject(value)) return null
  const { at, tab, section, way, pubkey, id } = value
  switch (at) {
    case 'configure': {
      const known = WAYS.find((one) => one === way)
      return known === undefined ? { at } : { at, way: known }
    }
    case 'moving':
    case 'devices':
      return { at }
    case 'main': {
      const known = TABS.find((one) => one === tab)
      return known === undefined ? null : { at, tab: known }
    }
    case 'device':
      return typeof pubkey === 'string' ? { at, pubkey } : null
    case 'app':
      return typeof id === 'string' ? { at, id } : null
    case 'settings':
      return typeof section === 'string' ? { at, section } : { at }
    default:
      return null
  }
}

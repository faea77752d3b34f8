import { WAYS } from '../features/start/ways.ts'
import { type Screen, TABS } from './screen.ts'

/** What an entry of the browser's history holds, so that Back goes back within the console. */
export interface HistoryEntry {
  screen: Screen
  /** How many entries of this console lie below it. */
  depth: number
  /** The screen that the entry below shows. */
  from?: Screen
}

/** As it is stored, which may outlive this page: without links, which hold secrets. */
export function stored({ screen, depth, from }: HistoryEntry): HistoryEntry {
  return { screen: withoutLink(screen), depth, ...(from && { from: withoutLink(from) }) }
}

const withoutLink = (screen: Screen): Screen =>
  screen.at === 'main' ? { at: 'main', tab: screen.tab } : screen

/** Reads what this console, perhaps an older build of it, has stored; null: it was not this console. */
export function entryOf(state: unknown): HistoryEntry | null {
  if (!isRecord(state)) return null
  const { depth } = state
  const screen = screenOf(state['screen'])
  if (screen === null || typeof depth !== 'number') return null
  const from = screenOf(state['from'])
  return { screen, depth, ...(from && { from }) }
}

function screenOf(value: unknown): Screen | null {
  if (!isRecord(value)) return null
  const { at, tab, section, way } = value
  switch (at) {
    case 'start': {
      const known = WAYS.find((one) => one === way)
      return known === undefined ? { at } : { at, way: known }
    }
    case 'configure':
    case 'moving':
    case 'devices':
      return { at }
    case 'main': {
      const known = TABS.find((one) => one === tab)
      return known === undefined ? null : { at, tab: known }
    }
    case 'settings':
      return typeof section === 'string' ? { at, section } : { at }
    default:
      return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

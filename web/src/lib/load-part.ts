import { type ComponentType, createElement, type LazyExoticComponent, lazy, useState } from 'react'
import { common } from '../texts/texts.ts'
import { PART_PAUSES } from './limits.ts'

/** A part of the console can't be loaded. */
export class PartError extends Error {
  override readonly name = 'PartError'
  /**
   * `updated`: the server now has another build, with other files; `reported`: the same, and the page
   * already says so for all of its parts.
   */
  readonly reason: 'updated' | 'reported' | 'unreachable'

  constructor(reason: PartError['reason'], cause: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

declare global {
  /**
   * Events for the update notice: the server was updated; a part was asked for that the update removed. The notice
   * calls preventDefault() on those it shows.
   */
  interface WindowEventMap {
    'floe-updated': Event
    'floe-gone': Event
  }
}

const isHandled = (type: keyof WindowEventMap): boolean =>
  !dispatchEvent(new Event(type, { cancelable: true }))

/**
 * Loads code in files of its own, and retries for some seconds when that fails: Wi-Fi drops,
 * servers restart, and whenever one of the computer's network interfaces comes or goes, Chromium
 * drops every request not yet under way (ERR_NETWORK_CHANGED), even to this very machine.
 *
 * @throws PartError; or what `load` threw, when the server is there with the files of this page
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await load()
    } catch (error) {
      const server = await askServer()
      if (server === 'updated') {
        throw new PartError(isHandled('floe-gone') ? 'reported' : server, error)
      }
      const pause = PART_PAUSES[failures]
      if (pause === undefined) {
        throw server === 'unreachable' ? new PartError(server, error) : error
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** React's `lazy` for a part that is loaded as `loadPart` does. */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadPart(load))

/** A part that is shown at once where it has been loaded before. */
export interface EarlyPart<Props> {
  Part(props: Props): ReturnType<typeof createElement>
  /** @throws as `loadPart` does */
  load(): Promise<unknown>
}

/**
 * Like `lazyPart`, for a part that may be loaded before it is shown. `lazy` would show its fallback even then, and
 * React keeps a fallback for a third of a second.
 */
export function earlyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): EarlyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const loadAndKeep = async () => {
    const part = await loadPart(load)
    loaded = part.default
    return part
  }
  const Lazy = lazy(loadAndKeep) as unknown as ComponentType<Props>
  return {
    Part: (props) => {
      // In state, because it must not change while the part is shown.
      const [Shown] = useState(() => loaded ?? Lazy)
      return createElement(Shown, props)
    },
    load: loadAndKeep,
  }
}

/** Milliseconds. */
const ANSWER_TIMEOUT = 5_000

/** Whether the server still has this page's build: the entry's name contains a hash of all of it. */
export async function askServer(): Promise<'same' | PartError['reason']> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT)
    const answer = await fetch('./', { cache: 'no-store', signal })
    const served = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const entry = entryOf(served)
    // A proxy answered, because the server is away or nobody is signed in at the proxy.
    if (entry === undefined || served.title !== common.title) return 'unreachable'
    return entry === entryOf(document) ? 'same' : 'updated'
  } catch {
    return 'unreachable'
  }
}

const entryOf = (page: Document): string | null | undefined =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src')

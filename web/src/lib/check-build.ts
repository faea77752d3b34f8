import { isObject } from './is-object.ts'
import { BUILD_LOOK } from './limits.ts'
import { askServer } from './load-part.ts'

/** Dispatches `floe-updated` if the server now has another build than this page. Never rejects. */
export async function checkBuild(): Promise<void> {
  if ((await askServer()) === 'updated')
    dispatchEvent(new Event('floe-updated' satisfies keyof WindowEventMap))
}

/**
 * Checks the build when the page becomes visible, when the network is back, and every `BUILD_LOOK`: some screens
 * have no other way to notice an update.
 *
 * @param signal ends that
 */
export function watchBuild(signal: AbortSignal): void {
  const look = () => {
    if (document.visibilityState === 'visible') void checkBuild()
  }
  document.addEventListener('visibilitychange', look, { signal })
  addEventListener('online', look, { signal })
  const timer = setInterval(look, BUILD_LOOK)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Loads the page again, and has it show the same screen again. */
export function reloadHere(): void {
  const state: unknown = history.state
  history.replaceState({ ...(isObject(state) && state), isReloadedHere: true }, '')
  location.reload()
}

/** Whether a page's entry of the history was left by `reloadHere`. */
export const isReloadedHere = (state: unknown): boolean =>
  isObject(state) && state['isReloadedHere'] === true

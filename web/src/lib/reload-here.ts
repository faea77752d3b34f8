const isRecord = (state: unknown): state is Record<string, unknown> =>
  typeof state === 'object' && state !== null

/** Loads the page anew, and has it show the same screen again. */
export function reloadHere(): void {
  const state: unknown = history.state
  history.replaceState({ ...(isRecord(state) && state), isReloadedHere: true }, '')
  location.reload()
}

/** Whether a page's entry of the history was left by `reloadHere`. */
export const isReloadedHere = (state: unknown): boolean =>
  isRecord(state) && state['isReloadedHere'] === true

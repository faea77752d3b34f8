import { storage } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const KEY = 'floe.theme'

/** The owner's choice in this browser, which public/early.js has applied; without one, the system's. */
export function savedTheme(): Theme {
  return themes.find((theme) => theme === storage.get(KEY)) ?? 'system'
}

/** Applies a theme to the page, and keeps it for the next time. */
export function chooseTheme(theme: Theme): void {
  storage.set(KEY, theme)
  document.documentElement.dataset['theme'] = theme
}

import { useState } from 'react'
import { chooseTheme, savedTheme, type Theme, themes } from '../lib/theme.ts'
import { shell } from '../texts/texts.ts'

/** The chosen theme, what it is called, and the way to the next: the system's, light, dark, and again. */
export function useTheme(): { theme: Theme; label: string; next(): void } {
  const [theme, setTheme] = useState(savedTheme)
  return {
    theme,
    label: shell.theme[theme],
    next: () => {
      const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
      chooseTheme(following)
      setTheme(following)
    },
  }
}

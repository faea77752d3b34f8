import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { shell } from '../../../server/contract/texts/shell.ts'
import { chooseTheme, savedTheme, themes } from '../lib/theme.ts'
import { IconButton } from '../ui/IconButton.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/** Switches from the system's theme to light, to dark, and back; its name says which is chosen. */
export function ThemeButton() {
  const [theme, setTheme] = useState(savedTheme)

  function next() {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    chooseTheme(following)
    setTheme(following)
  }

  return <IconButton icon={icons[theme]} label={shell.theme[theme]} onClick={next} />
}

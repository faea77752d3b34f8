import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { useTheme } from './use-theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/** Switches from the system's theme to light, to dark, and back; its name says which is chosen. */
export function ThemeButton() {
  const { theme, label, next } = useTheme()
  return <IconButton icon={icons[theme]} label={label} onClick={next} />
}

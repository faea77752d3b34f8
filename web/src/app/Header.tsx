import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { chooseTheme, savedTheme, themes } from '../lib/theme.ts'
import { common, shell } from '../texts/texts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'

export interface HeaderProps {
  /** The identity's menu. */
  identity?: ReactNode
  /** Buttons for a signed-in user; by default, the one for the theme. */
  buttons?: ReactNode
  /** Who is signed in; null: no login is needed. */
  userId?: string | null
  onLogout?(): void
}

/** The product, the identity, the buttons of every screen, and who is signed in. */
export function Header({ identity, buttons, userId = null, onLogout }: HeaderProps) {
  const hasMenu = Boolean(identity)
  return (
    <div className="@container relative z-30">
      {/* In rem: large text takes two lines. */}
      <header className="flex items-center gap-x-2 gap-y-2 py-3.5 sm:gap-x-3 sm:py-4.5 @max-[20rem]:flex-wrap">
        {/* On a phone the identity's name needs the room. */}
        <span className={cx('shrink-0', hasMenu && '@max-[26rem]:hidden')}>
          <Logo />
        </span>
        <h1
          className={cx(
            'shrink-0 text-[1rem] font-[650] tracking-tight',
            hasMenu && 'sr-only md:not-sr-only',
          )}
        >
          {common.title}
        </h1>
        {identity}
        <div
          className={cx(
            'ml-auto flex min-w-0 items-center gap-x-1 gap-y-2 sm:gap-x-2',
            '@max-[20rem]:shrink @max-[20rem]:flex-wrap @max-[20rem]:justify-end',
            // Without a menu it may shrink, which cuts off the user's name.
            hasMenu && 'shrink-0',
          )}
        >
          {buttons ?? <ThemeButton />}
          {userId !== null && (
            <span
              // On a phone the user is named in the menu.
              className={cx('min-w-0 items-center gap-1', hasMenu ? 'hidden md:flex' : 'flex')}
            >
              <span className="min-w-0 truncate text-sm text-ink-3">{userId}</span>
              <Button kind="quiet" className="shrink-0" onClick={onLogout}>
                {shell.logout}
              </Button>
            </span>
          )}
        </div>
      </header>
    </div>
  )
}

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/** Switches from the system's theme to light, to dark, and back; its name says which is chosen. */
function ThemeButton() {
  const [theme, setTheme] = useState(savedTheme)
  function chooseNext() {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    chooseTheme(next)
    setTheme(next)
  }
  return <IconButton icon={icons[theme]} label={shell.theme[theme]} onClick={chooseNext} />
}

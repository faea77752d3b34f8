import { Monitor, Moon, Settings, Sun } from 'lucide-react'
import { Suspense, useState } from 'react'
import { NeedsButton } from '../features/home/NeedsButton.tsx'
import { StopButton } from '../features/home/StopButton.tsx'
import { lazyPart } from '../lib/load-part.ts'
import { chooseTheme, savedTheme, type Theme, themes } from '../lib/theme.ts'
import { common, shell } from '../texts/texts.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ErrorBoundary } from '../ui/PartFrame.tsx'
import { IDENTITY_BUTTON, IdentityLabel } from './IdentityLabel.tsx'
import type { IdentityMenuProps } from './IdentityMenu.tsx'
import { loadIdentityMenu } from './load-screens.ts'

/** Where its buttons lead once somebody is in. */
interface HeaderPlaces {
  onSettings(): void
  onConfigure(): void
  onDevices(): void
  onColours(): void
}

export interface HeaderProps {
  /** The keyset's; undefined: there is none. */
  name?: string | undefined
  /** Who is signed in; null: no login is needed. */
  userId?: string | null
  onLogout?(): void
  /** Without them nobody is in yet. */
  places?: HeaderPlaces
}

/** The product, who signs here, the owner's stop, what wants the owner, and who is signed in. */
export function Header({ name, userId = null, onLogout, places }: HeaderProps) {
  const isConfigured = name !== undefined
  const hasMenu = places !== undefined && name !== undefined
  return (
    <div className="@container relative z-30">
      {/* In rem: large text takes two lines. */}
      <header className="flex items-center gap-x-2 gap-y-2 py-3.5 sm:gap-x-3 sm:py-4.5 @max-[20rem]:flex-wrap">
        {/* On a phone the name of who signs here needs the room. */}
        <span className={hasMenu ? 'shrink-0 @max-[26rem]:hidden' : 'shrink-0'}>
          <Logo />
        </span>
        <h1
          className={
            hasMenu
              ? 'sr-only shrink-0 text-[1rem] font-[650] tracking-tight md:not-sr-only'
              : 'shrink-0 text-[1rem] font-[650] tracking-tight'
          }
        >
          {common.title}
        </h1>
        {hasMenu && <IdentityButton name={name} userId={userId} onLogout={onLogout} {...places} />}
        <div
          className={cx(
            'ml-auto flex min-w-0 items-center gap-x-1 gap-y-2 sm:gap-x-2',
            '@max-[20rem]:shrink @max-[20rem]:flex-wrap @max-[20rem]:justify-end',
            // Who is signed in may be cut off.
            hasMenu && 'shrink-0',
          )}
        >
          {places ? (
            <>
              <StopButton isConfigured={isConfigured} />
              <NeedsButton />
              <IconButton icon={Settings} label={shell.settings} onClick={places.onSettings} />
            </>
          ) : (
            <ThemeButton />
          )}
          {userId !== null && (
            <span
              className={
                // On a phone it is in the menu.
                hasMenu
                  ? 'hidden min-w-0 items-center gap-1 md:flex'
                  : 'flex min-w-0 items-center gap-1'
              }
            >
              <span className="min-w-0 truncate text-xs text-ink-3">{userId}</span>
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

const IdentityMenu = lazyPart(loadIdentityMenu)

/** Who signs here, as a button. The menu takes its place at the first press, with what opens it. */
function IdentityButton(props: IdentityMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={IDENTITY_BUTTON}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      <IdentityLabel name={props.name} />
    </button>
  )
  if (!isWanted) return button
  return (
    <ErrorBoundary>
      <Suspense fallback={button}>
        <IdentityMenu {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

const icons = { system: Monitor, light: Sun, dark: Moon } as const

/** Switches from the system's theme to light, to dark, and back; its name says which is chosen. */
function ThemeButton() {
  const { theme, label, next } = useTheme()
  return <IconButton icon={icons[theme]} label={label} onClick={next} />
}

/** The chosen theme, what it is called, and the way to the next: the system's, light, dark, and again. */
function useTheme(): { theme: Theme; label: string; next(): void } {
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

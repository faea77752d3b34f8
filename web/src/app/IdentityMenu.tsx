import { ChevronDown } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { shell } from '../texts/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'

export interface IdentityMenuProps {
  /** The keyset's name. */
  name: string
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  onLogout(): void
  /** Called when the owner wants other colours. */
  onColours(): void
}

/** A button with the identity's name. Its menu holds what has no other place on the page. */
export function IdentityMenu({ name, userId, onLogout, onColours }: IdentityMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]

  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector('button')?.focus()
    const closeOutside = ({ target }: Event) => {
      const isInside = menu.current?.parentElement?.contains(target as Node)
      if (!isInside) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const all = items()
      const at = all.indexOf(document.activeElement as HTMLButtonElement)
      all.at((at + step) % all.length)?.focus()
    } else if (key === 'Escape' && isOpen) {
      setOpen(false)
      opener.current?.focus()
    }
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  const item = (text: ReactNode, lead: () => void, className?: string) => (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={cx(
        'flex min-h-10 w-full items-center rounded-sm px-3 font-medium text-ink outline-none',
        'hover:bg-line/60 focus-visible:bg-line/60 sm:min-h-8.5',
        className,
      )}
      onClick={() => {
        setOpen(false)
        lead()
      }}
    >
      {text}
    </button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the keys and the focus of its button and menu
    <div className="relative min-w-0" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="inline-flex h-10 max-w-full min-w-0 items-center gap-2 rounded-full border border-line bg-surface pr-2.5 pl-1 font-medium transition-colors hover:border-line-strong sm:h-8.5 @max-[26rem]:gap-1.5"
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={name} />
        {/* On a phone a long name has two lines. */}
        <span className="min-w-0 truncate @max-[26rem]:line-clamp-2 @max-[26rem]:text-left @max-[26rem]:text-sm @max-[26rem]:leading-tight @max-[26rem]:hyphens-auto @max-[26rem]:wrap-anywhere @max-[26rem]:whitespace-normal">
          {name}
          <span className="sr-only">, {shell.menu}</span>
        </span>
        <ChevronDown
          size={14}
          strokeWidth={1.8}
          aria-hidden
          className="shrink-0 text-ink-3 @max-[26rem]:hidden"
        />
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={name}
          className="absolute top-full left-0 z-30 mt-1.5 w-max max-w-[calc(100vw-1rem)] min-w-[min(13rem,calc(100vw-1rem))] rounded-md border border-line bg-surface p-1.5 shadow-float"
        >
          {userId !== null && (
            <p className="truncate px-3 py-1.5 text-sm text-ink-3 md:hidden">{userId}</p>
          )}
          {item(shell.colours, onColours)}
          {userId !== null && item(shell.logout, onLogout, 'md:hidden')}
        </div>
      )}
    </div>
  )
}

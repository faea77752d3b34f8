import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useRef } from 'react'
import { shell } from '../texts/texts.ts'
import { cx } from '../ui/cx.ts'
import { IDENTITY_BUTTON, IdentityLabel } from './IdentityLabel.tsx'

export interface IdentityMenuProps {
  /** The keyset's. */
  name: string
  /** Who is signed in; null: no login is needed. */
  userId: string | null
  onLogout?: (() => void) | undefined
  onConfigure(): void
  onDevices(): void
  /** Called when the owner wants other colours. */
  onColours(): void
}

/** Who signs here, as a button; it opens what is not a place of its own, and has already done so. */
export default function IdentityMenu(props: IdentityMenuProps) {
  const { name, userId, onLogout, onConfigure, onDevices, onColours } = props
  // In the header, and so in a landmark, unlike the end of the page.
  const place = useRef<HTMLSpanElement>(null)
  return (
    <Menu.Root defaultOpen>
      {/* In no flow: the button stays where it is. */}
      <span ref={place} className="absolute" />
      <Menu.Trigger className={IDENTITY_BUTTON}>
        <IdentityLabel name={name} />
      </Menu.Trigger>
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={6} collisionPadding={8} align="start" className="z-30">
          <Menu.Popup className="min-w-[min(13rem,calc(100vw-1rem))] rounded-md border border-line bg-surface p-1.5 shadow-float outline-none">
            {userId !== null && (
              <p className="truncate px-3 py-1.5 text-sm text-ink-3 md:hidden">{userId}</p>
            )}
            <Item onClick={onDevices}>{shell.devices}</Item>
            <Item onClick={onConfigure}>{shell.backToConfigure}</Item>
            <Item onClick={onColours}>{shell.colours}</Item>
            {userId !== null && onLogout && (
              <Item onClick={onLogout} className="md:hidden">
                {shell.logout}
              </Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

interface ItemProps {
  className?: string
  onClick(): void
  children: ReactNode
}

const Item = ({ className, onClick, children }: ItemProps) => (
  <Menu.Item
    onClick={onClick}
    className={cx(
      'flex min-h-10 cursor-pointer items-center rounded-sm px-3 font-medium text-ink outline-none',
      'data-[highlighted]:bg-line/60 sm:min-h-8.5',
      className,
    )}
  >
    {children}
  </Menu.Item>
)

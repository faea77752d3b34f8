import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { firstFieldIn } from '../lib/forms.ts'
import { common } from '../texts/texts.ts'
import { cx } from './cx.ts'
import { FormFoot } from './FormFoot.tsx'

export interface DialogProps {
  open: boolean
  /** Without this, only its content closes it. */
  onClose?(): void
  /** Called once the dialog is no longer visible. */
  onClosed?(): void
  title: string
  description?: ReactNode
  /** The buttons at the foot. */
  actions?: ReactNode
  wide?: boolean
  /** Where focus goes when it closes; by default, where it was before. */
  finalFocus?: ComponentProps<typeof Base.Popup>['finalFocus']
  children?: ReactNode
}

/** A window over the page: holds focus while it is open and then gives it back. */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  description,
  actions,
  wide,
  finalFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose?.()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          data-scrim
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto scroll-pb-20 p-3">
          <Base.Popup
            ref={popup}
            initialFocus={(by) =>
              // After a touch, a focused field would open a keyboard over the dialog.
              by === 'touch' || popup.current === null || (firstFieldIn(popup.current) ?? true)
            }
            finalFocus={finalFocus}
            className={cx(
              'w-full rounded-lg border border-line bg-surface shadow-float outline-none transition-opacity',
              'data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
              // A wide dialog grows and shrinks while open: its head stays in place.
              wide ? 'max-w-2xl self-start sm:mt-10' : 'max-w-md',
            )}
          >
            <div className="flex items-start gap-2 px-5 pt-4">
              <Base.Title className="flex-1 text-base font-semibold">{title}</Base.Title>
              {onClose && (
                <Base.Close
                  aria-label={common.close}
                  className="-mt-1 -mr-2 inline-flex size-8 max-sm:size-10 items-center justify-center rounded-md text-ink-2 hover:bg-line/60"
                >
                  <X size={16} strokeWidth={1.8} aria-hidden />
                </Base.Close>
              )}
            </div>
            {description && (
              <Base.Description className="px-5 pt-1 text-ink-2">{description}</Base.Description>
            )}
            <div className="px-(--pad-x) pt-3 pb-(--pad-b) [--pad-b:1.25rem] [--pad-x:1.25rem]">
              {children}
              {actions && <FormFoot className="mt-5">{actions}</FormFoot>}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

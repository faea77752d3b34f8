import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

export interface TooltipProps {
  text: string
  /** The element it belongs to; must take a ref, event handlers and keyboard focus. */
  children: ReactElement<Record<string, unknown>>
}

/** A hint on hover and focus; it never holds the only copy of anything. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-bg shadow-float">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

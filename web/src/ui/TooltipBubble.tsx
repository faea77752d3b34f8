import { Tooltip as Base } from '@base-ui/react/tooltip'

export interface TooltipBubbleProps {
  text: string
  /** Beside which it is shown. */
  anchor: Element
  onClose(): void
}

/** A tooltip's words, where there is room for them. */
export default function TooltipBubble({ text, anchor, onClose }: TooltipBubbleProps) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-sm text-bg shadow-float">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

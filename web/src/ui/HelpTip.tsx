import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import { common } from '../texts/texts.ts'

export interface HelpTipProps {
  /** What is explained: the button is called 'About …'. */
  subject: string
  text: string
}

/** A question mark that explains a field on hover, keyboard focus and touch. */
export function HelpTip({ subject, text }: HelpTipProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={200}
        aria-label={common.about(subject)}
        className="touch inline-flex size-6 items-center justify-center rounded-full text-ink-3 hover:text-ink"
      >
        <CircleHelp size={15} strokeWidth={1.8} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup className="max-w-80 rounded-md border border-line bg-surface px-3 py-2 text-sm text-ink-2 shadow-float">
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

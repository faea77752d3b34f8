import type { ReactNode } from 'react'
import { common, keyset as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'

export interface StepButtonsProps {
  /** Without this, there is nothing left to leave. */
  onLeave?: () => void
  onBack?: () => void
  /** The next button. */
  children?: ReactNode
}

/** The foot of a step: leave at one end, back and next at the other. */
export function StepButtons({ onLeave, onBack, children }: StepButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-2 border-t border-line pt-4">
      {onLeave && (
        <Button kind="quiet" className="-ml-3" onClick={onLeave}>
          {common.cancel}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        {onBack && <Button onClick={onBack}>{texts.back}</Button>}
        {children}
      </div>
    </div>
  )
}

import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** A button that scrolls a list further down, in its own place at the list's foot. */
export const FurtherDown = ({ onClick, children }: { onClick(): void; children: ReactNode }) => (
  <div className="shrink-0 border-t border-line p-1">
    <Button kind="quiet" className="w-full text-sm" onClick={onClick}>
      <ArrowDown size={15} strokeWidth={1.8} aria-hidden />
      {children}
    </Button>
  </div>
)

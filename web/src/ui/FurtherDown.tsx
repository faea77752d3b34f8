import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** At the foot of what scrolls, in a place of its own: a button that goes on down. */
export const FurtherDown = ({ onClick, children }: { onClick(): void; children: ReactNode }) => (
  <div className="shrink-0 border-t border-line p-1">
    <Button kind="quiet" className="w-full text-sm" onClick={onClick}>
      <ArrowDown size={15} strokeWidth={1.8} aria-hidden />
      {children}
    </Button>
  </div>
)

import { Bell } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { warnings as texts } from '../../texts/texts.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useWarnings } from './warnings.ts'

const WarningsDialog = lazyPart(() => import('./WarningsDialog.tsx'))

/** The warnings, from every screen. */
export function WarningsButton({ openAccess }: { openAccess: boolean }) {
  const { shown } = useWarnings(openAccess)
  const [isOpen, setOpen] = useState(false)
  const label = shown.length > 0 ? texts.count(shown.length) : texts.none
  return (
    <>
      <Tooltip text={label}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${texts.title}: ${label}`}
          onClick={() => setOpen(true)}
          className="inline-flex h-10 min-w-10 shrink-0 items-center justify-center gap-1 rounded-md px-2 text-ink-2 hover:bg-line/60 hover:text-ink sm:h-8 sm:min-w-8"
        >
          <Bell size={16} strokeWidth={1.8} aria-hidden />
          {shown.length > 0 && <span className="text-xs font-semibold">{shown.length}</span>}
        </button>
      </Tooltip>
      {isOpen && (
        <PartFrame>
          <WarningsDialog openAccess={openAccess} onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </>
  )
}

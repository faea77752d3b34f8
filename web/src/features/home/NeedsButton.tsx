import { Bell } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { needs as texts } from '../../texts/texts.ts'
import { cx } from '../../ui/cx.ts'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { summaryOf, useNeeds } from './needs.ts'

const NeedsDialog = lazyPart(() => import('./NeedsDialog.tsx'))

/** What needs the owner, from every screen. */
export function NeedsButton() {
  const needs = useNeeds()
  const [isOpen, setOpen] = useState(false)
  // A count that is out of date is not shown.
  const count = needs.at === 'fresh' ? needs.shown.length : 0
  const label = summaryOf(needs)
  return (
    <>
      <Tooltip text={label}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${texts.title}: ${label}`}
          onClick={() => setOpen(true)}
          className={cx(
            'inline-flex h-10 min-w-10 shrink-0 items-center justify-center gap-1 rounded-md px-2 hover:bg-line/60 hover:text-ink sm:h-8 sm:min-w-8',
            needs.at === 'fresh' ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          <Bell size={16} strokeWidth={1.8} aria-hidden />
          {count > 0 && <span className="text-sm font-semibold">{count}</span>}
        </button>
      </Tooltip>
      {isOpen && (
        <PartFrame>
          <NeedsDialog onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </>
  )
}

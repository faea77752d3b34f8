import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { needs as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import type { StateName } from '../../ui/tone.ts'
import { summaryOf, useNeeds } from './needs.ts'

const NeedsDialog = lazyPart(() => import('./NeedsDialog.tsx'))

/** How much needs the owner, in one line that keeps its place; it opens over the page. */
export function NeedsLine() {
  const needs = useNeeds()
  const { at, shown, dismissed } = needs
  const [isOpen, setOpen] = useState(false)
  const count = shown.length + dismissed.length
  return (
    <div className="flex min-h-10 items-center gap-2 text-ink-2">
      {at === 'loading' ? (
        <SkeletonLine className="w-32" />
      ) : (
        <>
          <StateIcon state={stateOf(at, shown.length, count)} word="" />
          <span>{summaryOf(needs)}</span>
          {count > 0 && (
            <Button
              kind="quiet"
              className="shrink-0"
              aria-haspopup="dialog"
              aria-label={`${texts.show}: ${texts.count(count)}`}
              onClick={() => setOpen(true)}
            >
              {texts.show}
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <PartFrame>
          <NeedsDialog onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </div>
  )
}

function stateOf(at: 'fresh' | 'stale', shown: number, count: number): StateName {
  if (at === 'stale') return 'unknown'
  if (shown > 0) return 'warn'
  // What is set aside needs the owner still.
  return count > 0 ? 'unknown' : 'ok'
}

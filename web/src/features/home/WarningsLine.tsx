import { useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { warnings as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PartFrame } from '../../ui/PartFrame.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { stateIcons } from '../../ui/tone.ts'
import { useWarnings } from './warnings.ts'

const WarningsDialog = lazyPart(() => import('./WarningsDialog.tsx'))

/** How many warnings there are, in one line that keeps its place; they open over the page. */
export function WarningsLine({ openAccess }: { openAccess: boolean }) {
  const { shown, dismissed, isPending } = useWarnings(openAccess)
  const [isOpen, setOpen] = useState(false)
  const count = shown.length
  const Icon = count > 0 ? stateIcons.warn : stateIcons.ok
  return (
    <div className="flex min-h-10 items-center gap-2 text-ink-2">
      {isPending && count === 0 ? (
        <SkeletonLine className="w-32" />
      ) : (
        <>
          <Icon
            size={16}
            strokeWidth={1.8}
            aria-hidden
            className={count > 0 ? 'shrink-0 text-warn' : 'shrink-0 text-ok'}
          />
          <span>{count > 0 ? texts.count(count) : texts.none}</span>
          {count + dismissed.length > 0 && (
            <Button
              kind="quiet"
              aria-haspopup="dialog"
              aria-label={`${texts.show}: ${texts.count(count + dismissed.length)}`}
              onClick={() => setOpen(true)}
            >
              {texts.show}
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <PartFrame>
          <WarningsDialog openAccess={openAccess} onClose={() => setOpen(false)} />
        </PartFrame>
      )}
    </div>
  )
}

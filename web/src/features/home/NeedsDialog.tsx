import { causeOf } from '#contract/need-facts.ts'
import { common, needs as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeNeed, deviceOf } from './describe-need.ts'
import { NeedButton } from './NeedButton.tsx'
import { NeedRow } from './NeedRows.tsx'
import { bringBack, canDismiss, dismiss, useNeeds } from './needs.ts'

/** Each thing that needs the owner, with the button that begins its cure. Those that break nothing can be dismissed. */
export default function NeedsDialog({ onClose }: { onClose(): void }) {
  const { at, shown, dismissed, overview } = useNeeds()
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={texts.title}
      actions={<Button onClick={onClose}>{common.close}</Button>}
    >
      {at === 'stale' && <p className="mb-3 text-ink-2">{texts.unknown}</p>}
      {at === 'fresh' && shown.length + dismissed.length === 0 && (
        <p className="text-ink-2">{texts.none}</p>
      )}
      {shown.length > 0 && (
        <ul aria-label={texts.title}>
          {shown.map((need) => (
            <NeedRow key={causeOf(need)} need={need} isFresh={at === 'fresh'} withSince>
              {canDismiss(need) && (
                <Button
                  kind="quiet"
                  aria-label={texts.dismissOf(describeNeed(need))}
                  onClick={() => dismiss(need)}
                >
                  {texts.dismiss}
                </Button>
              )}
              <NeedButton
                need={need}
                device={deviceOf(need, overview)}
                isAway={at !== 'fresh'}
                onLeave={onClose}
              />
            </NeedRow>
          ))}
        </ul>
      )}
      {dismissed.length > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {texts.dismissed(dismissed.length)}
          <Button kind="quiet" onClick={() => bringBack(dismissed.map(causeOf))}>
            {texts.bringBack}
          </Button>
        </p>
      )}
    </Dialog>
  )
}

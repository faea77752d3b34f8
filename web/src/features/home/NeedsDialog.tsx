import { causeOf } from '#contract/need-facts.ts'
import type { Need } from '#contract/overview.ts'
import { dayAndTime } from '../../lib/time.ts'
import { common, needs as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { describeNeed, deviceOf } from './describe-need.ts'
import { NeedButton } from './NeedButton.tsx'
import { bringBack, canDismiss, dismiss, toneOf, useNeeds } from './needs.ts'

/** Each thing that needs the owner, with what begins its cure; those that break nothing can be set aside. */
export default function NeedsDialog({ onClose }: { onClose(): void }) {
  const { at, shown, dismissed, devices } = useNeeds()
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
        <ul aria-label={texts.title} className="grid gap-2">
          {shown.map((need) => (
            <li key={causeOf(need)}>
              <Note kind={toneOf(need, at)}>
                <Entry need={need} device={deviceOf(need, devices)} onLeave={onClose} />
              </Note>
            </li>
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

function Entry({ need, ...cure }: { need: Need; device: string; onLeave(): void }) {
  const sentence = describeNeed(need)
  return (
    <>
      <p>{sentence}</p>
      {need.since !== null && (
        <p className="text-xs text-ink-3">{texts.since(dayAndTime(need.since))}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        <NeedButton need={need} {...cure} />
        {canDismiss(need) && (
          <Button kind="quiet" aria-label={texts.dismissOf(sentence)} onClick={() => dismiss(need)}>
            {texts.dismiss}
          </Button>
        )}
      </div>
    </>
  )
}

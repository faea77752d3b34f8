import { useState } from 'react'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { BringShare } from './BringShare.tsx'
import { DeleteReservedShareDialog } from './DeleteReservedShareDialog.tsx'
import { LostShares } from './LostShares.tsx'
import { ReservedShareRow } from './ReservedShareRow.tsx'

export interface DeviceListProps {
  answer: ReservedSharesAnswer
  onHandOut(index: number): void
  /** The invitation of a share that was handed out before. */
  onShown(given: HandOutAnswer): void
  /** Called when the owner wants to deal fresh shares. */
  onDeal(): void
  onDone(): void
}

/** All shares that are or were kept here, and how to get more. */
export function DeviceList({ answer, onHandOut, onShown, onDeal, onDone }: DeviceListProps) {
  const [deleting, setDeleting] = useState<ReservedShare | null>(null)
  const { threshold, members, held, spares } = answer
  const kept = spares.filter(({ state }) => state === 'kept')
  return (
    <>
      <p className="mb-4 text-ink-2">{texts.lead(threshold, members)}</p>
      <LostShares answer={answer} onDeal={onDeal} />
      {held >= threshold && (
        <div className="mb-4">
          <Note kind="warn">{texts.holdsKey(held, threshold)}</Note>
        </div>
      )}
      <ul aria-label={texts.list} className="divide-y divide-line rounded-md border border-line">
        <li className="flex items-start gap-2.5 px-3.5 py-3">
          <span className="mt-0.5">
            <StateIcon state="ok" word={texts.words.here} />
          </span>
          <div>
            <p className="font-medium">{texts.thisDevice}</p>
            <p className="text-sm text-ink-2">{texts.states.here}</p>
          </div>
        </li>
        {spares.map((spare) => (
          <ReservedShareRow
            key={spare.index}
            spare={spare}
            isNext={spare === kept[0]}
            onHandOut={() => onHandOut(spare.index)}
            onShown={onShown}
            onDelete={() => setDeleting(spare)}
          />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        {kept.length > 0 ? texts.spares(kept.length) : texts.none}
      </p>
      <BringShare />
      <div className="mt-6 flex justify-end border-t border-line pt-4">
        <Button onClick={onDone}>{texts.back}</Button>
      </div>
      {deleting && (
        <DeleteReservedShareDialog
          spare={deleting}
          answer={answer}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { common, home, devices as texts } from '../../texts/texts.ts'
import { translateMessage } from '../../texts/translate-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { StateIcon } from '../../ui/StateIcon.tsx'
import { toastFailed } from '../../ui/toast.ts'
import type { StateName } from '../../ui/tone.ts'
import { usePlaces } from '../home/places.ts'
import { JoinRequests } from '../setup/joining/JoinRequests.tsx'
import { BringShare } from './BringShare.tsx'
import { useDeleteReservedShare, useInvite } from './reserved-share-changes.ts'
import { isGone } from './reserved-shares.ts'

export interface DeviceListProps {
  answer: ReservedSharesAnswer
  onInvite(index: number): void
  /** Called with the invitation of a share that was handed out before. */
  onShown(given: HandOutAnswer): void
  onDone(): void
}

/** All shares that are or were kept here, and how to get more. */
export function DeviceList({ answer, onInvite, onShown, onDone }: DeviceListProps) {
  const [deleting, setDeleting] = useState<ReservedShare | null>(null)
  const { threshold, members, held, spares } = answer
  const kept = spares.filter(({ state }) => state === 'kept')
  return (
    <>
      <p className="mb-4 text-ink-2">{texts.lead(threshold, members)}</p>
      <JoinRequests />
      <LostShares answer={answer} />
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
            <p className="font-medium">{home.thisServer}</p>
            <p className="text-sm text-ink-2">{texts.states.here}</p>
          </div>
        </li>
        {spares.map((reserved) => (
          <ReservedShareRow
            key={reserved.index}
            reserved={reserved}
            isNext={reserved === kept[0]}
            onInvite={() => onInvite(reserved.index)}
            onShown={onShown}
            onDelete={() => setDeleting(reserved)}
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
          reserved={deleting}
          answer={answer}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** The shares that a restore has not brought back, what that means, and the way to fresh ones; nothing if there are none. */
function LostShares({ answer }: { answer: ReservedSharesAnswer }) {
  const { onMove } = usePlaces()
  const { spares, members, threshold } = answer
  const gone = spares.filter(isGone).map(({ index }) => index)
  if (gone.length === 0) return null
  const left = members - gone.length
  const areEnough = left >= threshold
  return (
    <div className="mb-4">
      <Note kind={areEnough ? 'warn' : 'bad'}>
        <p className="font-medium text-ink">{texts.lostTitle(gone)}</p>
        <p className="mt-1">{texts.lostLead(gone.length)}</p>
        <p className="mt-1">
          {(areEnough ? texts.lostEnough : texts.lostTooMany)(left, threshold)}
        </p>
        {areEnough && (
          <Button className="mt-3" onClick={onMove}>
            {texts.deal}
          </Button>
        )}
      </Note>
    </div>
  )
}

interface ReservedShareRowProps {
  reserved: ReservedShare
  /** It is the first share without a device. */
  isNext: boolean
  onInvite(): void
  onShown(given: HandOutAnswer): void
  onDelete(): void
}

const ICONS: Record<ReservedShare['state'], StateName> = {
  kept: 'unknown',
  handedOut: 'wait',
  online: 'wait',
  done: 'ok',
  lost: 'bad',
}

/** A share for another device: whose it is, how far it is, and what can be done with it. */
function ReservedShareRow({
  reserved,
  isNext,
  onInvite,
  onShown,
  onDelete,
}: ReservedShareRowProps) {
  const showAgain = useInvite(reserved.index)
  const { index, state, name, heardBefore, problemMessage: problem, areTwoDevices } = reserved
  const what = texts.share(index)

  function start() {
    if (state === 'kept') return onInvite()
    if (showAgain.isPending) return
    showAgain.mutate(
      {},
      {
        onSuccess: onShown,
        onError: (error) => toastFailed(texts.showFailed, reasonOf(error)),
      },
    )
  }

  return (
    <li className="flex items-start gap-2.5 px-3.5 py-3">
      <span className="mt-0.5">
        <StateIcon state={ICONS[state]} word={texts.words[state]} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-44">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 font-medium wrap-anywhere">
              {state === 'kept' ? what : (name ?? what)}
            </span>
            <span className="text-sm text-ink-3">{state === 'kept' ? texts.spare : what}</span>
          </p>
          <p className="text-sm text-ink-2">{texts.states[state]}</p>
          {problem && !areTwoDevices && (
            <p className="text-sm text-ink-2">{texts.onlineHint(translateMessage(problem))}</p>
          )}
          {areTwoDevices && <p className="text-sm text-warn">{texts.twoDevices}</p>}
          {heardBefore && state === 'lost' && (
            <p className="text-sm text-ink-2">{texts.heardSince}</p>
          )}
          {heardBefore && state === 'kept' && (
            <p className="text-sm text-warn">{texts.heardBefore}</p>
          )}
        </div>
        {state !== 'done' && (
          <div className="ml-auto flex items-center gap-1">
            {state !== 'lost' && (
              <Button
                kind={isNext ? 'primary' : 'plain'}
                aria-label={state === 'kept' ? texts.handOutWhat(what) : texts.showAgainWhat(what)}
                aria-disabled={showAgain.isPending}
                onClick={start}
              >
                {state === 'kept' ? texts.handOut : texts.showAgain}
              </Button>
            )}
            <IconButton icon={Trash2} label={texts.delete(what)} onClick={onDelete} />
          </div>
        )}
      </div>
    </li>
  )
}

interface DeleteReservedShareDialogProps {
  reserved: ReservedShare
  answer: ReservedSharesAnswer
  onClose(): void
}

/** Says what it means that a share is kept here no longer, before it is so. */
function DeleteReservedShareDialog({ reserved, answer, onClose }: DeleteReservedShareDialogProps) {
  const { index, state, name = texts.share(index) } = reserved
  const remove = useDeleteReservedShare(index)
  const isLost = state === 'lost'
  // The other shares that still exist, here or with their devices, and this server's own.
  const left = answer.spares.filter((one) => one.index !== index && !isGone(one)).length + 1
  const isUseless = state === 'kept' && left < answer.threshold
  return (
    <Dialog
      open
      onClose={onClose}
      title={isLost ? texts.forgetTitle(index) : texts.deleteTitle(index)}
      description={
        isLost
          ? texts.forgetLead
          : state === 'kept'
            ? texts.deleteKept
            : texts.deleteHandedOut(name)
      }
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="danger"
            aria-disabled={remove.isPending}
            onClick={() => !remove.isPending && remove.mutate(undefined, { onSettled: onClose })}
          >
            {isLost ? texts.forgetConfirm : texts.deleteConfirm}
          </Button>
        </>
      }
    >
      {isUseless && <p className="text-ink-2">{texts.deleteUseless(answer.threshold)}</p>}
    </Dialog>
  )
}

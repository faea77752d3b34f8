import type { ReservedShare, ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { common, devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useDeleteReservedShare } from './delete-reserved-share.ts'
import { isGone } from './lost-shares.ts'

export interface DeleteReservedShareDialogProps {
  spare: ReservedShare
  answer: ReservedSharesAnswer
  onClose(): void
}

/** Says what it means that a share is kept here no longer, before it is so. */
export function DeleteReservedShareDialog({
  spare,
  answer,
  onClose,
}: DeleteReservedShareDialogProps) {
  const { index, state, name = texts.share(index) } = spare
  const remove = useDeleteReservedShare(index)
  const isLost = state === 'lost'
  // The others of the list, which are here or with their devices, and this server's own.
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

import { keyset as texts } from '../../../../server/contract/texts/keyset.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Flow, unsaved } from './flow.ts'

export interface LeaveDialogProps {
  open: boolean
  flow: Exclude<Flow, { at: 'settings' }>
  onStay(): void
  onLeave(): void
}

/** Says what is lost, before it is. */
export function LeaveDialog({ open, flow, onStay, onLeave }: LeaveDialogProps) {
  const { threshold } = flow.keyset
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={texts.leaveTitle}
      description={texts.leaveText(unsaved(flow))}
      actions={
        <>
          <Button onClick={onStay}>{texts.stay}</Button>
          <Button kind="danger" onClick={onLeave}>
            {texts.leave}
          </Button>
        </>
      }
    >
      {flow.stored.length < threshold && (
        <p className="text-ink-2">{texts.leaveUseless(threshold)}</p>
      )}
    </Dialog>
  )
}

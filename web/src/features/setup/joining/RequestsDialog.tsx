import { common, joining as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ToCompare } from '../../home/Identity.tsx'
import { RequestList, useShownRequests } from './JoinRequests.tsx'

export interface RequestsDialogProps {
  /** undefined: there is no keyset, or it can't be read. */
  npub: string | undefined
  onClose(): void
}

/** The devices that ask to join, and the identity that they must show as well. */
export default function RequestsDialog({ npub, onClose }: RequestsDialogProps) {
  const requests = useShownRequests()
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={requests.isWaiting ? texts.requests : texts.requestsDecided}
      actions={<Button onClick={onClose}>{common.close}</Button>}
    >
      <div className="-mx-4 mb-3 empty:hidden">
        {requests.shown.length > 0 && <RequestList {...requests} />}
      </div>
      {npub !== undefined && <ToCompare npub={npub} />}
    </Dialog>
  )
}

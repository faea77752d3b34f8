import type { AppView } from '#contract/apps.ts'
import { common, apps as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useRemoveApp } from './remove-app.ts'

export interface RemoveDialogProps {
  app: AppView
  onClose(): void
  onRemoved(): void
}

/** Asks before an app is removed. */
export function RemoveDialog({ app, onClose, onRemoved }: RemoveDialogProps) {
  const { mutate, isPending } = useRemoveApp(onRemoved)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.removeTitle(app.name)}
      description={texts.removeLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="danger"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(app, { onError: onClose })}
          >
            {isPending ? texts.removing : texts.remove}
          </Button>
        </>
      }
    />
  )
}

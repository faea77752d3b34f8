import { useState } from 'react'
import type { ApiKeyCreated } from '#contract/auth.ts'
import { access, account as texts } from '../../texts/texts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NewKeyForm } from '../auth/NewKeyForm.tsx'
import { NewKeyShown } from '../auth/NewKeyShown.tsx'

export interface NewKeyDialogProps {
  open: boolean
  onClose(): void
}

/** Makes an API key and shows it until somebody confirms that they have kept it. */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<ApiKeyCreated | null>(null)

  return (
    <Dialog
      open={open}
      title={made === null ? texts.makeKey : access.newKey.keepTitle}
      // Kept until the dialog is out of sight: the form would show through while it fades.
      onClosed={() => setMade(null)}
      {...(made === null && { onClose })}
    >
      {made === null ? (
        <NewKeyForm onMade={setMade} />
      ) : (
        <NewKeyShown made={made} onKept={onClose} />
      )}
    </Dialog>
  )
}

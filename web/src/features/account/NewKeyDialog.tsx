import { useState } from 'react'
import type { ApiKeyCreated } from '../../../../server/contract/auth.ts'
import { access } from '../../../../server/contract/texts/access.ts'
import { account as texts } from '../../../../server/contract/texts/account.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NewKeyForm } from '../auth/NewKeyForm.tsx'
import { NewKeyShown } from '../auth/NewKeyShown.tsx'

export interface NewKeyDialogProps {
  open: boolean
  onClose(): void
}

/** Makes an API key and shows it, which nothing but saying that it is kept takes away again. */
export function NewKeyDialog({ open, onClose }: NewKeyDialogProps) {
  const [made, setMade] = useState<ApiKeyCreated | null>(null)

  function finish() {
    setMade(null)
    onClose()
  }

  if (made !== null) {
    return (
      <Dialog open title={access.newKey.keepTitle}>
        <NewKeyShown made={made} onKept={finish} />
      </Dialog>
    )
  }
  return (
    <Dialog open={open} onClose={onClose} title={texts.makeKey}>
      <NewKeyForm onMade={setMade} />
    </Dialog>
  )
}

import type { ApiKeyView } from '#contract/auth.ts'
import { common, account as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { useAuthStatus } from '../auth/get-auth-status.ts'
import { useRevokeApiKey } from './revoke-api-key.ts'

export interface RevokeDialogProps {
  apiKey: ApiKeyView
  /** It is the only login. */
  isOnly: boolean
  open: boolean
  onClose(): void
}

/** Asks before a key is revoked, and says when it is the last way in. */
export function RevokeDialog({ apiKey, isOnly, open, onClose }: RevokeDialogProps) {
  const status = useAuthStatus()
  const revoke = useRevokeApiKey()
  const isLastLogin = isOnly && status.data?.methods.includes('basic-auth') === false
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.revokeTitle(apiKey.name)}
      description={texts.revokeLead}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind="danger"
            aria-disabled={revoke.isPending}
            onClick={() => !revoke.isPending && revoke.mutate(apiKey, { onSettled: onClose })}
          >
            {revoke.isPending ? texts.revoking : texts.revoke}
          </Button>
        </>
      }
    >
      {isLastLogin && <Note kind="warn">{texts.lastLogin}</Note>}
    </Dialog>
  )
}

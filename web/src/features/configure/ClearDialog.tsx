import { useState } from 'react'
import { reasonOf } from '../../lib/query-client.ts'
import { common, shares, configure as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toastDone, toastFailed } from '../../ui/toast.ts'
import { useDeleteEnv } from '../env/delete-env.ts'
import { removeRecords } from '../shares/browser-records.ts'
import { useSavedShares } from '../shares/get-shares.ts'
import { useBrowserRecords } from '../shares/use-browser-records.ts'

export interface ClearDialogProps {
  open: boolean
  onClose(): void
  onCleared(): void
  finalFocus: DialogProps['finalFocus']
}

const CLEARED_KEYS = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] as const

/** Asks before the credentials are removed from the server, and removes them. */
export function ClearDialog({ open, onClose, onCleared, finalFocus }: ClearDialogProps) {
  const [alsoHere, setAlsoHere] = useState(false)
  const [alsoSaved, setAlsoSaved] = useState(false)
  const { records } = useBrowserRecords()
  const saved = useSavedShares()
  const deletion = useDeleteEnv()

  async function clear() {
    if (deletion.isPending) return
    try {
      await deletion.mutateAsync({ keys: CLEARED_KEYS, shareRecords: alsoSaved })
    } catch (error) {
      toastFailed(texts.clearFailed, texts.nothingCleared(reasonOf(error)))
      return
    }
    if (alsoHere) removeRecords()
    toastDone(texts.cleared)
    onCleared()
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        deletion.reset()
        onClose()
      }}
      finalFocus={finalFocus}
      title={texts.clearTitle}
      description={texts.clearText}
      actions={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="danger" aria-disabled={deletion.isPending} onClick={() => void clear()}>
            {deletion.isPending ? texts.clearing : texts.clear}
          </Button>
        </>
      }
    >
      {saved.length > 0 && (
        <Also text={shares.alsoDelete(saved.length)} checked={alsoSaved} onChange={setAlsoSaved} />
      )}
      {records.length > 0 && (
        <Also text={shares.alsoRemove(records.length)} checked={alsoHere} onChange={setAlsoHere} />
      )}
      {deletion.error && (
        <Note kind="bad">
          {texts.clearFailed}: {reasonOf(deletion.error)}
        </Note>
      )}
    </Dialog>
  )
}

interface AlsoProps {
  text: string
  checked: boolean
  onChange(checked: boolean): void
}

const Also = ({ text, checked, onChange }: AlsoProps) => (
  <label className="flex min-h-8 max-sm:min-h-10 items-center gap-2.5 text-sm">
    <input
      type="checkbox"
      className="size-4 shrink-0 accent-ice"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {text}
  </label>
)

import { useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { common, shares, configure as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, type DialogProps } from '#web/ui/Dialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toastDone, toastFailed } from '#web/ui/toast.ts'
import { useDeleteEnv } from '../credentials/env-changes.ts'
import { removeRecords } from '../credentials/record-storage.ts'
import { useBrowserRecords, useSavedShares } from '../credentials/shares.ts'
import { SignedOutNote } from '../keyset/SignedOutNote.tsx'
import { useGuardedPage } from '../keyset/use-guarded-page.ts'
import type { ElsewhereProps } from '../Misplaced.tsx'
import type { Carried } from '../ways.ts'
import { ConfigureForm } from './ConfigureForm.tsx'
import { isConfigured, valuesOf } from './form.ts'
import { useConfigureForm } from './use-configure-form.ts'

export interface ConfigureScreenProps extends ElsewhereProps {
  env: EnvAnswer
  /** What the form begins with. */
  carried: Carried
  /** Called when the signer has its credentials: go on to it. */
  onDone(): void
}

/** The form for a share that there is already, and for changing what is saved. */
export function ConfigureScreen(props: ConfigureScreenProps) {
  const { env, carried, onDone, onElse, onApp } = props
  const [clearing, setClearing] = useState(false)
  const form = useConfigureForm(env, carried)
  const configured = isConfigured(env)

  // A freshly made share may exist nowhere else until it is saved.
  const made = carried.made?.share
  const isSignedOut = useGuardedPage(
    made !== undefined && made === form.values.share && made !== env.SHARE_CRED,
  )

  return (
    <div className="flex flex-col gap-4">
      {isSignedOut && <SignedOutNote />}
      {configured && (
        <Note>
          <p className="font-medium text-ink">{texts.existingTitle}</p>
          <p>{texts.existing}</p>
        </Note>
      )}
      <ConfigureForm
        env={env}
        form={form}
        isFilled={made !== undefined}
        onDone={onDone}
        onClear={() => setClearing(true)}
        onElse={onElse}
        onApp={onApp}
      />
      <ClearDialog
        open={clearing}
        // The button that opened it is gone with the credentials.
        finalFocus={() => configured || form.inputs.name.current}
        onClose={() => setClearing(false)}
        onCleared={() => {
          setClearing(false)
          form.startOver(valuesOf({ ...(env.RELAYS && { RELAYS: env.RELAYS }) }))
        }}
      />
    </div>
  )
}

interface ClearDialogProps {
  open: boolean
  onClose(): void
  onCleared(): void
  finalFocus: DialogProps['finalFocus']
}

const CLEARED_KEYS = ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] as const

/** Asks before the credentials are removed from the server, and removes them. */
function ClearDialog({ open, onClose, onCleared, finalFocus }: ClearDialogProps) {
  const [alsoHere, setAlsoHere] = useState(false)
  const [alsoSaved, setAlsoSaved] = useState(false)
  const { records } = useBrowserRecords()
  const saved = useSavedShares()
  const deletion = useDeleteEnv()

  function close() {
    deletion.reset()
    onClose()
  }

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
      onClose={close}
      finalFocus={finalFocus}
      title={texts.clearTitle}
      description={texts.clearText}
      actions={
        <>
          <Button onClick={close}>{common.cancel}</Button>
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

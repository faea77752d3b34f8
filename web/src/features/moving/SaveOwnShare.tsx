import { useState } from 'react'
import { moving as texts } from '../../../../server/contract/texts/moving.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { toastDone } from '../../ui/toast.ts'
import { useSaveEnv } from '../env/save-env.ts'
import { Identity } from '../keyset/Identity.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { saveRecord } from '../shares/browser-records.ts'
import type { Dealt } from './flow.ts'

export interface SaveOwnShareProps {
  dealt: Dealt
  onSaved(): void
  onLeave(): void
}

/** This signer takes its new share, by which the old devices can't sign with it any more. */
export function SaveOwnShare({ dealt, onSaved, onLeave }: SaveOwnShareProps) {
  const [understood, setUnderstood] = useState(false)
  const save = useSaveEnv()

  async function saveShare() {
    if (save.isPending) return
    const { name, groupCredential, shareCredential, relays } = dealt
    try {
      await save.mutateAsync({
        SHARE_CRED: shareCredential,
        GROUP_CRED: groupCredential,
        GROUP_NAME: name,
        RELAYS: JSON.stringify(relays),
      })
    } catch {
      // Said below; what was dealt stays on the page.
      return
    }
    saveRecord({ shareCredential, groupCredential, name })
    toastDone(texts.saved)
    onSaved()
  }

  return (
    <>
      <StepHeading title={texts.saveTitle} lead={texts.saveLead} />
      <Identity npub={dealt.npub} />
      <p className="mb-4 text-sm text-ink-2">{texts.sameIdentity}</p>
      <Note kind="warn">
        <p>{texts.oldStop}</p>
        <p className="mt-1">{texts.oldStay}</p>
      </Note>
      <label className="mt-4 flex min-h-11 items-center gap-2.5 rounded-md border border-edge bg-sunken px-3 py-2 font-medium">
        <input
          type="checkbox"
          checked={understood}
          onChange={(event) => setUnderstood(event.target.checked)}
          className="size-4.5 shrink-0 accent-ice"
        />
        {texts.understood}
      </label>
      {save.error !== null && (
        <div role="alert" className="mt-4">
          <Note kind="bad">{texts.saveFailed(reasonOf(save.error))}</Note>
        </div>
      )}
      <StepButtons onLeave={onLeave}>
        <Button
          kind="primary"
          disabled={!understood}
          aria-disabled={save.isPending}
          onClick={() => void saveShare()}
        >
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </StepButtons>
    </>
  )
}

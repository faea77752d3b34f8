import { useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { moving as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirmation } from '../../ui/Confirmation.tsx'
import { Note } from '../../ui/Note.tsx'
import { toastDone } from '../../ui/toast.ts'
import { useSaveEnv } from '../env/save-env.ts'
import { Identity } from '../identity/Identity.tsx'
import { StepButtons } from '../keyset/StepButtons.tsx'
import { StepHeading } from '../keyset/StepHeading.tsx'
import { saveRecord } from '../shares/browser-records.ts'
import type { Dealt } from './flow.ts'
import { OldShare } from './OldShare.tsx'

export interface SaveOwnShareProps {
  /** As it was before. */
  env: EnvAnswer
  dealt: Dealt
  onSaved(): void
  onLeave(): void
}

/** This signer takes its new share; after that the old devices can't sign with it any more. */
export function SaveOwnShare({ env, dealt, onSaved, onLeave }: SaveOwnShareProps) {
  const [understood, setUnderstood] = useState(false)
  const old = pairOf(env)
  const [isKept, setKept] = useState(old === null)
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
      // Reported below; the dealt shares stay on the page.
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
      <div className="mt-4">
        <Confirmation text={texts.understood} checked={understood} onChange={setUnderstood} />
      </div>
      {old !== null && <OldShare dealt={dealt} {...old} isKept={isKept} onKept={setKept} />}
      {save.error !== null && (
        <div role="alert" className="mt-4">
          <Note kind="bad">{texts.saveFailed(reasonOf(save.error))}</Note>
        </div>
      )}
      <StepButtons onLeave={onLeave}>
        <Button
          kind="primary"
          disabled={!understood || !isKept}
          aria-disabled={save.isPending}
          onClick={() => void saveShare()}
        >
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </StepButtons>
    </>
  )
}

/** The credentials that the new share replaces; null when there are none. */
const pairOf = ({ SHARE_CRED, GROUP_CRED }: EnvAnswer) =>
  SHARE_CRED && GROUP_CRED ? { shareCredential: SHARE_CRED, groupCredential: GROUP_CRED } : null

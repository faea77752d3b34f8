import { useState } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import { reasonOf } from '#web/lib/query-client.ts'
import { moving as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Confirmation } from '#web/ui/Confirmation.tsx'
import { FormFailure } from '#web/ui/FormFailure.tsx'
import { Note } from '#web/ui/Note.tsx'
import { toastDone } from '#web/ui/toast.ts'
import { Identity } from '../../home/Identity.tsx'
import { type CredentialPair, saveRecord } from '../credentials/browser-records.ts'
import { pairOf } from '../credentials/env.ts'
import { useSaveEnv } from '../credentials/env-changes.ts'
import { SaveButton, SecretText } from '../keyset/SecretText.tsx'
import { StepButtons, StepHeading } from '../keyset/Steps.tsx'
import type { Dealt } from './flow.ts'
import { oldShareFile } from './package-file.ts'

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
      {old !== null && <OldShare dealt={dealt} old={old} isKept={isKept} onKept={setKept} />}
      <FormFailure text={save.error && texts.saveFailed(reasonOf(save.error))} className="mt-4" />
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

interface OldShareProps {
  dealt: Pick<Dealt, 'name' | 'npub'>
  old: CredentialPair
  isKept: boolean
  onKept(isKept: boolean): void
}

/** The share that the new one replaces: without it, losing the invitations could lose the key. */
function OldShare({ dealt, old, isKept, onKept }: OldShareProps) {
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h4 className="font-semibold">{texts.oldTitle}</h4>
      <p className="mt-0.5 mb-3 text-ink-2">{texts.oldLead}</p>
      <SecretText label={texts.oldShare} what={texts.oldWhat.share} text={old.shareCredential} />
      <SecretText label={texts.oldGroup} what={texts.oldWhat.group} text={old.groupCredential} />
      <SaveButton file={oldShareFile(dealt.name, dealt.npub, old)} className="-mt-1 mb-4">
        {texts.download}
      </SaveButton>
      <Confirmation checked={isKept} onChange={onKept} text={texts.oldKept} />
    </section>
  )
}

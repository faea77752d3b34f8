import { useId } from 'react'
import { keyset as texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Confirmation } from '#web/ui/Confirmation.tsx'
import { ToCompare } from '../../home/Identity.tsx'
import type { NewKeyset } from './flow.ts'
import { SaveButton, SecretText } from './SecretText.tsx'
import { StepButtons, StepHeading } from './Steps.tsx'
import { shareFile } from './share-file.ts'

export interface ShareForDeviceProps {
  keyset: NewKeyset
  /** Counted from 1; here 2 or more. */
  share: number
  isStored: boolean
  onStored(isStored: boolean): void
  onBack(): void
  onNext(): void
  onLeave(): void
}

/** A share for somebody else, as text, file and QR code, until it is stored. */
export function ShareForDevice(props: ShareForDeviceProps) {
  const { keyset, share, isStored, onStored, onBack, onNext, onLeave } = props
  const hint = useId()
  const { groupCredential, shareCredentials, npub } = keyset
  const shareCredential = shareCredentials[share - 1] ?? ''

  return (
    <>
      <StepHeading
        title={texts.shareTitle(share, shareCredentials.length)}
        lead={texts.handOutLead}
      />
      <SecretText
        label={texts.share(share)}
        what={texts.what.share(share)}
        text={shareCredential}
        hasQr
      />
      <SecretText
        label={texts.groupCredential}
        fact={texts.groupFact}
        what={texts.what.group}
        text={groupCredential}
        hasQr
      />
      <SaveButton file={shareFile(keyset, share)} aria-describedby={hint}>
        {texts.download}
      </SaveButton>
      <p id={hint} className="mt-1 text-sm text-ink-3">
        {texts.downloadHint}
      </p>

      <div className="mt-5">
        <ToCompare npub={npub} />
      </div>
      <div className="mt-5">
        <Confirmation text={texts.stored(share)} checked={isStored} onChange={onStored} />
      </div>
      <StepButtons onLeave={onLeave} onBack={onBack}>
        <Button kind="primary" disabled={!isStored} onClick={onNext}>
          {texts.next}
        </Button>
      </StepButtons>
    </>
  )
}

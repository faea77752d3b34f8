import { CircleCheck } from 'lucide-react'
import type { ReservedShare, ReservedSharesAnswer } from '#contract/reserved-shares.ts'
import { describeDuration } from '../../lib/time.ts'
import { home, devices as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WordsAndNpub } from '../home/Identity.tsx'
import { usePlaces } from '../home/places.ts'
import { StepButtons, StepHeading } from '../setup/keyset/Steps.tsx'

export interface DeviceProvenProps {
  answer: ReservedSharesAnswer
  reserved: ReservedShare
  name: string
  /** Goes on to the next share without a device; undefined: there is none. */
  onNext: (() => void) | undefined
  onApps(): void
  /** Back to the signer. */
  onDone(): void
}

/** Pixels. */
const QR_WIDTH = 180

/** A device has signed: who both sign as, and what an owner does next. */
export function DeviceProven(props: DeviceProvenProps) {
  const { answer, reserved, name, onNext, onApps, onDone } = props
  const { onSettings } = usePlaces()
  const { took } = reserved
  return (
    <>
      <StepHeading
        title={
          <span className="flex gap-2">
            <CircleCheck
              size={22}
              strokeWidth={1.8}
              aria-hidden
              className="mt-1 shrink-0 text-ok"
            />
            {texts.proven(name)}
          </span>
        }
        lead={took === undefined ? texts.provenLead : texts.provenIn(describeDuration(took))}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-md border border-line px-3.5 py-3">
        <div className="shrink-0 max-sm:mx-auto">
          <QrCode text={`nostr:${answer.npub}`} label={home.qr} width={QR_WIDTH} />
        </div>
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium wrap-anywhere">{answer.group}</p>
          <WordsAndNpub npub={answer.npub} />
        </div>
      </div>
      <h4 className="mt-5 mb-2 font-medium">{texts.whatNow}</h4>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onApps}>{texts.pairApp}</Button>
        <Button onClick={() => onSettings('backups')}>{home.steps.backup}</Button>
        <Button onClick={() => onSettings('notices')}>{home.steps.notifications}</Button>
      </div>
      <StepButtons>
        {onNext && <Button onClick={onNext}>{texts.next}</Button>}
        <Button kind="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </StepButtons>
    </>
  )
}

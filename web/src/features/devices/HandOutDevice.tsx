import { useState } from 'react'
import type {
  HandOutAnswer,
  ReservedShare,
  ReservedSharesAnswer,
} from '#contract/reserved-shares.ts'
import { DeviceInvitation } from './DeviceInvitation.tsx'
import { DeviceNameForm } from './DeviceNameForm.tsx'

export interface HandOutDeviceProps {
  answer: ReservedSharesAnswer
  spare: ReservedShare
  /** Its invitation, if that was asked for already. */
  given: HandOutAnswer | null
  /** The next share that has no device; undefined: there is none. */
  onNext: (() => void) | undefined
  onBack(): void
  /** Back to the signer. */
  onDone(): void
}

/** One share on its way to one device: its name, then the invitation, until the device has signed. */
export function HandOutDevice(props: HandOutDeviceProps) {
  const { answer, spare, onNext, onBack, onDone } = props
  const [given, setGiven] = useState(props.given)
  if (given === null) return <DeviceNameForm spare={spare} onGiven={setGiven} onBack={onBack} />
  return (
    <DeviceInvitation
      answer={answer}
      spare={spare}
      given={given}
      onGiven={setGiven}
      onNext={onNext}
      onBack={onBack}
      onDone={onDone}
    />
  )
}

import type { Dispatch, SetStateAction } from 'react'
import type { EnvAnswer } from '#contract/env.ts'
import type { Decoders } from '../../lib/decoders.ts'
import { DealSettings } from './DealSettings.tsx'
import { afterSaving, back, type Flow, handOut, next } from './flow.ts'
import { HandOutPackage } from './HandOutPackage.tsx'
import { KeepShares } from './KeepShares.tsx'
import { OldSharesForm } from './OldSharesForm.tsx'
import { SaveOwnShare } from './SaveOwnShare.tsx'
import { Summary } from './Summary.tsx'
import { useOnlineDevices } from './use-online-devices.ts'
import { WayChoice } from './WayChoice.tsx'

export interface MovingStepProps {
  /** As it was at the start. */
  env: EnvAnswer
  decoders: Decoders
  flow: Flow
  onFlow: Dispatch<SetStateAction<Flow>>
  onLeave(): void
  onDone(): void
}

/** The owner's current step. */
export function MovingStep({ env, decoders, flow, onFlow, onLeave, onDone }: MovingStepProps) {
  useOnlineDevices(flow, onFlow)
  switch (flow.at) {
    case 'way':
      return (
        <WayChoice
          onKeep={() => onFlow({ at: 'peers' })}
          onDeal={() => onFlow({ at: 'shares' })}
          onLeave={onLeave}
        />
      )
    case 'peers':
      return (
        <KeepShares
          env={env}
          decoders={decoders}
          onBack={() => onFlow({ at: 'way' })}
          onDone={onDone}
        />
      )
    case 'shares':
      return (
        <OldSharesForm
          env={env}
          decoders={decoders}
          onEnough={(old) => onFlow({ at: 'settings', old })}
          onBack={() => onFlow({ at: 'way' })}
          onLeave={onLeave}
        />
      )
    case 'settings':
      return (
        <DealSettings
          env={env}
          decoders={decoders}
          old={flow.old}
          onDealt={(dealt) => onFlow({ at: 'save', dealt })}
          onBack={() => onFlow({ at: 'shares' })}
          onLeave={onLeave}
        />
      )
    case 'save':
      return (
        <SaveOwnShare
          env={env}
          dealt={flow.dealt}
          onSaved={() => onFlow(afterSaving(flow.dealt))}
          onLeave={onLeave}
        />
      )
    case 'packages':
      return (
        <HandOutPackage
          key={flow.position}
          flow={flow}
          onHandedOut={(isHandedOut) => onFlow(handOut(flow, isHandedOut))}
          onBack={flow.position === 0 ? undefined : () => onFlow(back(flow) ?? flow)}
          onNext={() => onFlow(next(flow))}
          onLeave={onLeave}
        />
      )
    case 'summary':
      return <Summary flow={flow} onBack={() => onFlow(back(flow) ?? flow)} onDone={onDone} />
  }
}

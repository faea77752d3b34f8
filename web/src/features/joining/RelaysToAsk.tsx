import { Radar } from 'lucide-react'
import { useState } from 'react'
import type { OpenPackageRequest, PackageAnswer } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { NamedRelays } from './NamedRelays.tsx'
import { Panel } from './Panel.tsx'

export interface RelaysToAskProps {
  named: Extract<PackageAnswer, { type: 'relays' }>
  isLooking: boolean
  onLook(where: Pick<OpenPackageRequest, 'relays' | 'privateNetwork'>): void
  onClose(): void
}

/** Where a share's group will be looked for, shown beforehand. */
export function RelaysToAsk({ named, isLooking, onLook, onClose }: RelaysToAskProps) {
  const [privateNetwork, setPrivateNetwork] = useState(false)
  return (
    <Panel icon={Radar} title={texts.lookTitle} lead={texts.lookLead}>
      <NamedRelays {...named} {...{ privateNetwork }} onPrivateNetwork={setPrivateNetwork} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          {texts.closeAgain}
        </Button>
        <Button
          kind="primary"
          // The focused element is gone with the password field.
          autoFocus
          aria-disabled={isLooking}
          onClick={() => !isLooking && onLook({ relays: named.relays, privateNetwork })}
        >
          {isLooking ? texts.looking : texts.look}
        </Button>
      </div>
    </Panel>
  )
}

import { MailOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PackageAnswer, PackageRequest } from '#contract/packages.ts'
import { joining as texts } from '../../texts/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { shortKey } from '../../ui/short-key.ts'
import { NamedRelays } from './NamedRelays.tsx'
import { useJoin } from './onboarding.ts'
import { Panel } from './Panel.tsx'

export interface InvitationProps {
  invited: Extract<PackageAnswer, { type: 'bfonboard' }>
  request: PackageRequest
  /** Called when the server has the invitation. */
  onBegun(): void
  onClose(): void
}

/** Who invites, and where, before anything is sent. */
export function Invitation({ invited, request, onBegun, onClose }: InvitationProps) {
  const join = useJoin()
  const [privateNetwork, setPrivateNetwork] = useState(false)
  const { inviter, pubkey, relays } = invited
  return (
    <Panel icon={MailOpen} title={texts.invited} lead={texts.joinLead}>
      <dl className="grid gap-y-1.5 text-sm">
        <Fact name={texts.inviter}>
          <Key value={inviter} />
          <CopyButton text={inviter} what={texts.inviterKey} small />
        </Fact>
        <Fact name={texts.self}>
          <Key value={pubkey} />
        </Fact>
        <Fact name={texts.relays}>
          <NamedRelays {...invited} {...{ privateNetwork }} onPrivateNetwork={setPrivateNetwork} />
        </Fact>
      </dl>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={onClose}>
          {texts.closeAgain}
        </Button>
        <Button
          kind="primary"
          // The focused element is gone with the password field.
          autoFocus
          aria-disabled={join.isPending}
          onClick={() => {
            if (join.isPending) return
            join.mutate({ ...request, relays, privateNetwork }, { onSuccess: onBegun })
          }}
        >
          {join.isPending ? texts.joining : texts.join}
        </Button>
      </div>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-baseline gap-x-2">
      <dt className="w-22 text-ink-3">{name}</dt>
      <dd className="flex min-w-[min(100%,12rem)] flex-1 items-center gap-1">{children}</dd>
    </div>
  )
}

const Key = ({ value }: { value: string }) => (
  <span className="font-mono text-mono" title={value}>
    {shortKey(value)}
  </span>
)
